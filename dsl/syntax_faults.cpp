// Mistakes of the file as a whole, of statements and of bodies; those of values are in value_faults.cpp.
#include "dsl/syntax_faults.hpp"

#include <fmt/core.h>

#include <rif/base/catalogue.hpp>
#include <rif/base/unit.hpp>

#include "dsl/found.hpp"
#include "dsl/parse.hpp"

namespace rif::dsl {

namespace {

std::string plain_name(std::string text) {
    for (char& c : text) {
        if (!is_word_character(c)) c = '_';
    }
    if (text.empty() || is_digit(text.front())) text.insert(0, "_");
    return text;
}

/// The end of a name that was written with hyphens, or `at` itself where there is none.
Cursor hyphened_end(Cursor at) {
    Cursor end = word_end(at);
    while (end > at && *end == '-' && is_word_character(end[1])) end = word_end(end + 1);
    return end;
}

bool is_hyphened(Cursor at) { return is_letter(*at) && hyphened_end(at) != word_end(at); }

Diagnostic hyphen_in_name(const Reading& reading, Cursor at, std::string_view before) {
    const Cursor end = hyphened_end(at);
    const std::string name = between(at, end);
    return mistake(reading, at, end, "hyphen-in-name", fmt::format("'{}' has a hyphen, and a name has none", name),
                   "letters, digits and _", fmt::format("{}{}", before, plain_name(name)));
}

}  // namespace

Diagnostic too_large(const Reading& reading) {
    return mistake(reading, reading.begin(), reading.begin(), "file-too-large",
                   fmt::format("the file has {} bytes, and {} may have at most {} (1 MiB)", reading.source->text.size(),
                               "a .rif file", k_most_bytes),
                   "", "include \"part.rif\"");
}

Diagnostic not_utf8(const Reading& reading, Cursor byte) {
    return mistake(reading, byte, byte + 1, "not-utf-8",
                   fmt::format("byte {} of the file is {:#04x}, which is not UTF-8", byte - reading.begin(), static_cast<unsigned char>(*byte)),
                   "", fmt::format("iconv -f latin1 -t utf-8 {0} > utf8.rif", reading.source->name));
}

Diagnostic nul_character(const Reading& reading, Cursor byte) {
    return mistake(reading, byte, byte + 1, "nul-character", fmt::format("byte {} of the file is NUL", byte - reading.begin()),
                   "no text has this character", fmt::format("tr -d '\\0' < {} > clean.rif", reading.source->name));
}

Diagnostic nesting_too_deep(const Reading& reading, Cursor bracket) {
    return mistake(reading, bracket, bracket + 1, "nesting-too-deep",
                   fmt::format("brackets and braces nest deeper than {} levels", k_deepest_nesting),
                   fmt::format("level {}", k_deepest_nesting + 1), "close what is open before this one");
}

Diagnostic too_many_mistakes(const Reading& reading, Cursor at, std::size_t most) {
    return mistake(reading, at, at, "too-many-mistakes", fmt::format("{} mistakes so far: the rest of the file was not read", most), "",
                   "mend those above, then check again");
}

Diagnostic version_missing(const Reading& reading, Cursor at) {
    return expected(reading, at, "version-missing", "the version of the language as the first line", "",
                    fmt::format("rif {}", k_language_version));
}

Diagnostic version_not_a_number(const Reading& reading, Cursor at) {
    return expected(reading, at, "version-missing", "the number of the language's version after 'rif'", "",
                    fmt::format("rif {}", k_language_version));
}

Diagnostic version_newer(const Reading& reading, Cursor begin, Cursor end, long version) {
    return mistake(reading, begin, end, "version-newer",
                   fmt::format("this file is written in version {} of the language, and this program reads version {}", version,
                               k_language_version),
                   "", "rif --version");
}

Diagnostic version_unknown(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "version-unknown",
                   fmt::format("the language has no version {}: the first is 1", between(begin, end)), "",
                   fmt::format("rif {}", k_language_version));
}

Diagnostic expected_statement(const Reading& reading, Cursor at) {
    const std::string_view word = first_word(at);
    const Cursor next = skip_blanks(at + word.size());
    if (*at == '}') {
        return mistake(reading, at, at + 1, "brace-without-partner", "'}' closes nothing: no brace is open here", "",
                       "delete this brace, or look for a '{' that is missing above");
    }
    if (*at == '{') return brace_on_next_line(reading, at);
    if (*at == '/' && at[1] == '/') {
        return mistake(reading, at, at + 2, "wrong-comment", "a comment starts with '#', not with '//'", "",
                       "# " + rest_of_entry(skip_blanks(at + 2)));
    }
    if (!word.empty() && *next == '=') {
        return mistake(reading, at, at + word.size(), "setting-outside-block",
                       fmt::format("the setting '{}' stands in no block", word), "", fmt::format("run {{ {} }}", rest_of_entry(at)));
    }
    if (word == "rif") {
        return mistake(reading, at, at + word.size(), "second-version", "the version of the language stands once, in the first line", "",
                       "delete this line");
    }
    return expected(reading, at, "expected-statement", "a block, 'target', 'run' or 'sweep'", "", "run { seed = 1 }");
}

