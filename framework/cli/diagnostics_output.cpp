#include <rif/cli/diagnostics_output.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include <fmt/core.h>

namespace rif::cli {

namespace {

bool wants_colour() {
    const char* no_colour = std::getenv("NO_COLOR");
    return ::isatty(STDERR_FILENO) != 0 && !(no_colour && *no_colour);
}

void print_one(const Diagnostic& diagnostic, bool as_json_line) {
    if (as_json_line) fmt::print("{}", as_json(diagnostic));
    else fmt::print(stderr, "{}", as_text(diagnostic, wants_colour()));
}

}  // namespace

void print_diagnostics(const Diagnostics& diagnostics, bool as_json_lines) {
    bool first = true;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
        if (!first && !as_json_lines) fmt::print(stderr, "\n");
        print_one(diagnostic, as_json_lines);
        first = false;
    }
}

void print_error(const Error& error, bool as_json_line) {
    print_one({Severity::error, error.slug(), error.place(), error.message(), "", error.help()}, as_json_line);
}

}  // namespace rif::cli
