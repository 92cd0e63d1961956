#include "dsl/grammar_checks.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "dsl/parse.hpp"
#include "dsl/syntax_faults.hpp"

namespace rif::dsl {

namespace {

bool open_with(Reading& reading, Cursor& at) {
    if (reading.open.size() >= k_deepest_nesting) throw Fault{nesting_too_deep(reading, at)};
    reading.open.push_back(at++);
    reading.value_end = at;
    return true;
}

bool starts_with(Cursor at, std::string_view what) {
    for (const char c : what) {
        if (*at++ != c) return false;
    }
    return true;
}

struct Mistyped {
    std::string_view written;
    Comparison meant;
};
/// Where a text without a closing quote is over: before the brackets at the line's end that close those opened on this line.
Cursor likely_text_end(const Reading& reading, Cursor quote) {
    Cursor line = quote;
    while (line > reading.begin() && line[-1] != '\n') --line;
    auto open_here = std::count_if(reading.open.begin(), reading.open.end(), [&](Cursor bracket) { return bracket >= line; });
    Cursor end = line_end(quote);
    for (Cursor p = end; p > quote + 1 && open_here > 0;) {
        --p;
        if (*p == '}' || *p == ']')
            end = p, --open_here;
        else if (*p != ' ' && *p != '\t')
            break;
    }
    while (end > quote + 1 && (end[-1] == ' ' || end[-1] == '\t')) --end;
    return end;
}

constexpr Mistyped k_mistyped[] = {{"=>", Comparison::at_least},
                                   {"=<", Comparison::at_most},
                                   {"≥", Comparison::at_least},
                                   {"≤", Comparison::at_most},
                                   {"==", Comparison::at_least}};

}  // namespace

bool open_brace(Reading& reading, Cursor& at) {
    if (*at == '{') return open_with(reading, at);
    const Cursor later = skip_filler(at);
    if (*later != '{') return false;
    reading.report(brace_on_next_line(reading, later));
    at = later;
    return open_with(reading, at);
}

bool close_brace(Reading& reading, Cursor& at) {
    const Cursor opened = reading.open.back();
    if (*at == '}')
        ++at;
    else if (at_wrong_closing(reading.begin(), at))
        reading.report(wrong_bracket(reading, at++, opened));
    else if (*at && !at_statement_head(reading.begin(), at))
        throw Fault{expected_entry(reading, at)};
    else
        reading.report(brace_missing(reading, at, opened));
    reading.open.pop_back();
    return true;
}

bool open_bracket(Reading& reading, Cursor& at) { return *at == '[' && open_with(reading, at); }

bool close_bracket(Reading& reading, Cursor& at) {
    const Cursor opened = reading.open.back();
    if (*at == ']') {
        ++at;
    } else if (*at == ')') {
        reading.report(wrong_bracket(reading, at++, opened));
    } else {
        const bool over = !*at || *at == '}' || at_entry(at) || at_statement_head(reading.begin(), at);
        if (!over) throw Fault{expected_list_item(reading, at)};
        at = reading.value_end;
        reading.report(list_not_closed(reading, at, opened));
    }
    reading.open.pop_back();
    return true;
}

bool entry_starts(Reading& reading, Cursor& at) {
    if (!*at || *at == '}' || at_wrong_closing(reading.begin(), at) || at_statement_head(reading.begin(), at)) return false;
    reading.current = at;
    return true;
}

bool no_entry(Reading& reading, Cursor& at) { throw Fault{expected_entry(reading, at)}; }

bool block_starts(Reading&, Cursor& at) {
    const std::string_view word = first_word(at);
    return !word.empty() && word != "rif" && *skip_blanks(at + word.size()) != '=';
}

bool entry_ends(Reading& reading, Cursor& at) {
    const Cursor next = skip_blanks(at);
    reading.entry_begin = reading.current;
    reading.entry_end = at;
    if (ends_line(next) || *next == ',' || *next == '}' || at_entry(next)) return true;
    if (at_wrong_closing(reading.begin(), next)) return true;
    // a body that was never closed leaves the cursor at the next statement's head
    if (at_statement_head(reading.begin(), at)) return true;
    throw Fault{expected_end_of_entry(reading, next)};
}

bool missing_comma(Reading& reading, Cursor& at) {
    const Cursor next = skip_blanks(at);
    if (!at_entry(next) || at_statement_head(reading.begin(), next)) return false;
    reading.report(comma_missing(reading, next));
    at = next;
    return true;
}

bool item_starts(Reading& reading, Cursor& at) { return !at_entry(at) && !at_statement_head(reading.begin(), at); }

bool missing_list_comma(Reading& reading, Cursor& at) {
    if (!at_value(at) || at_statement_head(reading.begin(), at)) return false;
    reading.report(list_comma_missing(reading, at));
    return true;
}

Cursor after_fault(Reading& reading, Cursor begin, std::size_t open, Diagnostic fault) {
    const Cursor at = reading.at(fault.place.begin);
    reading.report(std::move(fault));
    reading.open.resize(open);
    reading.entry_end = after_entry(reading.begin(), begin, std::max(begin, at));
    return reading.entry_end;
}

bool is_unit_here(Reading&, Cursor& at) { return !is_reserved(first_word(at)) && !at_entry(at); }

bool number_ends(Reading& reading, Cursor& at) {
    Cursor begin = at;
    while (begin > reading.begin() && (is_word_character(begin[-1]) || begin[-1] == '.' || begin[-1] == '+' || begin[-1] == '-')) {
        if (begin[-1] == '.' && begin - 1 > reading.begin() && begin[-2] == '.') break;  // the upper end of a range
        --begin;
    }
    if (is_word_character(*at)) {
        const bool exponent = (*at == 'e' || *at == 'E') && !is_letter(at[1]);
        if (*at == '_' || exponent) {
            const Cursor end = word_end(at);
            reading.report(not_a_number(reading, begin, end));
            at = end;
        } else {
            reading.report(blank_before_unit(reading, begin, at));
        }
    } else if (*at == '.' && at[1] != '.') {
        const Cursor end = is_word_character(at[1]) ? word_end(at + 1) : at + 1;
        reading.report(end == at + 1 ? digit_after_point(reading, begin, end) : not_a_number(reading, begin, end));
        at = end;
    }
    return true;
}

bool bare_point(Reading& reading, Cursor& at) {
    const Cursor point = *at == '+' || *at == '-' ? at + 1 : at;
    if (*point != '.' || !is_digit(point[1])) return false;
    Cursor end = point + 1;
    while (is_digit(*end)) ++end;
    reading.report(digit_before_point(reading, at, end));
    at = end;
    return true;
}

bool range_dots(Reading& reading, Cursor& at) {
    const Cursor dots = skip_blanks(at);
    if (dots[0] != '.' || dots[1] != '.') return false;
    const Cursor high = skip_blanks(dots + 2);
    if (dots != at || high != dots + 2) reading.report(blank_in_range(reading, dots));
    at = high;
    return true;
}

bool other_comparison(Reading& reading, Cursor& at) {
    for (const auto& [written, meant] : k_mistyped) {
        if (!starts_with(at, written)) continue;
        reading.report(wrong_comparison(reading, at, at + written.size(), symbol(meant)));
        at += written.size();
        return true;
    }
    return false;
}

Comparison meant_comparison(std::string_view written) {
    const auto entry = std::find_if(std::begin(k_mistyped), std::end(k_mistyped), [&](const Mistyped& m) { return m.written == written; });
    return entry == std::end(k_mistyped) ? Comparison::at_least : entry->meant;
}

bool text_in_quotes(Reading& reading, Cursor& at) {
    if (*at != '"') return false;
    const Cursor quote = at;
    at = text_end(at);
    bool closed = at > quote + 1 && at[-1] == '"';
    if (closed && at == line_end(quote)) {  // `"abc\"` ends with an escaped quote
        std::size_t backslashes = 0;
        for (Cursor p = at - 1; p > quote + 1 && p[-1] == '\\'; --p) ++backslashes;
        closed = backslashes % 2 == 0;
    }
    if (closed) return true;
    at = likely_text_end(reading, quote);
    reading.report(text_not_closed(reading, quote, at));
    return true;
}

Number number(Reading& reading, Cursor begin, Cursor end) {
    Number result;
    result.text.assign(begin, end);
    std::string plain = result.text;
    std::erase(plain, '_');
    if (!plain.empty() && plain.front() == '+') plain.erase(0, 1);
    const auto [stop, error] = std::from_chars(plain.data(), plain.data() + plain.size(), result.value);
    if (error != std::errc::result_out_of_range) return result;
    const bool is_tiny = plain.find("e-") != std::string::npos || plain.find("E-") != std::string::npos;
    result.value = 0;
    if (!is_tiny) reading.report(number_too_large(reading, begin, end));
    return result;
}

namespace {

Cursor character_end(Cursor at) {
    ++at;
    while ((static_cast<unsigned char>(*at) & 0xC0) == 0x80) ++at;
    return at;
}

void append_utf8(std::string& text, unsigned code) {
    const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) return byte(0xC0 | (code >> 6U)), byte(0x80 | (code & 0x3FU));
    if (code < 0x10000) return byte(0xE0 | (code >> 12U)), byte(0x80 | ((code >> 6U) & 0x3FU)), byte(0x80 | (code & 0x3FU));
    byte(0xF0 | (code >> 18U)), byte(0x80 | ((code >> 12U) & 0x3FU)), byte(0x80 | ((code >> 6U) & 0x3FU)), byte(0x80 | (code & 0x3FU));
}

/// The code of `\uXXXX` at `at`, or -1.
int escaped_code(Cursor at, Cursor end) {
    int code = -1;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    const auto [stop, error] = std::from_chars(at + 2, at + 6, code, 16);
    return error == std::errc() && stop == at + 6 && at[2] != '-' ? code : -1;
}

bool is_high(int code) { return code >= 0xD800 && code < 0xDC00; }
bool is_low(int code) { return code >= 0xDC00 && code < 0xE000; }

/// Appends what the `\uXXXX` at `at` stands for and returns where it ends.
Cursor unescape_unicode(Reading& reading, Cursor at, Cursor end, std::string& text) {
    const int code = escaped_code(at, end);
    if (code < 0) {
        Cursor stop = at + 2;
        while (stop < end && stop < at + 6 && is_word_character(*stop)) ++stop;
        reading.report(unknown_escape(reading, at, stop));
        return stop;
    }
    const int low = is_high(code) ? escaped_code(at + 6, end) : -1;
    if (is_high(code) && is_low(low)) {
        append_utf8(text, 0x10000U + ((static_cast<unsigned>(code) - 0xD800U) << 10U) + (static_cast<unsigned>(low) - 0xDC00U));
        return at + 12;
    }
    if (is_high(code) || is_low(code))
        reading.report(lone_surrogate(reading, at, at + 6));
    else
        append_utf8(text, static_cast<unsigned>(code));
    return at + 6;
}

}  // namespace

std::string unescaped(Reading& reading, Cursor begin, Cursor end) {
    std::string text;
    Cursor at = begin + 1;
    while (at < end) {
        if (*at == '"') break;
        if (*at != '\\') {
            text += *at++;
            continue;
        }
        const char escape = at + 1 < end ? at[1] : '\0';
        if (escape == 'u') {
            at = unescape_unicode(reading, at, end, text);
            continue;
        }
        if (escape == '"' || escape == '\\')
            text += escape;
        else if (escape == 'n')
            text += '\n';
        else if (escape == 't')
            text += '\t';
        else if (at + 1 < end)
            reading.report(unknown_escape(reading, at, character_end(at + 1)));
        at = std::min(at + 2, end);
    }
    return text;
}

}  // namespace rif::dsl
