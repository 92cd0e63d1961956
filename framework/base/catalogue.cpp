#include <rif/base/catalogue.hpp>

#include <algorithm>

namespace rif {

namespace {

constexpr std::array<std::string_view, 9> k_role_names = {"dataset", "counterpart", "model",   "similarity", "perturbation",
                                                          "attack",  "audit",       "defense", "report"};

}  // namespace

std::string_view role_name(Role role) { return k_role_names[static_cast<std::size_t>(role)]; }

std::optional<Role> role_named(std::string_view name) {
    const auto at = std::find(k_role_names.begin(), k_role_names.end(), name);
    if (at == k_role_names.end()) return std::nullopt;
    return static_cast<Role>(at - k_role_names.begin());
}

std::vector<std::string> role_names() { return {k_role_names.begin(), k_role_names.end()}; }

std::string PluginEntry::full_name() const { return std::string(role_name(role)) + "/" + name; }

bool PluginEntry::takes(std::string_view input) const { return std::find(inputs.begin(), inputs.end(), input) != inputs.end(); }

bool PluginEntry::reads_role(std::string_view what) const {
    return std::any_of(reads.begin(), reads.end(), [&](const Reads& read) { return read.what == what; });
}

const PluginEntry* Catalogue::find(Role role, std::string_view name) const {
    const auto at =
        std::find_if(plugins.begin(), plugins.end(), [&](const PluginEntry& entry) { return entry.role == role && entry.name == name; });
    return at == plugins.end() ? nullptr : &*at;
}

std::vector<std::string> Catalogue::names(Role role) const {
    std::vector<std::string> result;
    for (const PluginEntry& entry : plugins) {
        if (entry.role == role) result.push_back(entry.name);
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace rif
