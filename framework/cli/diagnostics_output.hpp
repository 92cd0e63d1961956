// Diagnostics and errors on their way to the user: text on the error stream, in colour on a terminal, or JSON lines on standard output.
#pragma once

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>

namespace rif::cli {

/// All of them, in the order of their places.
void print_diagnostics(const Diagnostics& diagnostics, bool as_json_lines);
/// An error that ended a command, told as a diagnostic is.
void print_error(const Error& error, bool as_json_line);

}  // namespace rif::cli
