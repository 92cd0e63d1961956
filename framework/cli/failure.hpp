// From an error to what the user sees and the exit code that says whose it is.
#pragma once

#include <functional>

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>

namespace rif::cli {

/// 2: the command line or the .rif file · 3: a plugin · 4: the machine.
int exit_code(const Error& error);
/// Prints it like a diagnostic on standard error. returns: exit_code(error).
int print_error(const Error& error);
/// The greatest code of its errors: one without a place is about the file that the command line names, and so 2. 0 without errors.
int exit_code(const Diagnostics& diagnostics);
/// Prints all, in order, on standard error (as JSON lines on standard output with `json`). returns: 2 where there are errors, else 0.
int print_diagnostics(const Diagnostics& diagnostics, bool json = false);
/// Runs a command; an exception of any kind becomes a message and an exit code.
int guarded(const std::function<int()>& command);
/// Whether a stream is a terminal that wants colour (never with NO_COLOR).
bool wants_colour(int descriptor);

}  // namespace rif::cli
