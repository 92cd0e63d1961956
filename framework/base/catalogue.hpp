// Every plugin that this installation has, as plain data out of manifests. The host fills it, the checker reads it.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/diagnostic.hpp>
#include <rif/base/schema.hpp>

namespace rif {

/// The closed list of roles, in the language's order.
enum class Role { dataset, counterpart, model, similarity, perturbation, attack, audit, defense, report };
inline constexpr std::array k_roles = {Role::dataset, Role::counterpart, Role::model,   Role::similarity, Role::perturbation,
                                       Role::attack,  Role::audit,       Role::defense, Role::report};
std::string_view role_name(Role role);
std::optional<Role> role_named(std::string_view name);
std::vector<std::string> role_names();

/// One thing that a plugin reads of a run, perhaps only with a certain choice: `reads = ["target", {role = "similarity", when = "source =
/// embedding"}]`.
struct Reads {
    std::string what;      // "target", "counterpart", "perturbation", "model", …
    std::string when_key;  // the choice parameter it depends on, or ""
    std::string when_value;
};

/// One manifest, checked.
struct PluginEntry {
    Role role = Role::dataset;
    std::string name;
    int api = 1;
    std::string summary, source, licence, version;
    std::vector<std::string> inputs;  // "text", "row", "word"
    std::vector<Reads> reads;
    std::string needs;  // of the model: "labels", "probabilities", "gradients", or ""
    bool deterministic = true;
    std::string kind;                                 // similarity: "score" or "distance"
    std::optional<double> same;                       // similarity: the value that means the same
    Schema schema;                                    // own parameters, then the framework's for its role
    std::filesystem::path folder, manifest, library;  // library: <folder>/<name>.so
    std::string origin;                               // "RIFAIR_PLUGIN_PATH", "user", "site", "installed", "build"
    std::string manifest_text;

    std::string full_name() const;  // "similarity/edit"
    bool takes(std::string_view input) const;
    bool reads_role(std::string_view what) const;  // with any choice
};

struct Catalogue {
    std::vector<PluginEntry> plugins;              // one a role and name: the first on the search path
    std::vector<PluginEntry> shadowed;             // the later ones, for `rif plugins list --all`
    std::vector<Diagnostic> faults;                // manifests and folders that were refused, and why
    Schema run;                                    // of the `run` block
    std::vector<std::filesystem::path> data_path;  // where paths are looked up after the file's own folder

    const PluginEntry* find(Role role, std::string_view name) const;
    std::vector<std::string> names(Role role) const;
};

}  // namespace rif