Diagnostic include_below_block(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "include-below-block", "an 'include' stands below a block", "includes come first, right below 'rif 1'",
                   "rif 1\\n" + between(begin, end));
}

Diagnostic second_run(const Place& first, const Place& second) {
    Diagnostic result{Severity::error, "second-run", second, "a second 'run': an experiment has one", "", "sweep { run.seed in [1, 2] }"};
    result.related.push_back({first, "the first is here"});
    return result;
}

Diagnostic expected_end_of_statement(const Reading& reading, Cursor at) {
    if (at_statement_head(at, at)) {
        const Found found = found_at(reading, at);
        return mistake(reading, found.begin, found.end, "expected-line-end",
                       fmt::format("{} starts on the line of the statement before", found.words), "each statement starts on a line of its own",
                       rest_of_entry(at));
    }
    return expected(reading, at, "expected-line-end", "the end of the line", "", "# after a statement only a comment may follow");
}

Diagnostic reserved_name(const Place& name, std::string_view role) {
    return {Severity::error,
            "reserved-name",
            name,
            fmt::format("'{}' is a word of the language and cannot name a block", name.text()),
            "reserved: in like per on off include none",
            fmt::format("{} my_{}", role, name.text())};
}

Diagnostic expected_name(const Reading& reading, Cursor at, std::string_view of_what, std::string_view help) {
    if (*at == '"' && text_end(at) > at + 2) {
        const std::string inside = between(at + 1, text_end(at) - 1);
        return mistake(reading, at, text_end(at), "name-in-quotes", fmt::format("{} is written without quotes", of_what), "",
                       plain_name(inside));
    }
    return expected(reading, at, "expected-name", of_what, "letters, digits and _", std::string(help));
}

Diagnostic expected_block_equals(const Reading& reading, Cursor at) {
    Cursor name = at;
    while (name > reading.begin() && is_word_character(name[-1])) --name;
    if (*at == '-' && is_hyphened(name)) return hyphen_in_name(reading, name, "");
    return expected(reading, at, "expected-equals", "'=' and a plugin's name", "", "similarity closeness = embedding");
}

Diagnostic expected_plugin(const Reading& reading, Cursor at) {
    if (*at == '"') return expected_name(reading, at, "a plugin's name", "embedding");
    return expected(reading, at, "expected-plugin", "the name of a plugin after '='", "", "rif plugins list");
}

Diagnostic expected_include_path(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-include-path", "the path of a .rif file in quotes after 'include'", "",
                    fmt::format("include \"{}\"", is_letter(*at) ? rest_of_entry(at) : "shared/models.rif"));
}

Diagnostic expected_body(const Reading& reading, Cursor at, std::string_view help) {
    return expected(reading, at, "expected-brace", "'{'", "", std::string(help));
}

Diagnostic brace_on_next_line(const Reading& reading, Cursor brace) {
    Cursor head = brace;  // the line before that holds something
    while (head > reading.begin() && (head[-1] == ' ' || head[-1] == '\t' || head[-1] == '\n' || head[-1] == '\r')) --head;
    Cursor head_begin = head;
    while (head_begin > reading.begin() && head_begin[-1] != '\n') --head_begin;
    const std::string line = rest_of_entry(skip_blanks(head_begin));
    return mistake(reading, brace, brace + 1, "brace-on-next-line", "the '{' stands on a line of its own", "it belongs on the line of its head",
                   line.empty() ? "run {" : line + " {");
}

Diagnostic brace_missing(const Reading& reading, Cursor at, Cursor opened) {
    const Found found = found_at(reading, at);
    const bool at_end = found.begin == found.end;
    Diagnostic result = mistake(reading, found.begin, found.end, "brace-missing",
                                at_end ? "the file ends, and a '{' is still open" : fmt::format("a '{{' is still open before {}", found.words),
                                "'}' is missing before this", "}");
    result.related.push_back({reading.place(opened, opened + 1), "it was opened here"});
    return result;
}

