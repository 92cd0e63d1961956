// The productions that the driver asks for, each read at a position and moving it past what was read.
// All throw Fault where reading cannot go on; milder mistakes are reported into the reading, and what was meant is returned.
#pragma once

#include <variant>

#include "dsl/document.hpp"
#include "dsl/reading.hpp"

namespace rif::dsl {

using Item = std::variant<std::monostate, IncludeStatement, BlockStatement, TargetStatement, RunStatement, SweepStatement>;

/// `include "…"`, `run { … }`, `sweep { … }`, `target …` or a block.
Item read_item(Reading& reading, Cursor& at);
Value read_value(Reading& reading, Cursor& at);
Address read_address(Reading& reading, Cursor& at);
AxisStatement read_axis(Reading& reading, Cursor& at);

/// The digits of `rif DIGITS`, with the whole line's statement as place.
struct Version {
    Place place, digits;
};
Version read_version(Reading& reading, Cursor& at);

}  // namespace rif::dsl
