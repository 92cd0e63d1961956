// Building JSON text: the one place where output is turned into JSON (Boost.JSON does the work).
#pragma once

#include <string>
#include <string_view>

namespace rif {

/// The text as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
/// Shortest form that reads back as the same double; null for NaN and infinities.
std::string json_number(double value);

}  // namespace rif
