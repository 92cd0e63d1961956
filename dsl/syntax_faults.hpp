// What is said of each mistake that the parser finds: slug, span, message, help. Where one spot can be wrong in several ways, what
// stands there tells which.
#pragma once

#include <string>
#include <string_view>

#include "dsl/reading.hpp"

namespace rif::dsl {

// The file as a whole
Diagnostic too_large(const Reading& reading);
Diagnostic not_utf8(const Reading& reading, Cursor byte);
Diagnostic nul_character(const Reading& reading, Cursor byte);
Diagnostic nesting_too_deep(const Reading& reading, Cursor bracket);
Diagnostic too_many_mistakes(const Reading& reading, Cursor at, std::size_t most);
Diagnostic version_missing(const Reading& reading, Cursor at);
Diagnostic version_not_a_number(const Reading& reading, Cursor at);
Diagnostic version_newer(const Place& digits);
Diagnostic version_unknown(const Place& digits);

// Statements
Diagnostic expected_statement(const Reading& reading, Cursor at);
Diagnostic include_below_block(const Reading& reading, Cursor begin, Cursor end);
Diagnostic second_run(const Place& first, const Place& second);
Diagnostic expected_end_of_statement(const Reading& reading, Cursor at);
Diagnostic reserved_name(const Place& name, std::string_view role);
Diagnostic expected_name(const Reading& reading, Cursor at, std::string_view of_what, std::string_view help);
Diagnostic expected_block_equals(const Reading& reading, Cursor at);
Diagnostic expected_plugin(const Reading& reading, Cursor at);
Diagnostic expected_include_path(const Reading& reading, Cursor at);
Diagnostic expected_body(const Reading& reading, Cursor at, std::string_view head, std::string_view help);
Diagnostic brace_on_next_line(const Reading& reading, Cursor brace);
Diagnostic brace_missing(const Reading& reading, Cursor at, Cursor opened);

// Bodies (body_faults.cpp)
Diagnostic wrong_bracket(const Reading& reading, Cursor at, Cursor opened);
Diagnostic expected_entry(const Reading& reading, Cursor at);
Diagnostic expected_address(const Reading& reading, Cursor at);
Diagnostic expected_axis(const Reading& reading, Cursor at);
Diagnostic expected_in(const Reading& reading, Cursor at);
Diagnostic expected_axis_list(const Reading& reading, Cursor at);
Diagnostic empty_axis(const Reading& reading, Cursor begin, Cursor end);
Diagnostic expected_end_of_entry(const Reading& reading, Cursor at);
Diagnostic comma_missing(const Reading& reading, Cursor next);

// Values (value_faults.cpp)
Diagnostic expected_value(const Reading& reading, Cursor at);
Diagnostic expected_end_of_argument(const Reading& reading, Cursor at);
Diagnostic expected_bound(const Reading& reading, Cursor at);
Diagnostic expected_range_end(const Reading& reading, Cursor at);
Diagnostic expected_unit_after_per(const Reading& reading, Cursor at);
Diagnostic expected_list_item(const Reading& reading, Cursor at);
Diagnostic list_comma_missing(const Reading& reading, Cursor next);
Diagnostic list_not_closed(const Reading& reading, Cursor at, Cursor opened);
Diagnostic blank_before_unit(const Reading& reading, Cursor begin, Cursor number_end);
Diagnostic digit_before_point(const Reading& reading, Cursor begin, Cursor end);
Diagnostic digit_after_point(const Reading& reading, Cursor begin, Cursor end);
Diagnostic not_a_number(const Reading& reading, Cursor begin, Cursor end);
Diagnostic number_too_large(const Reading& reading, Cursor begin, Cursor end);
Diagnostic blank_in_range(const Reading& reading, Cursor dots);
Diagnostic wrong_comparison(const Reading& reading, Cursor begin, Cursor end, std::string_view meant);
Diagnostic text_not_closed(const Reading& reading, Cursor quote, Cursor end);
Diagnostic unknown_escape(const Reading& reading, Cursor begin, Cursor end);
Diagnostic lone_surrogate(const Reading& reading, Cursor begin, Cursor end);

}  // namespace rif::dsl
