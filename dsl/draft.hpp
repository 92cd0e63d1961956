// Blocks on their way from statements to an experiment: names and plugins resolved, bodies still as written.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <rif/base/catalogue.hpp>

#include "dsl/document.hpp"

namespace rif::dsl {

/// One setting given after --set. `group` is empty for a setting of the block itself.
struct Override {
    std::string group, group_label;
    Setting setting;
};

struct DraftBlock {
    const BlockStatement* statement = nullptr;
    Role role = Role::dataset;
    const PluginEntry* plugin = nullptr;  // null where there is none: said already, and its settings are not checked
    bool included = false;
    std::optional<std::size_t> like;  // index of the block after `like`
    std::vector<Override> overrides;  // in the order given
    Body body;                        // with `like` and overrides folded in, once fold_likes() has run

    std::string address() const { return std::string(role_name(role)) + "." + statement->name; }
};

struct DraftTarget {
    const TargetStatement* statement = nullptr;
    bool included = false;
    Body body;  // with overrides
};

struct Draft {
    std::vector<Document> documents;  // statements live here
    std::vector<DraftBlock> blocks;
    std::vector<DraftTarget> targets;
    Body run;         // with overrides
    Place run_place;  // nowhere where the file has no `run`
    std::vector<AxisStatement> sweep;

    std::unordered_map<std::string, std::size_t> index;  // "model.bert", "target.RB": into blocks or targets

    std::optional<std::size_t> find(Role role, std::string_view name) const;
    std::optional<std::size_t> find_target(std::string_view name) const;
    /// Names of all blocks of a role ("target" among them).
    std::vector<std::string> names(std::string_view role) const;
    /// The role of the block called `name`; `wanted` where there is one of that role.
    std::optional<std::string> role_of(std::string_view name, std::string_view wanted) const;
};

/// Collects the statements of all documents. Unknown roles and plugins, names given twice, and a `like` that points
/// nowhere: a diagnostic each.
Draft collect(std::vector<Document> documents, const Catalogue& catalogue, Diagnostics& diagnostics);

/// `body` with the setting in the place of one of the same key, or behind the others.
void replace_setting(Body& body, const Override& change);

}  // namespace rif::dsl
