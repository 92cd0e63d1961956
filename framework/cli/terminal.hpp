// How wide what we print may be.
#pragma once

#include <cstddef>

namespace rif::cli {

/// Columns of the terminal on standard output; 100 where it is none.
std::size_t terminal_width();

}  // namespace rif::cli
