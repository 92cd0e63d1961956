#include <rif/api/delimited.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <csv.h>
#include <fmt/core.h>

namespace rif {

namespace {

constexpr std::size_t k_lines_looked_at = 20;

struct KnownSeparator {
    std::string_view name, written;
    Separator separator;
};
constexpr std::array k_separators = {
    KnownSeparator{"comma", ",", Separator::comma},         KnownSeparator{"spaced_comma", ", ", Separator::spaced_comma},
    KnownSeparator{"semicolon", ";", Separator::semicolon}, KnownSeparator{"tab", "\t", Separator::tab},
    KnownSeparator{"blank", " ", Separator::blank},         KnownSeparator{"json", "json", Separator::json}};

char character_of(Separator separator) {
    switch (separator) {
        case Separator::semicolon: return ';';
        case Separator::tab: return '\t';
        case Separator::blank: return ' ';
        default: return ',';
    }
}

/// The line at `at` without its end; `at` moves to the next one.
std::string_view next_line(std::string_view text, std::size_t& at) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool looks_like_comment(std::string_view line) { return line.starts_with('|') || line.starts_with('#'); }

std::vector<std::string_view> first_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size() && lines.size() < k_lines_looked_at;) {
        const std::string_view line = next_line(text, at);
        if (!line.empty() && !(lines.empty() && looks_like_comment(line))) lines.push_back(line);
    }
    return lines;
}

/// How often `separator` stands outside quotes.
std::size_t count_outside_quotes(std::string_view line, char separator) {
    std::size_t count = 0;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == separator && !quoted)
            ++count;
    }
    return count;
}

bool every_comma_has_a_blank(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
        bool quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '"')
                quoted = !quoted;
            else if (line[i] == ',' && !quoted && (i + 1 == line.size() || line[i + 1] != ' '))
                return false;
        }
    }
    return true;
}

bool equally_often(const std::vector<std::string_view>& lines, char separator) {
    const std::size_t first = count_outside_quotes(lines.front(), separator);
    return first > 0 &&
           std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return count_outside_quotes(line, separator) == first; });
}

Separator most_frequent(std::string_view line, std::initializer_list<Separator> choices) {
    return *std::max_element(choices.begin(), choices.end(), [&](Separator a, Separator b) {
        return count_outside_quotes(line, character_of(a)) < count_outside_quotes(line, character_of(b));
    });
}

Separator by_content(const std::vector<std::string_view>& lines) {
    const auto choices = {Separator::tab, Separator::semicolon, Separator::comma, Separator::blank};
    for (const Separator separator : choices) {
        if (equally_often(lines, character_of(separator))) return separator;
    }
    return most_frequent(lines.front(), choices);
}

/// Records out of libcsv's calls. It gives no places, but every line end outside quotes (CSV_REPALL_NL), and the rest stand in cells.
class CsvReader {
public:
    CsvReader(Separator separator, std::size_t first_line) : line_(first_line) {
        csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
        csv_set_delim(&parser_, static_cast<unsigned char>(character_of(separator)));
        csv_set_blk_size(&parser_, 4096);
        if (separator != Separator::spaced_comma) csv_set_space_func(&parser_, [](unsigned char) { return 0; });
    }
    ~CsvReader() { csv_free(&parser_); }
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    Records read(std::string_view text) {
        const std::size_t read = csv_parse(&parser_, text.data(), text.size(), on_cell, on_row, this);
        if (read < text.size())
            fault(read < text.size() && text[read] == '"' ? "a quotation mark inside a cell that is not quoted"
                                                          : "something other than a separator after a closing quotation mark");
        else if (csv_fini(&parser_, on_cell, on_row, this) != 0)
            fault("a cell whose quotation mark is never closed");
        return std::move(result_);
    }

private:
    static void on_cell(void* bytes, std::size_t size, void* self) {
        static_cast<CsvReader*>(self)->cell({static_cast<const char*>(bytes), size});
    }
    static void on_row(int end, void* self) { static_cast<CsvReader*>(self)->row(end); }

    void cell(std::string_view bytes) {
        if (cells_.empty()) row_line_ = line_;
        after_return_ = false;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n'))) ++line_;
        }
        cells_.emplace_back(bytes);
    }

    /// end: '\r', '\n', or -1 at the end of the text. Called for each of the two in CR LF, and for an empty line.
    void row(int end) {
        if (!cells_.empty()) result_.records.push_back({std::exchange(cells_, {}), row_line_});
        if (end == '\r' || (end == '\n' && !after_return_)) ++line_;
        after_return_ = end == '\r';
    }

    void fault(std::string what) {
        result_.fault = QuoteFault{cells_.empty() ? line_ : row_line_, result_.records.size() + 1, std::move(what)};
    }

    csv_parser parser_;
    Records result_;
    std::vector<std::string> cells_;
    std::size_t line_, row_line_ = 0;
    bool after_return_ = false;
};

std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> cells;
    for (std::size_t at = 0;;) {
        const std::size_t end = line.find(separator, at);
        cells.emplace_back(line.substr(at, end - at));
        if (end == std::string_view::npos) return cells;
        at = end + 1;
    }
}

Records unquoted_records(std::string_view text, char separator, std::size_t first_line) {
    Records result;
    std::size_t number = first_line;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::string_view line = next_line(text, at);
        if (!line.empty()) result.records.push_back({split(line, separator), number});
    }
    return result;
}

/// Drops leading comments of `text`; returns how many lines they were.
std::size_t drop_comments(std::string_view& text, char separator) {
    std::size_t dropped = 0, most = 0, at = 0;
    for (; looks_like_comment(text.substr(at)); ++dropped) most = std::max(most, count_outside_quotes(next_line(text, at), separator));
    std::size_t after = at;
    if (dropped == 0 || most >= count_outside_quotes(next_line(text, after), separator)) return 0;
    text.remove_prefix(at);
    return dropped;
}

}  // namespace

std::string_view separator_name(Separator separator) {
    return std::find_if(k_separators.begin(), k_separators.end(), [&](const auto& known) { return known.separator == separator; })->name;
}

std::optional<Separator> separator_named(std::string_view name) {
    for (const KnownSeparator& known : k_separators) {
        if (known.name == name || known.written == name) return known.separator;
    }
    return std::nullopt;
}

std::vector<std::string> separator_names() {
    std::vector<std::string> names = {"auto"};
    for (const KnownSeparator& known : k_separators) names.emplace_back(known.name);
    return names;
}

Separator separator_of(std::string_view extension, std::string_view text) {
    if (extension == ".tsv" || extension == ".tab") return Separator::tab;
    if (extension == ".jsonl" || extension == ".ndjson") return Separator::json;
    const std::vector<std::string_view> lines = first_lines(text);
    if (lines.empty()) return Separator::comma;
    Separator separator = Separator::comma;
    if (extension == ".csv")
        separator = most_frequent(lines.front(), {Separator::comma, Separator::semicolon, Separator::tab});
    else if (lines.front().starts_with('{'))
        return Separator::json;
    else
        separator = by_content(lines);
    return separator == Separator::comma && every_comma_has_a_blank(lines) ? Separator::spaced_comma : separator;
}

Records delimited_records(std::string_view text, Separator separator) {
    const std::size_t first_line = 1 + drop_comments(text, character_of(separator));
    if (separator == Separator::tab || separator == Separator::blank) return unquoted_records(text, character_of(separator), first_line);
    return CsvReader(separator, first_line).read(text);
}

}  // namespace rif
