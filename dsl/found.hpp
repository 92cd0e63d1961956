// What stands at a position, in words: for `expected …, found …`.
#pragma once

#include <string>
#include <string_view>

#include "dsl/reading.hpp"

namespace rif::dsl {

struct Found {
    Cursor begin, end;  // of the thing found; empty at the end of a line, where it lies right behind what stands there
    std::string words;  // "'{'", "the text \"a\"", "the end of the line"
};

Found found_at(const Reading& reading, Cursor at);
/// The source between two positions.
std::string between(Cursor begin, Cursor end);
// What a help line repeats of the source, on one line and not too long
std::string rest_of_entry(Cursor at);   // to the comma or the bracket that ends the entry
std::string rest_of_values(Cursor at);  // to the next setting on the line or the closing brace
std::string rest_of_line(Cursor at);    // without the comment
Diagnostic mistake(const Reading& reading, Cursor begin, Cursor end, std::string slug, std::string message, std::string label,
                   std::string help);
/// "expected WHAT, found …", with the place of what was found.
Diagnostic expected(const Reading& reading, Cursor at, std::string slug, std::string_view what, std::string label, std::string help);

}  // namespace rif::dsl
