// Records of delimited text with the line each starts on: CSV with quotes (libcsv), TSV and blank-separated text without.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

/// spaced_comma: a comma, blanks around cells dropped (Adult). tab, blank: a quotation mark is an ordinary character.
enum class Separator { comma, spaced_comma, semicolon, tab, blank, json };

std::string_view separator_name(Separator separator);
/// By name ("tab") or as it is written ("\t").
std::optional<Separator> separator_named(std::string_view name);
std::vector<std::string> separator_names();
/// By the file's ending and, where it leaves a choice, by the first lines of `text`. .tsv .tab: tab. .jsonl .ndjson: json. .csv: of
/// comma, semicolon and tab the most frequent in the first line. Else json where the text begins with `{`; else the first of tab,
/// semicolon, comma, blank that every one of the first lines has equally often. A comma always followed by a blank is spaced_comma.
Separator separator_of(std::string_view extension, std::string_view text);

struct Record {
    std::vector<std::string> cells;
    std::size_t line = 0;  // from 1
};

/// What is wrong with the quotes of a CSV text, if anything; nothing is read past it.
struct QuoteFault {
    std::size_t line = 0, record = 0;  // both from 1; record counts the header
    std::string what;
};

struct Records {
    std::vector<Record> records;
    std::optional<QuoteFault> fault;
};

/// text: UTF-8 without a byte order mark. Line ends: LF, CR LF (and CR in CSV). Empty lines are no records. Leading lines that begin
/// with `|` or `#` and have fewer separators than the first line after them are comments, and no records.
Records delimited_records(std::string_view text, Separator separator);

}  // namespace rif
