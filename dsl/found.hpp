// What stands at a position, in words: for `expected …, found …`.
#pragma once

#include <string>
#include <string_view>

#include "dsl/reading.hpp"

namespace rif::dsl {

struct Found {
    Cursor begin, end;   // of the thing found; empty at the end of a line, where it lies right behind what stands there
    std::string words;   // "'{'", "the text \"a\"", "the end of the line"
};

Found found_at(const Reading& reading, Cursor at);
/// The source between two positions.
std::string between(Cursor begin, Cursor end);
/// The rest of the line without comment, closing braces and blanks at its end: what a help line repeats.
std::string rest_of_entry(Cursor at);
Diagnostic mistake(const Reading& reading, Cursor begin, Cursor end, std::string slug, std::string message, std::string label,
                   std::string help);
/// "expected WHAT, found …", with the place of what was found.
Diagnostic expected(const Reading& reading, Cursor at, std::string slug, std::string_view what, std::string label, std::string help);

}  // namespace rif::dsl
