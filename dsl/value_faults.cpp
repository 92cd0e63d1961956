// Mistakes within values: numbers, units, texts, lists, conditions.
#include <fmt/core.h>

#include "dsl/found.hpp"
#include "dsl/syntax_faults.hpp"

namespace rif::dsl {

namespace {

bool starts_with(Cursor at, std::string_view what) {
    for (const char c : what) {
        if (*at++ != c) return false;
    }
    return true;
}

/// Quotes that a word processor or another language writes, with what closes them.
struct Quotes {
    std::string_view open, close;
};
constexpr Quotes k_quotes[] = {{"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"„", "“"}, {"”", "”"}, {"’", "’"}, {"«", "»"}};

Diagnostic wrong_quotes(const Reading& reading, Cursor at, const Quotes& quotes) {
    const Cursor inside = at + quotes.open.size();
    Cursor end = inside;
    while (!ends_line(end) && *end != ',' && *end != '}' && !starts_with(end, quotes.close)) ++end;
    const std::string text = between(inside, end);
    if (starts_with(end, quotes.close)) end += quotes.close.size();
    return mistake(reading, at, end, "wrong-quotes", "a text stands between straight double quotes", "", fmt::format("\"{}\"", text));
}

/// The innermost list with what was read of it, a comma, and what stands at `next`; where it goes over lines, an example.
std::string list_help(const Reading& reading, Cursor next) {
    const Cursor opened = reading.open.back(), end = reading.value_end;
    if (*opened != '[' || line_end(opened) != line_end(next) || end <= opened + 1) return "[1, 2]";
    const std::string more = at_value(next) && next > end ? ", " + rest_of_values(next) : "";
    return between(opened, end) + more + (more.ends_with(']') ? "" : "]");
}

}  // namespace

Diagnostic expected_value(const Reading& reading, Cursor at) {
    for (const Quotes& quotes : k_quotes) {
        if (starts_with(at, quotes.open)) return wrong_quotes(reading, at, quotes);
    }
    if (*at == '{') {
        return mistake(reading, at, at + 1, "group-with-equals", "a group is written without '='", "", "train { epochs = 3 }");
    }
    const std::string_view word = reading.current ? first_word(reading.current) : std::string_view();
    const std::string key = word.empty() ? "" : fmt::format("{} = ", word);
    if (*at == '=') {
        const std::string value = rest_of_entry(skip_blanks(at + 1));
        return mistake(reading, at, at + 1, "expected-value", "expected a value, found a second '='", "one '=' sets a value",
                       key + (value.empty() ? "1" : value));
    }
    return expected(reading, at, "expected-value", "a value", "a number, a text in quotes, a name, a list or a condition", key + "1");
}

Diagnostic expected_end_of_argument(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-end", "the end of the argument", "", between(reading.begin(), at));
}

Diagnostic expected_bound(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-bound", "a number after the comparison", "", ">= 0.8");
}

Diagnostic expected_range_end(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-range-end", "a number after '..'", "a range has both ends", "0..1000");
}

Diagnostic expected_unit_after_per(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-unit", "a unit after 'per'", "", "0.02 per year");
}

Diagnostic expected_list_item(const Reading& reading, Cursor at) {
    if (*at == ',') {
        return mistake(reading, at, at + 1, "expected-value", "expected a value, found a second comma", "",
                       list_help(reading, skip_blanks(at + 1)));
    }
    if (*at == ';') {
        return mistake(reading, at, at + 1, "semicolon", "the values of a list are separated by commas, not by ';'", "",
                       list_help(reading, skip_blanks(at + 1)));
    }
    for (const Quotes& quotes : k_quotes) {
        if (starts_with(at, quotes.open)) return wrong_quotes(reading, at, quotes);
    }
    return expected(reading, at, "expected-list-item", "a comma, a value or ']' in this list", "", list_help(reading, reading.value_end));
}

Diagnostic list_comma_missing(const Reading& reading, Cursor next) {
    const Found found = found_at(reading, next);
    return mistake(reading, found.begin, found.end, "list-comma-missing", "two values of a list need a comma between them",
                   "a comma is missing before this", list_help(reading, next));
}

Diagnostic list_not_closed(const Reading& reading, Cursor at, Cursor opened) {
    Diagnostic result = mistake(reading, at, at, "list-not-closed", "a list is not closed", "']' is missing here",
                                line_end(opened) >= at ? between(opened, at) + "]" : "]");
    result.related.push_back({reading.place(opened, opened + 1), "it was opened here"});
    return result;
}

Diagnostic blank_before_unit(const Reading& reading, Cursor begin, Cursor number_end) {
    const Cursor end = word_end(number_end);
    return mistake(reading, begin, end, "blank-before-unit", "a unit stands one blank after its number", "",
                   between(begin, number_end) + " " + between(number_end, end));
}

Diagnostic digit_before_point(const Reading& reading, Cursor begin, Cursor end) {
    std::string text = between(begin, end);
    text.insert(text.find('.'), "0");
    return mistake(reading, begin, end, "digit-before-point", "a number has a digit before its point", "", text);
}

Diagnostic digit_after_point(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "digit-after-point", "a number has a digit after its point", "", between(begin, end) + "0");
}

Diagnostic not_a_number(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "not-a-number", fmt::format("'{}' is not a number", between(begin, end)),
                   "digits, one point, an exponent such as e-3, '_' between digits", "1_000");
}

Diagnostic number_too_large(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "number-too-large", fmt::format("{} is more than a number can hold (1.8e308)", between(begin, end)),
                   "", "1e308");
}

