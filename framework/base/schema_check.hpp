// A body of settings held against a schema: the same check for a block of a .rif file, a group in it, `run`, and a
// plugin's test. Writes diagnostics, never throws; what it returns is typed and has every default filled in.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <rif/base/diagnostic.hpp>
#include <rif/base/schema.hpp>

namespace rif {

/// A checked value. Numbers are in the parameter's unit; `word` set means the `or` word was given.
struct CheckedValue {
    Value value;  // as written or from the default
    const Parameter* parameter = nullptr;
    bool given = false;                       // false: the default
    std::string word;                         // the `or` word, e.g. "none"
    std::string resolved_path;                // of a path that was found
    std::vector<std::string> resolved_paths;  // of a list of paths, parallel to it
};

struct Settings;
struct CheckedGroup {
    std::string name;
    std::string label;  // "" where unlabelled
    Place place;
    std::shared_ptr<Settings> settings;
};

/// Every parameter of the schema by key (none only where it has neither value nor default), and the groups given, in order.
struct Settings {
    std::map<std::string, CheckedValue, std::less<>> values;
    std::vector<CheckedGroup> groups;
    Place place;  // of the block's head

    const CheckedValue* find(std::string_view key) const;
};

/// What a check needs to know of the rest of the file.
struct CheckContext {
    std::string address;  // "attack.rifair": messages print it
    std::string owner;    // "attack/rifair" or "run": "… has no setting 'token'"
    std::string manual;   // help line for an unknown setting: "rif plugins describe attack/rifair"
    /// The role of the block called `name`; `wanted` is the role asked for ("" for any). Nothing: no such block.
    std::function<std::optional<std::string>(std::string_view name, std::string_view wanted)> role_of;
    /// Names of all blocks of a role, for "did you mean".
    std::function<std::vector<std::string>(std::string_view role)> names_of;
    /// Kind ("score", "distance") of a similarity block, and its inputs; for conditions.
    std::function<bool(std::string_view similarity, std::string_view input)> similarity_takes;
    /// Looks a path up beside its file and on the data path; "" where it is not there.
    std::function<std::string(const std::string& path, const Place& place)> find_path;
    bool missing_path_is_error = false;    // `--deep` and run: an error; `rif check`: a warning
    std::vector<std::string> extra_units;  // words that features added to the table
};

/// Checks `body` against `schema`. A setting that the schema lacks, one given twice, one mistyped or out of range: a diagnostic each.
std::shared_ptr<Settings> check_settings(const Body& body, const Place& head, const Schema& schema, const CheckContext& context,
                                         Diagnostics& diagnostics);

}  // namespace rif
