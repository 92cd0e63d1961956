// A TOML file as plain data, keys in the order written, each with its place: what manifests and site configurations are read from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <rif/base/diagnostic.hpp>

namespace rif {

struct TomlNode;
struct TomlEntry;

struct TomlTable {
    std::vector<TomlEntry> entries;

    const TomlEntry* find(std::string_view key) const;
};

struct TomlNode {
    std::variant<std::string, std::int64_t, double, bool, std::vector<TomlNode>, TomlTable> data;
    Place place;

    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }
    const TomlTable* table() const { return as<TomlTable>(); }
    const std::vector<TomlNode>* array() const { return as<std::vector<TomlNode>>(); }
    /// An integer or a floating-point number.
    std::optional<double> number() const;
    /// For messages: "a text", "a number", "true or false", "a list", "a table".
    std::string_view kind() const;
};

struct TomlEntry {
    std::string key;
    Place key_place;
    TomlNode value;
};

/// The file's root table. A fault in the notation is one diagnostic with `slug`, and nothing is returned; dates are refused likewise.
std::optional<TomlTable> parse_toml(const std::shared_ptr<const Source>& source, std::string_view slug, Diagnostics& diagnostics);

}  // namespace rif