Diagnostic blank_in_range(const Reading& reading, Cursor dots) {
    Cursor low = dots, high = dots + 2;
    while (low > reading.begin() && (low[-1] == ' ' || low[-1] == '\t')) --low;
    while (low > reading.begin() && (is_word_character(low[-1]) || low[-1] == '.' || low[-1] == '-' || low[-1] == '+')) --low;
    high = skip_blanks(high);
    Cursor end = high;
    if (*end == '+' || *end == '-') ++end;
    while (is_word_character(*end) || (*end == '.' && is_digit(end[1]))) ++end;
    Cursor low_end = low;
    while (low_end < dots && *low_end != ' ' && *low_end != '\t') ++low_end;
    return mistake(reading, low, end, "blank-in-range", "a range has no blanks around '..'", "",
                   between(low, low_end) + ".." + between(high, end));
}

Diagnostic wrong_comparison(const Reading& reading, Cursor begin, Cursor end, std::string_view meant) {
    return mistake(reading, begin, end, "wrong-comparison", fmt::format("'{}' is no comparison", between(begin, end)), ">= > <= or <",
                   fmt::format("{} {}", meant, at_value(skip_blanks(end)) ? rest_of_entry(skip_blanks(end)) : "0.8"));
}

Diagnostic text_not_closed(const Reading& reading, Cursor quote, Cursor end) {
    return mistake(reading, quote, end, "text-not-closed", "a text has no closing quote on its line", "", between(quote, end) + "\"");
}

Diagnostic unknown_escape(const Reading& reading, Cursor begin, Cursor end) {
    const bool unicode = begin[1] == 'u';
    return mistake(reading, begin, end, "unknown-escape",
                   unicode ? fmt::format("'{}' has no four hexadecimal digits", between(begin, end))
                           : fmt::format("'{}' means nothing in a text", between(begin, end)),
                   "\\\" \\\\ \\n \\t \\uXXXX", unicode ? "\\u00e9" : "\\\\" + between(begin + 1, end));
}

Diagnostic lone_surrogate(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "lone-surrogate",
                   fmt::format("'{}' is half of a surrogate pair and no character", between(begin, end)), "a pair is \\uD83D\\uDE00",
                   "\\uFFFD");
}

}  // namespace rif::dsl
