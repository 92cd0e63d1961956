// A checked .rif file: names resolved, settings typed, includes, `like` and overrides folded in. What the engine plans from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/base/catalogue.hpp>
#include <rif/base/schema_check.hpp>
#include <rif/base/value.hpp>

namespace rif::dsl {

/// `role name = plugin { … }`. body: as written, with `like` and overrides folded in; settings: the same, typed, with defaults.
struct Block {
    Role role = Role::dataset;
    std::string name;
    const PluginEntry* plugin = nullptr;
    Body body;
    std::shared_ptr<const Settings> settings;
    Place place;
    bool included = false;  // from an include
    bool used = true;       // false: from an include, and this file's run has no use for it

    std::string address() const { return std::string(role_name(role)) + "." + name; }
};

struct TargetBlock {
    std::string name;
    int alpha_v = 1, alpha_v_prime = 1, beta = 1;
    Place place;
};

/// One value of a sweep: typed, as it is printed in tables (a text without its quotes), and as it was written.
struct AxisValue {
    CheckedValue checked;
    std::string printed;
    Value written = {};
};

/// `ADDRESS in [ … ]`. blocks: indices into Experiment::blocks that the axis reaches (the addressed one and those `like` it that do not
/// override the setting); empty for an axis over `run`. group: name and label of the group that holds the key, or empty.
struct Axis {
    std::string address;
    std::vector<std::size_t> blocks;
    std::string group, group_label;
    std::string key;
    std::vector<AxisValue> values;
    Place place;
};

/// `--only "ADDRESS in […]"`: keeps the cells whose value at the address is one of these. address: "run.model", "attack.rifair.tokens".
struct Only {
    std::string address;
    std::vector<std::string> values;  // printed
    Place place;
};

struct Experiment {
    std::string name;  // the file's name without folder and ending
    std::string file;  // as the user gave it
    std::vector<Block> blocks;
    std::vector<TargetBlock> targets;
    Body run_body;
    std::shared_ptr<const Settings> run;  // null where there is no `run` (an include checked alone)
    std::vector<Axis> sweep;
    std::vector<Only> only;
    std::string canonical;                       // printed whole: what experiment.rif in the results folder holds
    std::shared_ptr<const Catalogue> catalogue;  // keeps Block::plugin alive

    const Block* find(Role role, std::string_view name) const;
    const TargetBlock* find_target(std::string_view name) const;
    /// Names that `run.KEY` lists, in order; empty where it is not set.
    std::vector<std::string> run_names(std::string_view key) const;
};

struct CheckOptions {
    std::vector<std::string> sets = {};    // "ADDRESS=VALUE"
    std::vector<std::string> sweeps = {};  // "ADDRESS in […]"
    std::vector<std::string> only = {};
    bool missing_path_is_error = false;
    bool needs_run = true;        // false for try and build: `run` may lack what they do not ask for
    bool may_be_include = false;  // `rif check`: a file without `run` is taken for one that others include
    bool only_reports = false;    // `rif report`: nothing but report blocks is looked at
    bool print_canonical = true;  // false where nobody reads Experiment::canonical
};

/// Reads, parses and checks a file and its includes. Nothing where there are errors; diagnostics say which.
std::optional<Experiment> load_experiment(const std::string& file, std::shared_ptr<const Catalogue> catalogue, const CheckOptions& options,
                                          Diagnostics& diagnostics);

}  // namespace rif::dsl
