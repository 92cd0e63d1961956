#include "terms.hpp"

#include <algorithm>
#include <optional>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/text.hpp>

namespace rif::lexicon {

namespace {

constexpr std::string_view k_roles[] = {"pronoun", "determiner", "object", "noun", "adjective"};
constexpr std::pair<std::string_view, Condition> k_conditions[] = {{"person", Condition::person},
                                                                   {"capital", Condition::capital},
                                                                   {"inside_capital", Condition::inside_capital},
                                                                   {"title", Condition::title},
                                                                   {"upper", Condition::upper},
                                                                   {"people", Condition::people},
                                                                   {"not_surname", Condition::not_surname},
                                                                   {"small", Condition::small},
                                                                   {"after_possessive", Condition::after_possessive},
                                                                   {"given_name", Condition::given_name}};
constexpr std::string_view k_absent = "-";

/// Reads one file; every complaint names the file and the line.
class Reader {
public:
    Reader(std::string file, Place place) : file_(std::move(file)), place_(std::move(place)) {}

    Lexicon read(const toml::table& table, const std::string& attribute) {
        check_keys(table);
        lexicon_.attribute = attribute;
        if (const std::string own = text(table, table.get("attribute"), "attribute"); own != attribute)
            refuse(table.get("attribute"), fmt::format("attribute is \"{}\", and the file's name says \"{}\"", own, attribute));
        lexicon_.values = texts(table, "values");
        if (lexicon_.values.size() < 2) refuse(table.get("values"), "values has fewer than two names");
        lexicon_.default_values = table.contains("default") ? texts(table, "default") : lexicon_.values;
        for (const std::string& value : lexicon_.default_values) check_value(table.get("default"), value);
        for (const std::string& term : texts(table, "plural_verb")) lexicon_.plural_verb.insert(fold_case(term));
        lexicon_.not_in_names = on(table, "not_in_names");
        lexicon_.exceptions = texts(table, "except");
        for (const std::string_view role : k_roles) read_concepts(table, role);
        lexicon_.cues = by_value(table, "cues");
        lexicon_.names = by_value(table, "names");
        return std::move(lexicon_);
    }

private:
    [[noreturn]] void refuse(const toml::node* at, const std::string& why) const {
        const auto line = at ? at->source().begin.line : 0;
        throw Error("bad-lexicon", line ? fmt::format("{}:{}: {}", file_, line, why) : fmt::format("{}: {}", file_, why),
                    "the format stands in share/lexicons/README.md", place_);
    }

    void check_keys(const toml::table& table) const {
        constexpr std::string_view others[] = {"attribute", "values", "default", "plural_verb", "not_in_names", "except", "cues", "names"};
        for (const auto& [key, node] : table) {
            const bool known =
                std::ranges::find(others, key.str()) != std::end(others) || std::ranges::find(k_roles, key.str()) != std::end(k_roles);
            if (!known)
                refuse(&node,
                       fmt::format("'{}' is no key of a lexicon: {}, {}", key.str(), fmt::join(others, ", "), fmt::join(k_roles, ", ")));
        }
    }

    void check_value(const toml::node* at, std::string_view value) const {
        if (std::ranges::find(lexicon_.values, value) == lexicon_.values.end())
            refuse(at, fmt::format("'{}' is none of the values {}", value, fmt::join(lexicon_.values, ", ")));
    }

    std::string text(const toml::table& owner, const toml::node* node, std::string_view what) const {
        const auto value = node ? node->value<std::string>() : std::nullopt;
        if (!value || value->empty()) refuse(node ? node : &owner, fmt::format("{} is due as a text", what));
        if (first_invalid_utf8(*value) != std::string::npos) refuse(node, fmt::format("{} is not UTF-8", what));
        return *value;
    }

    bool on(const toml::table& table, std::string_view key) const {
        const toml::node* node = table.get(key);
        if (node && !node->is_boolean()) refuse(node, fmt::format("{} is due as true or false", key));
        return node && node->as_boolean()->get();
    }

