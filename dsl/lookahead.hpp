// What can be said of a .rif text without parsing it: comments, brackets, where a statement starts, where to go on after a mistake.
// Positions are pointers into a Source's text, which ends with a NUL that is not part of it: looking one character ahead is always safe.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace rif::dsl {

using Cursor = const char*;

bool is_letter(char c);  // may begin a name: ASCII letter or `_`
bool is_digit(char c);
bool is_word_character(char c);  // may go on in a name or a number's tail
bool is_reserved(std::string_view word);

Cursor skip_blanks(Cursor at);           // B
Cursor skip_filler(Cursor at);           // F: blanks, line ends, comments
Cursor word_end(Cursor at);              // past the word characters
Cursor text_end(Cursor at);              // past the closing quote of the text that begins at `at`, or at the line's end where there is none
Cursor line_end(Cursor at);              // at the CR LF, LF or NUL that ends the line
bool ends_line(Cursor at);               // at a line end, a comment or the end of the text
std::string_view first_word(Cursor at);  // the word at `at`, or nothing

/// `at` is the first column of a line that can only be the head of a statement: `role name =`, `target name {`, `run {`, `sweep {`,
/// `include "`.
bool at_statement_head(Cursor begin, Cursor at);
/// What follows reads as a setting, a group or an axis: `name =`, `name {`, `name label {`, `a.b in [`.
bool at_entry(Cursor at);
/// What follows can only be a value: a text, a number, a list, or a name that is no entry's key.
bool at_value(Cursor at);

/// At a `]` or `)` that stands where a `}` is due: no `}` for it follows before the next statement.
bool at_wrong_closing(Cursor begin, Cursor at);

/// The first bracket that opens more than `deepest` levels within the statement at `at`, or null.
Cursor too_deep(Cursor begin, Cursor at, std::size_t deepest);
/// Where an entry that began at `entry` and went wrong at `fault` is over: at the comma before the next entry, the line end or the
/// closing brace that is not its own.
Cursor after_entry(Cursor begin, Cursor entry, Cursor fault);
/// The next line after `fault` whose first column is a letter and that is not inside the braces of the statement at `statement`.
Cursor after_statement(Cursor begin, Cursor statement, Cursor fault);

/// Past `{ … }` or `[ … ]` that opens at `at`; null where it does not close before the next statement's head,
/// closes crosswise or nests deeper than is legal.
Cursor after_bracket(Cursor begin, Cursor at);
/// Every comment, from '#' to before the line end, in order.
std::vector<std::pair<Cursor, Cursor>> comments(Cursor begin);

}  // namespace rif::dsl
