// Mistakes of the file as a whole and of statements; those of bodies are in body_faults.cpp, those of values in value_faults.cpp.
#include "dsl/syntax_faults.hpp"

#include <fmt/core.h>

#include <rif/base/catalogue.hpp>

#include "dsl/found.hpp"
#include "dsl/names.hpp"
#include "dsl/parse.hpp"

namespace rif::dsl {

namespace {

/// The line up to `at`.
std::string line_before(const Reading& reading, Cursor at) {
    Cursor begin = at;
    while (begin > reading.begin() && begin[-1] != '\n') --begin;
    while (at > begin && (at[-1] == ' ' || at[-1] == '\t')) --at;
    return between(skip_blanks(begin), at);
}

}  // namespace

Diagnostic too_large(const Reading& reading) {
    return mistake(
        reading, reading.begin(), reading.begin(), "file-too-large",
        fmt::format("the file has {} bytes, and {} may have at most {} (1 MiB)", reading.source->text.size(), "a .rif file", k_most_bytes),
        "", "include \"part.rif\"");
}

Diagnostic not_utf8(const Reading& reading, Cursor byte) {
    return mistake(
        reading, byte, byte + 1, "not-utf-8",
        fmt::format("byte {} of the file is {:#04x}, which is not UTF-8", byte - reading.begin(), static_cast<unsigned char>(*byte)), "",
        fmt::format("iconv -f latin1 -t utf-8 {0} > utf8.rif", reading.source->name));
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
    return mistake(reading, at, at, "too-many-mistakes", fmt::format("more than {} mistakes: from here on the file was not read", most), "",
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

Diagnostic version_newer(const Place& digits) {
    return {Severity::error,
            "version-newer",
            digits,
            fmt::format("this file is written in version {} of the language, and this program reads version {}", digits.text(),
                        k_language_version),
            "",
            "rif --version"};
}

Diagnostic version_unknown(const Place& digits) {
    return {Severity::error,
            "version-unknown",
            digits,
            fmt::format("the language has no version {}: the first is 1", digits.text()),
            "",
            fmt::format("rif {}", k_language_version)};
}

Diagnostic expected_statement(const Reading& reading, Cursor at) {
    const std::string_view word = first_word(at);
    const Cursor next = skip_blanks(at + word.size());
    if (*at == '}') {
        return mistake(reading, at, at + 1, "brace-without-partner", "'}' closes nothing: no brace is open here", "",
                       "delete this brace, or look for a '{' that is missing above");
    }
    if (*at == '{') return brace_on_next_line(reading, at);
    if (*at == '/' && at[1] == '/') return wrong_comment(reading, at);
    if (!word.empty() && *next == '=') {
        return mistake(reading, at, at + word.size(), "setting-outside-block", fmt::format("the setting '{}' stands in no block", word), "",
                       fmt::format("run {{ {} }}", rest_of_entry(at)));
    }
    if (word == "rif") {
        return mistake(reading, at, at + word.size(), "second-version", "the version of the language stands once, in the first line", "",
                       "delete this line");
    }
    return expected(reading, at, "expected-statement", "a block, 'target', 'run' or 'sweep'", "", "run { seed = 1 }");
}

Diagnostic include_below_block(const Reading& reading, Cursor begin, Cursor end) {
    return mistake(reading, begin, end, "include-below-block", "an 'include' stands below a block",
                   "includes come first, right below 'rif 1'", "rif 1\\n" + between(begin, end));
}

Diagnostic second_run(const Place& first, const Place& second) {
    Diagnostic result{Severity::error, "second-run", second, "a second 'run': an experiment has one", "", "sweep { run.seed in [1, 2] }"};
    result.related.push_back({first, "the first is here"});
    return result;
}

Diagnostic expected_end_of_statement(const Reading& reading, Cursor at) {
    const Found found = found_at(reading, at);
    if (at_statement_head(at, at)) {
        return mistake(reading, found.begin, found.end, "expected-line-end",
                       fmt::format("{} starts on the line of the statement before", found.words),
                       "each statement starts on a line of its own", rest_of_line(at));
    }
    if (*at == '/' && at[1] == '/') return wrong_comment(reading, at);
    if (*at == '\r') {
        return mistake(reading, at, at + 1, "lone-carriage-return", "a carriage return without a line feed ends no line", "",
                       fmt::format("tr '\\r' '\\n' < {} > lines.rif", reading.source->name));
    }
    if (*at == ';') {
        return mistake(reading, at, at + 1, "semicolon", "a statement ends with its line, not with ';'", "", line_before(reading, at));
    }
    return expected(reading, at, "expected-line-end", "the end of the line", "", line_before(reading, at));
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
    if (*at == '-' && is_hyphened(name)) return hyphen_in_name(reading, name);
    const std::string before = line_before(reading, at);
    const bool is_role = role_named(first_word(before.c_str())).has_value();
    return expected(reading, at, "expected-equals", "'=' and a plugin's name", "",
                    is_role && is_letter(*at) ? fmt::format("{} = {}", before, rest_of_line(at)) : "similarity closeness = embedding");
}

Diagnostic expected_plugin(const Reading& reading, Cursor at) {
    if (*at == '"') return expected_name(reading, at, "a plugin's name", "embedding");
    return expected(reading, at, "expected-plugin", "the name of a plugin after '='", "", "rif plugins list");
}

Diagnostic expected_include_path(const Reading& reading, Cursor at) {
    return expected(reading, at, "expected-include-path", "the path of a .rif file in quotes after 'include'", "",
                    fmt::format("include \"{}\"", is_letter(*at) ? rest_of_entry(at) : "shared/models.rif"));
}

Diagnostic expected_body(const Reading& reading, Cursor at, std::string_view head, std::string_view help) {
    if (*at == '=') {
        return mistake(reading, at, at + 1, "equals-after-head", fmt::format("a '{}' has no plugin and no '='", head), "",
                       std::string(help));
    }
    if (head == "run" && is_letter(*at)) {
        return mistake(reading, at, word_end(at), "run-with-name", "a 'run' has no name", "an experiment has one", std::string(help));
    }
    return expected(reading, at, "expected-brace", "'{'", "", std::string(help));
}

Diagnostic brace_on_next_line(const Reading& reading, Cursor brace) {
    Cursor head = brace;  // the line before that holds something
    while (head > reading.begin() && (head[-1] == ' ' || head[-1] == '\t' || head[-1] == '\n' || head[-1] == '\r')) --head;
    Cursor head_begin = head;
    while (head_begin > reading.begin() && head_begin[-1] != '\n') --head_begin;
    const std::string line = rest_of_line(skip_blanks(head_begin));
    return mistake(reading, brace, brace + 1, "brace-on-next-line", "the '{' stands on a line of its own",
                   "it belongs on the line of its head", line.empty() ? "run {" : line + " {");
}

Diagnostic brace_missing(const Reading& reading, Cursor at, Cursor opened) {
    const Found found = found_at(reading, at);
    const bool at_end = found.begin == found.end;
    Diagnostic result =
        mistake(reading, found.begin, found.end, "brace-missing",
                at_end ? "the file ends, and a '{' is still open" : fmt::format("a '{{' is still open before {}", found.words),
                "'}' is missing before this", "}");
    result.related.push_back({reading.place(opened, opened + 1), "it was opened here"});
    return result;
}

}  // namespace rif::dsl
