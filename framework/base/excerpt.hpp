// A line of a source as it is shown under a diagnostic: tabs as blanks, nothing that could steer a terminal, long lines cut.
#pragma once

#include <string>
#include <string_view>

#include <rif/base/place.hpp>

namespace rif {

/// The line in which a place begins, and the carets for the line below it: `indent` and `carets` are as wide as what they stand under.
struct Excerpt {
    std::string line, indent, carets;
};

/// Of a place that is somewhere. A span over several lines is marked to the end of its first; an empty one with a single caret.
Excerpt excerpt_of(const Place& place);
/// The whole of a line, cut where it is long.
std::string shown_line(std::string_view line);
/// Text for a terminal: control characters and bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view text);
bool is_blank(std::string_view line);

}  // namespace rif
