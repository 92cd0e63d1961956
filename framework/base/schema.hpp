// What a plugin's manifest says of its settings, as data: each parameter once. Checker, manual, `plugins new` and the
// constructor's Arguments read this and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/value.hpp>

namespace rif {

enum class Type { number, count, probability, text, path, url, on_off, choice, column, attribute, unit, range, condition, list, block };
std::string_view type_name(Type type);  // "switch" for on_off, "block" for block
std::optional<Type> type_named(std::string_view name);

/// found: a word that is taken for a path only where there is such a file beside the experiment or on the data path (words of a command).
enum class Exists { no_matter, must, may, found };

struct Parameter {
    std::string key;
    Type type = Type::text;
    std::string block_role;     // of `block:ROLE`
    std::optional<Type> of;     // element type of a list
    std::string of_block_role;  // of a list of blocks
    bool many = false;          // one value or a list
    std::string unit;           // a unit word, "any", "per {unit}", or ""
    bool bare_number = true;    // a number without unit is accepted (never for seconds, years, KiB …: false where `unit` is set, except
                                // token, word, example, pair, query, probability, second)
    std::optional<double> low, high;     // range, both ends inclusive
    std::optional<Value> default_value;  // places nowhere
    bool required = false;
    std::vector<std::string> choices;
    std::vector<std::string> choice_help;  // parallel to choices, may be empty
    std::optional<std::string> or_word;    // `or = "none"`
    Exists exists = Exists::no_matter;     // of a path
    std::string on;                        // of a condition: "similarity" (default) or "score"
    std::string help;
    std::string deprecated;      // the key to use now, or ""
    bool framework = false;      // merged in by the catalogue (tokens, queries, candidates, …)
    bool changes_result = true;  // false: left out of a cell's id (concurrency, device, max_cells)
    Place place;                 // in the manifest
};

struct GroupSchema {
    std::string key;
    bool repeats = false;
    bool labelled = false;
    std::string help;
    std::vector<Parameter> parameters;
    Place place;

    const Parameter* find(std::string_view key) const;
};

struct Schema {
    std::vector<Parameter> parameters;
    std::vector<GroupSchema> groups;

    const Parameter* find(std::string_view key) const;
    const GroupSchema* find_group(std::string_view key) const;
    std::vector<std::string> keys() const;  // of parameters, then of groups; deprecated ones left out
};

}  // namespace rif
