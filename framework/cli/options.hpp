// Program Options in the one way that commands use it: --help, errors and positional arguments alike everywhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace rif::cli {

/// How a command is called. usage: "rif run x.rif [options]". text: what it does, in a few lines. positional: names of the options that
/// arguments without a name fill, in order; the last takes all that are left.
struct Usage {
    std::string usage, text;
    boost::program_options::options_description options;
    std::vector<const char*> positional;
};

/// Adds --help, parses into `given`. returns: an exit code where the command is over (help was printed: 0; a wrong command line: 2), else nothing.
std::optional<int> parse(const std::vector<std::string>& arguments, Usage& usage, boost::program_options::variables_map& given);

/// The values of an option that may be given several times.
std::vector<std::string> all_of(const boost::program_options::variables_map& given, const char* name);
/// The value of an option, or "".
std::string one_of(const boost::program_options::variables_map& given, const char* name);
/// An option that may be given several times, for add_options().
boost::program_options::typed_value<std::vector<std::string>>* several();
boost::program_options::typed_value<std::string>* one();

}  // namespace rif::cli
