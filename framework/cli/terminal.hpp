// How wide what we print may be.
#pragma once

#include <cstddef>

namespace rif::cli {

/// Columns of the terminal on standard output; 100 where it is none.
std::size_t terminal_width();
/// The same for tables, which no width limits where standard output is no terminal.
std::size_t table_width();

}  // namespace rif::cli