    std::vector<std::string> texts(const toml::table& owner, std::string_view key) const {
        std::vector<std::string> result;
        const toml::node* node = owner.get(key);
        if (!node) return result;
        if (!node->is_array()) refuse(node, fmt::format("{} is due as a list of texts", key));
        for (const toml::node& item : *node->as_array()) result.push_back(text(owner, &item, key));
        return result;
    }

    std::map<std::string, std::vector<std::string>> by_value(const toml::table& table, std::string_view key) const {
        std::map<std::string, std::vector<std::string>> result;
        const toml::node* node = table.get(key);
        if (!node) return result;
        if (!node->is_table()) refuse(node, fmt::format("{} is due as a table of lists by value", key));
        for (const auto& [value, list] : *node->as_table()) {
            check_value(&list, value.str());
            result[std::string(value.str())] = texts(*node->as_table(), value.str());
        }
        return result;
    }

    void read_concepts(const toml::table& table, std::string_view role) {
        const toml::node* node = table.get(role);
        if (!node) return;
        if (!node->is_array()) refuse(node, fmt::format("{} is due as a list of concepts", role));
        for (const toml::node& item : *node->as_array()) {
            if (!item.is_table()) refuse(&item, fmt::format("a concept of {} is due as {{ value = \"term\", … }}", role));
            read_concept(*item.as_table(), std::string(role));
        }
    }

    void read_concept(const toml::table& table, std::string role) {
        Concept concept_{std::move(role), {}};
        for (const auto& [key, node] : table)
            if (key != "when" && key != "also") check_value(&node, key.str());
        const auto also = by_value(table, "also");
        for (const std::string& value : lexicon_.values) {
            std::string term = text(table, table.get(value), "the term of value " + value);
            const bool put_in_only = term.starts_with('=');
            if (put_in_only) term.erase(0, 1);
            concept_.terms.push_back({term == k_absent ? "" : term, put_in_only, also_of(also, value), conditions(table, value)});
        }
        lexicon_.concepts.push_back(std::move(concept_));
    }

    static std::vector<std::string> also_of(const std::map<std::string, std::vector<std::string>>& also, const std::string& value) {
        const auto found = also.find(value);
        return found == also.end() ? std::vector<std::string>() : found->second;
    }

    /// `when` for all values, or by value; a text or a list of them.
    std::vector<Condition> conditions(const toml::table& table, const std::string& value) const {
        const toml::node* node = table.get("when");
        if (node && node->is_table()) {
            for (const auto& [key, inner] : *node->as_table()) check_value(&inner, key.str());
            node = node->as_table()->get(value);
        }
        std::vector<Condition> result;
        if (!node) return result;
        if (!node->is_array()) return {condition(table, *node)};
        for (const toml::node& item : *node->as_array()) result.push_back(condition(table, item));
        return result;
    }

    Condition condition(const toml::table& owner, const toml::node& node) const {
        const std::string name = text(owner, &node, "when");
        const auto* found = std::ranges::find(k_conditions, name, &std::pair<std::string_view, Condition>::first);
        if (found == std::end(k_conditions)) refuse(&node, fmt::format("'{}' is no condition", name));
        return found->second;
    }

    std::string file_;
    Place place_;
    Lexicon lexicon_;
};

}  // namespace

Lexicon read_lexicon(const std::filesystem::path& path, const std::string& attribute, const Place& place) {
    const std::string contents = read_file(path, place);
    try {
        return Reader(path.string(), place).read(toml::parse(contents, path.string()), attribute);
    } catch (const toml::parse_error& error) {
        throw Error("bad-lexicon", fmt::format("{}:{}: {}", path.string(), error.source().begin.line, error.description()),
                    "the format stands in share/lexicons/README.md", place);
    }
}

}  // namespace rif::lexicon
