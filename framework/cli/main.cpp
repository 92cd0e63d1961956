// rif: finds the command and hands it its arguments.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/core.h>

#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>

namespace {

using rif::cli::Command;

constexpr Command k_commands[] = {
    {"check", "say all that is wrong with .rif files", rif::cli::command_check},
    {"fmt", "print .rif files in their canonical layout", rif::cli::command_fmt},
    {"plugins", "list, describe, make and test plugins", rif::cli::command_plugins},
    {"config", "print the settings of this site and user, and where they come from", rif::cli::command_config},
    {"run", "check, run and show an experiment", rif::cli::command_run},
    {"plan", "the cells that would be run", rif::cli::command_plan},
    {"try", "ask one component of an experiment", rif::cli::command_try},
    {"build", "make and keep a dictionary or a trained model", rif::cli::command_build},
    {"report", "tables and reports again, from a results folder", rif::cli::command_report},
    {"show", "cells, pairs and errors of a results folder", rif::cli::command_show},
    {"doctor", "what this machine has, and what to change", rif::cli::command_doctor},
    {"bench", "how quickly models are scored on this machine", rif::cli::command_bench},
    {"", "", nullptr},
};

void print_help() {
    fmt::print("rif: measures Robust Individual Fairness of text classifiers\n\nusage: rif COMMAND [ARGUMENTS]\n\n");
    for (const Command& command : k_commands) {
        if (command.run) fmt::print("  {:<10} {}\n", command.name, command.summary);
    }
    fmt::print("\nrif COMMAND --help says more; rif --version prints the version.\n");
}

int run_command(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "--help";
    if (name == "--help" || name == "-h" || name == "help") return print_help(), 0;
    if (name == "--version") return fmt::print("rif {}\n", RIFAIR_VERSION), 0;
    for (const Command& command : k_commands) {
        if (command.run && name == command.name) return command.run(rif::cli::Arguments(argv + 2, argv + argc));
    }
    fmt::print(stderr, "error: rif has no command '{}'\n  help: rif --help\n", name);
    return 2;
}

/// The command's exit code, or 4 where not all of its output reached the disk or whoever reads it.
int code_after_output(int code) {
    errno = 0;
    const bool is_flushed = std::fflush(stdout) == 0;
    if (is_flushed && !std::ferror(stdout)) return code;
    const std::string reason = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
    return rif::cli::print_error(rif::Error("output-lost", "not all of the output could be written" + reason,
                                            "make room where standard output goes, or send it elsewhere"));
}

}  // namespace

int main(int argc, char** argv) {
    // Before any thread and any library that reads them: every worker computes on one thread.
    ::setenv("OMP_NUM_THREADS", "1", 1);
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    int code = 0;
    try {
        code = run_command(argc, argv);
    } catch (const std::system_error&) {
        if (!std::ferror(stdout)) throw;  // no lost output: nothing that is known here
    }
    return code_after_output(code);
}
