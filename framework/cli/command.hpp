// The commands of `rif`, one file each: command_NAME.cpp.
#pragma once

#include <string>
#include <vector>

namespace rif::cli {

using Arguments = std::vector<std::string>;  // after the command's own name

/// Exit codes: 0 done · 1 some cells failed, or the check that was asked for does not hold · 2 command line or .rif file wrong ·
/// 3 a plugin is wrong · 4 the machine is wrong · 130 interrupted.
struct Command {
    const char* name;
    const char* summary;  // one line for `rif --help`
    int (*run)(const Arguments& arguments);
};

int command_check(const Arguments&);
int command_fmt(const Arguments&);
int command_plan(const Arguments&);
int command_run(const Arguments&);
int command_try(const Arguments&);
int command_show(const Arguments&);
int command_report(const Arguments&);
int command_build(const Arguments&);
int command_plugins(const Arguments&);
int command_config(const Arguments&);
int command_doctor(const Arguments&);
int command_bench(const Arguments&);

}  // namespace rif::cli
