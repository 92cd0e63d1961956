// One TOML table read key by key: wrong types, missing keys and keys that nobody asked for become diagnostics.
#pragma once

#include <string>
#include <vector>

#include <rif/host/toml_tree.hpp>

namespace rif {

class TableReader {
public:
    /// where: "parameter 'unit'", for messages. head: what to point at where a key is missing.
    TableReader(const TomlTable& table, Place head, std::string where, std::string slug, Diagnostics& diagnostics)
        : table_(table), head_(std::move(head)), where_(std::move(where)), slug_(std::move(slug)), diagnostics_(diagnostics) {}

    const TomlEntry* entry(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    std::optional<bool> flag(std::string_view key);
    std::optional<double> number(std::string_view key);
    std::optional<std::int64_t> integer(std::string_view key);
    /// A list of texts; empty where the key is missing.
    std::vector<std::string> texts(std::string_view key);
    const TomlTable* table(std::string_view key);
    /// A text out of `allowed`; anything else is an error that shows them.
    std::optional<std::string> one_of(std::string_view key, const std::vector<std::string>& allowed);
    std::vector<std::string> some_of(std::string_view key, const std::vector<std::string>& allowed);

    void error(const Place& place, std::string message, std::string label = {}, std::string help = {});
    void missing(std::string_view key, std::string help);
    /// Every key that was not asked for is an error. Call last.
    void finish();

    const std::string& where() const { return where_; }
    const Place& head() const { return head_; }

private:
    template <class T>
    const T* typed(std::string_view key, std::string_view expected);
    bool allowed_word(const std::string& word, const Place& place, std::string_view key, const std::vector<std::string>& allowed);

    const TomlTable& table_;
    Place head_;
    std::string where_, slug_;
    Diagnostics& diagnostics_;
    std::vector<std::string> asked_;
};

}  // namespace rif
