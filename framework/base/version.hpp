// What this rifair calls itself.
#pragma once

#include <string_view>

namespace rif {

std::string_view version();  // "0.1.0"

}  // namespace rif
