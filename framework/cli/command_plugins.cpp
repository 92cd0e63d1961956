// rif plugins list|describe|new|test: what there is, what it takes, a new one, and whether it keeps its role's contract.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include <rif/cli/command.hpp>
#include <rif/cli/command_plugins.hpp>
#include <rif/cli/failure.hpp>

namespace rif::cli {

namespace {

constexpr std::string_view k_usage =
    "usage: rif plugins list [--all] [--json]          every plugin on the search path; --all: those shadowed and refused too\n"
    "       rif plugins describe ROLE/NAME [--json]    its manual page\n"
    "       rif plugins new ROLE/NAME [DIR]            a folder with a plugin that builds and passes its test\n"
    "       rif plugins test DIR                       the contract of its role, against the plugins in DIR\n";

struct Subcommand {
    std::string_view name;
    int (*run)(const Arguments& arguments);
};
constexpr std::array k_subcommands = {Subcommand{"list", plugins_list}, Subcommand{"describe", plugins_describe},
                                      Subcommand{"new", plugins_new}, Subcommand{"test", plugins_test}};

}  // namespace

int command_plugins(const Arguments& arguments) {
    if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h")
        return fmt::print("{}", k_usage), arguments.empty() ? 2 : 0;
    for (const Subcommand& subcommand : k_subcommands) {
        if (subcommand.name != arguments.front()) continue;
        return guarded([&] { return subcommand.run({arguments.begin() + 1, arguments.end()}); });
    }
    fmt::print(stderr, "error: rif plugins has no '{}'\n{}", arguments.front(), k_usage);
    return 2;
}

PluginArguments plugin_arguments(const Arguments& arguments, const std::vector<std::string>& flags, std::size_t least, std::size_t most) {
    PluginArguments result;
    for (const std::string& argument : arguments) {
        if (!argument.starts_with("--"))
            result.positional.push_back(argument);
        else if (std::find(flags.begin(), flags.end(), argument) != flags.end())
            result.flags.insert(argument);
        else
            throw Error("command-line", fmt::format("'{}' is no option here", argument), "rif plugins --help");
    }
    if (result.positional.size() < least || result.positional.size() > most) {
        throw Error("command-line", fmt::format("{} arguments were given, {} to {} belong here", result.positional.size(), least, most),
                    "rif plugins --help");
    }
    return result;
}

const PluginEntry& plugin_named(const Catalogue& catalogue, const std::string& name) {
    const std::size_t slash = name.find('/');
    const std::optional<Role> role = role_named(name.substr(0, slash));
    if (slash == std::string::npos || !role)
        throw Error("command-line", fmt::format("'{}' is no ROLE/NAME; roles: {}", name, fmt::join(role_names(), " ")), "rif plugins list");
    if (const PluginEntry* found = catalogue.find(*role, name.substr(slash + 1))) return *found;
    const std::string near = did_you_mean(name.substr(slash + 1), catalogue.names(*role));
    throw Error("unknown-plugin", fmt::format("there is no plugin {}{}", name, near.empty() ? "" : "; " + near), "rif plugins list --all");
}

}  // namespace rif::cli