Diagnostic expected_entry(const Reading& reading, Cursor at) {
    const std::string_view word = first_word(at);
    if (word.empty()) {
        if (*at == '"' && *skip_blanks(text_end(at)) == '=' && text_end(at) > at + 2) {
            return expected_name(reading, at, "a setting's name", "key = value");
        }
        if (at_value(at) && reading.entry_end && *skip_blanks(reading.entry_end) == ',') {
            const std::string before = between(reading.entry_begin, reading.entry_end);
            const std::size_t equals = before.find("= ");
            const Found found = found_at(reading, at);
            return mistake(reading, found.begin, found.end, "list-without-brackets", fmt::format("{} belongs to no setting", found.words),
                           "several values make a list in brackets",
                           equals == std::string::npos ? "key = [1, 2]"
                                                       : fmt::format("{}= [{}, {}]", before.substr(0, equals), before.substr(equals + 2),
                                                                     rest_of_entry(at)));
        }
        return expected(reading, at, "expected-setting", "a setting or a group", "", "key = value");
    }
    if (is_hyphened(at)) return hyphen_in_name(reading, at, "");
    const Cursor next = skip_blanks(at + word.size());
    const bool alone = ends_line(next) || *next == ',' || *next == '}';
    if (alone && unit_singular(word) && reading.entry_end && is_digit(reading.entry_end[-1]) && !reading.entry_is_group) {
        return mistake(reading, at, at + word.size(), "unit-on-next-line", fmt::format("the unit '{}' stands on a line of its own", word),
                       "it belongs after its number", fmt::format("{} {}", between(reading.entry_begin, reading.entry_end), word));
    }
    if (alone && reading.entry_end && *skip_blanks(reading.entry_end) == ',' && !reading.entry_is_group) {
        const std::string before = between(reading.entry_begin, reading.entry_end);
        const std::size_t equals = before.find("= ");
        if (equals != std::string::npos) {
            return mistake(reading, at, at + word.size(), "list-without-brackets", fmt::format("'{}' belongs to no setting", word),
                           "several values make a list in brackets",
                           fmt::format("{}= [{}, {}]", before.substr(0, equals), before.substr(equals + 2), word));
        }
    }
    const std::string rest = *next == ':' || *next == '=' ? rest_of_entry(skip_blanks(next + (next[1] == '=' ? 2 : 1))) : rest_of_entry(next);
    const std::string help = fmt::format("{} = {}", word, rest.empty() ? "value" : rest);
    return expected(reading, next, "expected-equals", fmt::format("'=' or '{{' after '{}'", word), "", help);
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
    const std::string values = *at == '=' ? rest_of_entry(skip_blanks(at + 1)) : std::string("[1, 2]");
    return expected(reading, at, "expected-in", "'in' and a list of values", "",
                    fmt::format("{} in {}", between(address, end), values.starts_with('[') && values.ends_with(']') ? values : "[1, 2]"));
}

Diagnostic expected_axis_list(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-list", "a list of values in brackets after 'in'", "",
                    fmt::format("in [{}]", at_value(at) ? rest_of_entry(at) : "1, 2"));
}

Diagnostic empty_axis(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "empty-axis", "an axis of a sweep needs at least one value", "", "in [1, 2]");
}

Diagnostic expected_end_of_entry(const Reading& reading, Cursor at) {
    if (*at == ';') {
        return mistake(reading, at, at + 1, "semicolon", "settings are separated by commas or line ends, not by ';'", "", "a = 1, b = 2");
    }
    if (*at == '/' && at[1] == '/') {
        return mistake(reading, at, at + 2, "wrong-comment", "a comment starts with '#', not with '//'", "",
                       "# " + rest_of_entry(skip_blanks(at + 2)));
    }
    if (*at == '<' || *at == '>') {
        const Cursor subject = skip_blanks(at[1] == '=' ? at + 2 : at + 1);
        return mistake(reading, at, at + (at[1] == '=' ? 2 : 1), "condition-reversed", "a condition has its name first and its number last", "",
                       fmt::format("{} {} 0.8", is_letter(*subject) ? first_word(subject) : "entailment", *at == '<' ? ">=" : "<="));
    }
    const bool is_group = reading.entry_end[-1] == '}';
    return expected(reading, at, "expected-separator", "a comma or the end of the line", "",
                    is_group ? "}" : between(reading.entry_begin, reading.entry_end));
}

Diagnostic comma_missing(const Reading& reading, Cursor next) {
    const Found found = found_at(reading, next);
    const std::string before = between(reading.entry_begin, reading.entry_end);
    const bool two_groups = reading.entry_is_group && *next && *skip_blanks(word_end(next)) != '=';
    if (two_groups) {
        return mistake(reading, found.begin, found.end, "groups-without-comma", "two groups on one line need a comma between them",
                       "a comma is missing before this", "}, " + between(next, word_end(next)) + " {");
    }
    return mistake(reading, found.begin, found.end, "comma-missing", "two settings on one line need a comma between them",
                   "a comma is missing before this", fmt::format("{}, {}", before, rest_of_entry(next)));
}

}  // namespace rif::dsl
