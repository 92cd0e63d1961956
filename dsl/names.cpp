#include "dsl/names.hpp"

#include <fmt/core.h>

#include "dsl/found.hpp"

namespace rif::dsl {

namespace {

/// The end of a name that was written with hyphens, or of the plain name.
Cursor hyphened_end(Cursor at) {
    Cursor end = word_end(at);
    while (end > at && *end == '-' && is_word_character(end[1])) end = word_end(end + 1);
    return end;
}

}  // namespace

std::string plain_name(std::string text) {
    for (char& c : text) {
        if (!is_word_character(c)) c = '_';
    }
    if (text.empty() || is_digit(text.front())) text.insert(0, "_");
    return text;
}

bool is_hyphened(Cursor at) { return is_letter(*at) && hyphened_end(at) != word_end(at); }

Diagnostic hyphen_in_name(const Reading& reading, Cursor at, bool as_label) {
    const Cursor end = hyphened_end(at);
    const std::string name = between(at, end);
    return mistake(reading, at, end, "hyphen-in-name", fmt::format("'{}' has a hyphen, and a name has none", name),
                   as_label ? "quoted, it may have one" : "letters, digits and _", as_label ? quoted(name) : plain_name(name));
}

Diagnostic wrong_comment(const Reading& reading, Cursor at) {
    return mistake(reading, at, at + 2, "wrong-comment", "a comment starts with '#', not with '//'", "",
                   "# " + rest_of_line(skip_blanks(at + 2)));
}

}  // namespace rif::dsl
