// A command's options as data: --help, errors and arguments without a name are alike everywhere. Program Options does the work.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rif::cli {

/// flag: given or not. one: takes a value. several: takes a value, may be given again.
enum class Takes { flag, one, several };

struct Option {
    const char* name;  // "jobs,j": long name and letter
    Takes takes;
    const char* help;
};

/// How a command is called. positional: names of options that arguments without a name fill, in order; the last takes all that are left.
/// They are not listed among the options.
struct Usage {
    const char* line;  // "rif run x.rif [options]"
    const char* text;  // what it does
    std::vector<Option> options;
    std::vector<Option> positional;
};

/// What was given, by long name.
class Given {
public:
    bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
    /// The value, or "".
    std::string one(std::string_view name) const;
    std::vector<std::string> all(std::string_view name) const;
    /// errors: rif::Error "command-line" where the value is no whole number from 1 on.
    std::optional<std::size_t> count(std::string_view name) const;

private:
    friend std::optional<int> parse(const std::vector<std::string>& arguments, const Usage& usage, Given& given);
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// returns: an exit code where the command is over (help was printed: 0; a wrong command line: 2), else nothing.
std::optional<int> parse(const std::vector<std::string>& arguments, const Usage& usage, Given& given);

}  // namespace rif::cli
