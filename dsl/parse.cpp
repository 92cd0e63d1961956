// The driver of the parser: what is checked of the text as a whole, one statement after the other, and where to go on after a mistake.
#include "dsl/parse.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <rif/base/text.hpp>

#include "dsl/grammar.hpp"
#include "dsl/reading.hpp"
#include "dsl/syntax_faults.hpp"

namespace rif::dsl {

namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

/// The text can be looked at character by character: not too long, UTF-8, without NUL. Reports what is wrong.
bool is_readable(Reading& reading) {
    const std::string& text = reading.source->text;
    if (text.size() > k_most_bytes) return reading.report(too_large(reading)), false;
    const std::size_t bad = first_invalid_utf8(text);
    if (bad != std::string::npos) return reading.report(not_utf8(reading, reading.begin() + bad)), false;
    const std::size_t nul = text.find('\0');
    if (nul != std::string::npos) return reading.report(nul_character(reading, reading.begin() + nul)), false;
    return true;
}

long version_number(const Place& digits) {
    std::string text(digits.text());
    std::erase(text, '_');
    long result = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    return error == std::errc::result_out_of_range ? std::numeric_limits<long>::max() : result;
}

/// Reports what follows a statement on its line, and returns the start of the next line that holds something.
Cursor end_statement(Reading& reading, Cursor at) {
    const Cursor next = skip_blanks(at);
    const bool is_at_line_start = at == reading.begin() || at[-1] == '\n';
    if (ends_line(next) || is_at_line_start) return skip_filler(next);
    reading.report(expected_end_of_statement(reading, next));
    return skip_filler(line_end(next));
}

/// Reads `rif 1` into the document. returns: whether the rest is in this version of the language.
bool read_version_line(Reading& reading, Cursor& at, Document& document) {
    Version version;
    try {
        version = read_version(reading, at);
        document.version = version_number(version.digits);
        document.version_place = version.place;
    } catch (Fault& fault) {
        reading.report(std::move(fault.diagnostic));
        if (first_word(at).starts_with("rif")) at = skip_filler(line_end(at));
        return true;
    }
    if (document.version > k_language_version) return reading.report(version_newer(version.digits)), false;
    if (document.version < k_language_version) reading.report(version_unknown(version.digits));
    at = end_statement(reading, at);
    return true;
}

void keep(Reading& reading, Document& document, Item item) {
    if (auto* include = std::get_if<IncludeStatement>(&item)) {
        if (!document.statements.empty()) {
            reading.report(include_below_block(reading, reading.at(include->place.begin), reading.at(include->place.end)));
        }
        document.includes.push_back(std::move(*include));
    }
    if (const auto* run = std::get_if<RunStatement>(&item)) {
        const auto is_run = [](const Statement& statement) { return std::holds_alternative<RunStatement>(statement); };
        const auto first = std::find_if(document.statements.begin(), document.statements.end(), is_run);
        if (first != document.statements.end()) reading.report(second_run(std::get<RunStatement>(*first).place, run->place));
    }
    if (auto* block = std::get_if<BlockStatement>(&item)) document.statements.emplace_back(std::move(*block));
    if (auto* target = std::get_if<TargetStatement>(&item)) document.statements.emplace_back(std::move(*target));
    if (auto* run = std::get_if<RunStatement>(&item)) document.statements.emplace_back(std::move(*run));
    if (auto* sweep = std::get_if<SweepStatement>(&item)) document.statements.emplace_back(std::move(*sweep));
}

/// Reads the statement at `at`, or reports why not. returns: where to go on.
Cursor read_statement(Reading& reading, Cursor at, Document& document) {
    const Cursor begin = at;
    reading.open.clear();
    reading.entry_begin = reading.entry_end = nullptr;
    try {
        if (const Cursor bracket = too_deep(reading.begin(), at, k_deepest_nesting)) throw Fault{nesting_too_deep(reading, bracket)};
        Item item = read_item(reading, at);
        keep(reading, document, std::move(item));
        return end_statement(reading, at);
    } catch (Fault& fault) {
        const Cursor wrong = std::max(begin, reading.at(fault.diagnostic.place.begin));
        reading.report(std::move(fault.diagnostic));
        return after_statement(reading.begin(), begin, wrong);
    }
}

/// The whole of a short source, read by `read`: nothing where there is a mistake.
template <class Read>
auto read_whole(std::shared_ptr<const Source> source, Diagnostics& diagnostics, Read read)
    -> std::optional<decltype(read(std::declval<Reading&>(), std::declval<Cursor&>()))> {
    Reading reading{std::move(source), diagnostics};
    if (!is_readable(reading)) return std::nullopt;
    try {
        Cursor at = skip_filler(reading.begin());
        if (const Cursor bracket = too_deep(reading.begin(), at, k_deepest_nesting)) throw Fault{nesting_too_deep(reading, bracket)};
        auto result = read(reading, at);
        at = skip_filler(at);
        if (at != reading.end()) throw Fault{expected_end_of_argument(reading, at)};
        if (reading.reported == 0) return result;
    } catch (Fault& fault) {
        diagnostics.add(std::move(fault.diagnostic));
    } catch (const TooManyMistakes&) {
        // those told are enough for one argument
    }
    return std::nullopt;
}

}  // namespace

Document parse(std::shared_ptr<const Source> source, Diagnostics& diagnostics) {
    Document document;
    document.source = source;
    Reading reading{std::move(source), diagnostics};
    if (!is_readable(reading)) return document;

    Cursor at = reading.begin();
    if (document.source->text.starts_with(k_byte_order_mark)) at += k_byte_order_mark.size();
    for (const auto& [begin, end] : comments(at)) document.comments.push_back(reading.place(begin, end));

    at = skip_filler(at);
    if (!read_version_line(reading, at, document)) return document;
    try {
        while (at != reading.end()) at = skip_filler(read_statement(reading, at, document));
    } catch (const TooManyMistakes& last) {
        diagnostics.add(too_many_mistakes(reading, last.at, k_most_mistakes));
    }
    return document;
}

std::optional<Value> parse_value(std::shared_ptr<const Source> source, Diagnostics& diagnostics) {
    return read_whole(std::move(source), diagnostics, read_value);
}

std::optional<Address> parse_address(std::shared_ptr<const Source> source, Diagnostics& diagnostics) {
    return read_whole(std::move(source), diagnostics, read_address);
}

std::optional<AxisStatement> parse_axis(std::shared_ptr<const Source> source, Diagnostics& diagnostics) {
    return read_whole(std::move(source), diagnostics, read_axis);
}

}  // namespace rif::dsl
