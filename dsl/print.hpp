// Statements as text in the canonical layout, for programs that make or change them; a file with its comments is format() in parse.hpp.
#pragma once

#include <string>
#include <vector>

#include "dsl/document.hpp"

namespace rif::dsl {

/// One statement, ending with a newline. A body stands on the line of its head where the whole is at most 80 columns wide and the body
/// has no groups. Places do not count; comments are not printed.
std::string print_block(const BlockStatement& block);
std::string print_target(const TargetStatement& target);
std::string print_run(const RunStatement& run);
std::string print_sweep(const SweepStatement& sweep);
/// Statements below each other, heads aligned over consecutive one-line blocks of one role, blank lines around the others.
std::string print_statements(const std::vector<Statement>& statements);
/// `ADDRESS in [ … ]` on one line.
std::string print_axis(const AxisStatement& axis);

}  // namespace rif::dsl
