// The subcommands of `rif plugins`, and what they share.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <rif/base/catalogue.hpp>
#include <rif/cli/command.hpp>

namespace rif::cli {

int plugins_list(const Arguments& arguments);
int plugins_describe(const Arguments& arguments);
int plugins_new(const Arguments& arguments);
int plugins_test(const Arguments& arguments);

struct PluginArguments {
    std::vector<std::string> positional;
    std::set<std::string, std::less<>> flags;
    bool has(std::string_view flag) const { return flags.count(flag) > 0; }
};
/// errors: rif::Error "command-line" for an option that is not in `flags`, or another number of arguments than least to most.
PluginArguments plugin_arguments(const Arguments& arguments, const std::vector<std::string>& flags, std::size_t least, std::size_t most);

/// "similarity/edit". errors: rif::Error "command-line" for what is no ROLE/NAME, "unknown-plugin".
const PluginEntry& plugin_named(const Catalogue& catalogue, const std::string& name);

}  // namespace rif::cli
