// rif plugins list [--all] [--json] and rif plugins describe ROLE/NAME [--json].
#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/json.hpp>
#include <rif/cli/command_plugins.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/terminal.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/describe.hpp>

namespace rif::cli {

namespace {

std::vector<const PluginEntry*> in_order(const std::vector<PluginEntry>& plugins) {
    std::vector<const PluginEntry*> result;
    for (const PluginEntry& plugin : plugins) result.push_back(&plugin);
    std::ranges::stable_sort(result, {}, [](const PluginEntry* plugin) { return std::pair(plugin->role, plugin->name); });
    return result;
}

void print_as_json(const PluginEntry& plugin, bool shadowed) {
    fmt::print("{{\"role\":{},\"name\":{},\"summary\":{},\"version\":{},\"origin\":{},\"folder\":{},\"shadowed\":{}}}\n",
               json_string(role_name(plugin.role)), json_string(plugin.name), json_string(plugin.summary), json_string(plugin.version),
               json_string(plugin.origin), json_string(plugin.folder.string()), shadowed);
}

void print_lines(const std::vector<const PluginEntry*>& plugins) {
    std::size_t width = 0;
    for (const PluginEntry* plugin : plugins) width = std::max(width, plugin->full_name().size());
    for (const PluginEntry* plugin : plugins) {
        const bool built_in = plugin->origin == "installed" || plugin->origin == "build";
        fmt::print("{:<{}}  {}{}\n", plugin->full_name(), width, plugin->summary, built_in ? "" : fmt::format("  [{}]", plugin->origin));
    }
}

void print_shadowed(const Catalogue& catalogue) {
    if (catalogue.shadowed.empty()) return;
    fmt::print("\nshadowed by an earlier one on the search path:\n");
    for (const PluginEntry* plugin : in_order(catalogue.shadowed)) {
        const PluginEntry* used = catalogue.find(plugin->role, plugin->name);
        fmt::print("{}  in {} ({}), by {}\n", plugin->full_name(), plugin->folder.string(), plugin->origin, used->folder.string());
    }
}

void print_faults(const Catalogue& catalogue, bool all) {
    if (catalogue.faults.empty()) return;
    if (!all) {
        fmt::print(stderr, "{} refused: rif plugins list --all says why\n", catalogue.faults.size());
        return;
    }
    fmt::print("\nrefused:\n");
    for (const Diagnostic& fault : catalogue.faults) fmt::print("{}", as_text(fault, wants_colour(STDOUT_FILENO)));
}

}  // namespace

int plugins_list(const Arguments& arguments) {
    const PluginArguments given = plugin_arguments(arguments, {"--all", "--json"}, 0, 0);
    const auto catalogue = load_catalogue();
    if (given.has("--json")) {
        for (const PluginEntry* plugin : in_order(catalogue->plugins)) print_as_json(*plugin, false);
        if (!given.has("--all")) return 0;
        for (const PluginEntry* plugin : in_order(catalogue->shadowed)) print_as_json(*plugin, true);
        for (const Diagnostic& fault : catalogue->faults) fmt::print("{}", as_json(fault));
        return 0;
    }
    print_lines(in_order(catalogue->plugins));
    if (given.has("--all")) print_shadowed(*catalogue);
    print_faults(*catalogue, given.has("--all"));
    return 0;
}

int plugins_describe(const Arguments& arguments) {
    const PluginArguments given = plugin_arguments(arguments, {"--json"}, 1, 1);
    const auto catalogue = load_catalogue();
    const PluginEntry& plugin = plugin_named(*catalogue, given.positional.front());
    fmt::print("{}", given.has("--json") ? described_as_json(plugin) : described_as_text(plugin, terminal_width()));
    return 0;
}

}  // namespace rif::cli
