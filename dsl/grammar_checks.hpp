// The spots of the grammar that look ahead: brackets with the place where they were opened, separators, numbers, texts.
// Each moves the cursor past what it takes and returns whether it took it; a likely mistake is reported and read as what was meant.
#pragma once

#include <string>
#include <string_view>

#include <rif/base/value.hpp>

#include "dsl/reading.hpp"

namespace rif::dsl {

// Brackets
bool open_brace(Reading& reading, Cursor& at);   // also one that stands on a later line: reported
bool close_brace(Reading& reading, Cursor& at);  // reports a missing one, and takes nothing
bool open_bracket(Reading& reading, Cursor& at);
bool close_bracket(Reading& reading, Cursor& at);

// Separators
bool entry_starts(Reading& reading, Cursor& at);   // no closing brace, no end, no head of the next statement
bool no_entry(Reading& reading, Cursor& at);       // neither setting nor group: a Fault that says which was meant
bool entry_ends(Reading& reading, Cursor& at);     // before a separator or a closing brace, else a Fault
bool block_starts(Reading& reading, Cursor& at);   // false where no block can be meant
bool missing_comma(Reading& reading, Cursor& at);  // another entry follows on the line
bool item_starts(Reading& reading, Cursor& at);    // what follows is not the next setting or statement of a list that was never closed
bool missing_list_comma(Reading& reading, Cursor& at);
/// Where reading goes on after a Fault in the entry that began at `begin`, with `open` brackets open around it.
Cursor after_fault(Reading& reading, Cursor begin, std::size_t open, Diagnostic fault);

// Words and numbers
bool is_unit_here(Reading& reading, Cursor& at);      // no reserved word, and no key of a next setting
bool number_ends(Reading& reading, Cursor& at);       // reports `20tokens`, `5.`, `1__0`
bool bare_point(Reading& reading, Cursor& at);        // reports `.5`
bool range_dots(Reading& reading, Cursor& at);        // reports `0 .. 5`
bool other_comparison(Reading& reading, Cursor& at);  // reports `=>`, `≥`, `==`
bool text_in_quotes(Reading& reading, Cursor& at);    // reports a missing closing quote

/// What `=>`, `≥` and their like are meant to be.
Comparison meant_comparison(std::string_view written);
/// The value of a number as written. Reports one too large.
Number number(Reading& reading, Cursor begin, Cursor end);
/// What a text stands for, its quotes left out and its escapes resolved. Reports unknown escapes and lone surrogates.
std::string unescaped(Reading& reading, Cursor begin, Cursor end);

}  // namespace rif::dsl
