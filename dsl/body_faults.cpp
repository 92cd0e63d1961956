// Mistakes of bodies: settings, groups, axes, and what separates them.
#include <fmt/core.h>

#include <rif/base/unit.hpp>

#include "dsl/found.hpp"
#include "dsl/names.hpp"
#include "dsl/syntax_faults.hpp"

namespace rif::dsl {

namespace {

/// The setting read last as "key = " and its value; empty where there is none.
struct LastSetting {
    std::string key, value;
};

LastSetting last_setting(const Reading& reading) {
    if (!reading.entry_begin || !reading.entry_end || reading.entry_is_group) return {};
    const Cursor equals = skip_blanks(word_end(reading.entry_begin));
    if (*equals != '=' || equals >= reading.entry_end) return {};
    return {between(reading.entry_begin, word_end(reading.entry_begin)), between(skip_blanks(equals + 1), reading.entry_end)};
}

bool follows_comma(const Reading& reading, Cursor at) {
    const Cursor comma = reading.entry_end ? skip_blanks(reading.entry_end) : nullptr;
    return comma && *comma == ',' && comma < at;
}

Diagnostic value_without_key(const Reading& reading, Cursor at) {
    const Found found = found_at(reading, at);
    const LastSetting last = last_setting(reading);
    if (is_digit(*at) && at[-1] == ',' && !last.value.empty() && is_digit(last.value.back())) {
        return mistake(reading, at - 1, found.end, "comma-in-number", "a number has a point, not a comma", "",
                       fmt::format("{} = {}.{}", last.key, last.value, between(at, found.end)));
    }
    return mistake(reading, found.begin, found.end, "list-without-brackets", fmt::format("{} belongs to no setting", found.words),
                   "several values make a list in brackets", fmt::format("{} = [{}, {}]", last.key, last.value, rest_of_values(at)));
}

/// A name that neither '=' nor '{' follows.
Diagnostic lone_word(const Reading& reading, Cursor at) {
    const std::string_view word = first_word(at);
    const Cursor next = skip_blanks(at + word.size());
    if (*next == '.' && next == at + word.size() && is_letter(next[1])) {
        Cursor last = next + 1;
        for (Cursor p = next; *p == '.' && is_letter(p[1]); p = word_end(p + 1)) last = p + 1;
        return mistake(reading, at, word_end(last), "dotted-key", "a setting's name has no point: only --set and 'sweep' take an address",
                       "", rest_of_entry(last));
    }
    if (is_hyphened(next)) return hyphen_in_name(reading, next, true);
    const bool colon = *next == ':', equals = *next == '=';
    const std::string value = colon || equals ? rest_of_entry(skip_blanks(next + (next[1] == '=' ? 2 : 1))) : rest_of_entry(next);
    return expected(reading, next, "expected-equals", fmt::format("'=' or '{{' after '{}'", word), "",
                    fmt::format("{} = {}", word, value.empty() ? "1" : value));
}

}  // namespace

Diagnostic wrong_bracket(const Reading& reading, Cursor at, Cursor opened) {
    const char closing = *opened == '{' ? '}' : ']';
    Diagnostic result =
        mistake(reading, at, at + 1, "wrong-bracket", fmt::format("'{}' does not close '{}'", *at, *opened), "", std::string(1, closing));
    result.related.push_back({reading.place(opened, opened + 1), "it was opened here"});
    return result;
}

Diagnostic expected_entry(const Reading& reading, Cursor at) {
    const LastSetting last = last_setting(reading);
    const std::string_view word = first_word(at);
    const Cursor next = skip_blanks(at + word.size());
    const bool alone = ends_line(next) || *next == ',' || *next == '}';
    if (*at == '"' && *skip_blanks(text_end(at)) == '=' && text_end(at) > at + 2) {
        const std::string name = plain_name(between(at + 1, text_end(at) - 1));
        return mistake(reading, at, text_end(at), "name-in-quotes", "a setting's name is written without quotes", "",
                       name + " " + rest_of_entry(skip_blanks(text_end(at))));
    }
    if (*at == ',' && follows_comma(reading, at)) {
        const Cursor after = skip_blanks(at + 1);
        return mistake(reading, at, at + 1, "expected-setting", "expected a setting or a group, found a second comma", "",
                       fmt::format("{} = {}, {}", last.key, last.value, at_entry(after) ? rest_of_entry(after) : "seed = 1"));
    }
    if (alone && !last.value.empty() && is_digit(last.value.back()) && unit_singular(word) && !follows_comma(reading, at)) {
        return mistake(reading, at, at + word.size(), "unit-on-next-line", fmt::format("the unit '{}' stands on a line of its own", word),
                       "it belongs after its number", fmt::format("{} = {} {}", last.key, last.value, word));
    }
    if (!last.key.empty() && follows_comma(reading, at) && (word.empty() ? at_value(at) : alone)) return value_without_key(reading, at);
    if (is_hyphened(at)) return hyphen_in_name(reading, at);
    if (*at == '/' && at[1] == '/') return wrong_comment(reading, at);
    if (word.empty()) return expected(reading, at, "expected-setting", "a setting or a group", "", "seed = 1");
    return lone_word(reading, at);
}

Diagnostic expected_address(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-address", "an address", "", "run.seed");
}

Diagnostic expected_axis(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-axis", "an address and 'in [ … ]'", "", "run.seed in [1, 2, 3]");
}

Diagnostic expected_in(const Reading& reading, Cursor at) {
    Cursor address = at;
    while (address > reading.begin() && (address[-1] == ' ' || address[-1] == '\t')) --address;
    const Cursor end = address;
    while (address > reading.begin() && address[-1] != '\n' && address[-1] != ' ' && address[-1] != '{' && address[-1] != ',') --address;
    const std::string values = rest_of_entry(*at == '=' ? skip_blanks(at + 1) : at);
    return expected(reading, at, "expected-in", "'in' and a list of values", "",
                    fmt::format("{} in {}", between(address, end), values.starts_with('[') && values.ends_with(']') ? values : "[1, 2]"));
}

Diagnostic expected_axis_list(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-list", "a list of values in brackets after 'in'", "",
                    fmt::format("in [{}]", at_value(at) ? rest_of_values(at) : "1, 2"));
}

