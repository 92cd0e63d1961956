// Writing CSV: one cell, quoted where it must be (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace rif {

/// The text, in quotes where it holds a comma, a quote or a line end.
std::string csv_cell(std::string_view text);

}  // namespace rif