Diagnostic empty_axis(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "empty-axis", "an axis of a sweep needs at least one value", "", "in [1, 2]");
}

Diagnostic expected_end_of_entry(const Reading& reading, Cursor at) {
    const bool is_group = reading.entry_end[-1] == '}';
    const std::string entry = is_group ? "}" : between(reading.entry_begin, reading.entry_end);
    const LastSetting last = last_setting(reading);
    if (*at == ';') {
        const Cursor next = skip_blanks(at + 1);
        return mistake(reading, at, at + 1, "semicolon", "settings are separated by commas or line ends, not by ';'", "",
                       at_entry(next) ? fmt::format("{}, {}", entry, rest_of_entry(next)) : entry);
    }
    if (*at == '/' && at[1] == '/') return wrong_comment(reading, at);
    if (*at == '<' || *at == '>') {
        const Cursor end = at[1] == '=' ? at + 2 : at + 1;
        const Cursor subject = skip_blanks(end);
        const std::string turned = (*at == '<' ? ">" : "<") + between(at + 1, end);
        return mistake(
            reading, at, end, "condition-reversed", "a condition has its name first and its number last", "",
            fmt::format("{} {} {}", is_letter(*subject) ? first_word(subject) : "score", turned, last.value.empty() ? "0.8" : last.value));
    }
    const Cursor bound = skip_blanks(at + (at[0] == '=' && at[1] == '=' ? 2 : 1));
    if (*at == '=' && !is_group && !last.value.empty() && is_letter(last.value.front()) && is_digit(*bound)) {
        return expected(reading, at, "expected-separator", "a comma or the end of the line", "",
                        fmt::format("{} = {} >= {}", last.key, last.value, rest_of_entry(bound)));
    }
    const bool is_list = !is_group && at_value(at) && !last.value.empty() && !is_digit(last.value.front());
    return expected(reading, at, "expected-separator", "a comma or the end of the line", "",
                    is_list ? fmt::format("{} = [{}, {}]", last.key, last.value, rest_of_entry(at)) : entry);
}

Diagnostic comma_missing(const Reading& reading, Cursor next) {
    const Found found = found_at(reading, next);
    const Cursor after = skip_blanks(word_end(next));
    if (reading.entry_is_group && *after != '=' && *after != '.') {
        return mistake(reading, found.begin, found.end, "groups-without-comma", "two groups on one line need a comma between them",
                       "a comma is missing before this", "}, " + rest_of_entry(next));
    }
    const std::string before = reading.entry_is_group ? "}" : between(reading.entry_begin, reading.entry_end);
    return mistake(reading, found.begin, found.end, "comma-missing", "two settings on one line need a comma between them",
                   "a comma is missing before this", fmt::format("{}, {}", before, rest_of_entry(next)));
}

}  // namespace rif::dsl
