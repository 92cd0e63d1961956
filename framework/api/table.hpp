// Tables out of files, for data sets: CSV, TSV without quoting, JSON lines; rows keep their place for messages.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/arguments.hpp>

namespace rif {

/// What a cell of JSON lines was; cells of CSV and TSV are texts. missing: the line has no such key.
enum class CellKind : unsigned char { text, number, on_off, null, missing, nested };

/// Where a row stands: `row` counts the file's rows of data from 1, `line` its lines from 1 (a quoted cell may span several).
struct RowPlace {
    std::size_t file = 0;  // index into Table::files
    std::size_t row = 0, line = 0;
};

/// rows[i][j]: the cell as bytes (quotes resolved). row_ids: unique and stable ("17"; "nurse.csv:17" where there are several files).
struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row_ids;
    std::vector<std::string> files;            // names for messages and row_ids, as short as they are unique
    std::vector<RowPlace> places;              // of rows
    std::vector<std::vector<CellKind>> kinds;  // of rows of JSON lines; empty where every cell is a text

    /// errors: rif::Error "unknown-column" with the columns there are, at `place`.
    std::size_t column(std::string_view name, const Place& place) const;
    CellKind kind(std::size_t row, std::size_t column) const { return kinds.empty() ? CellKind::text : kinds[row][column]; }
    /// "dev.tsv, row 17 (line 18)": how messages begin.
    std::string where(std::size_t row) const;
};

/// files: files and folders; of a folder every data file in it, in the order of names. columns: names for files without a header.
/// separator: auto, or one by name (comma, spaced_comma, semicolon, tab, blank, json) or as it is written (",", ", ", ";", "\t", " ").
struct TableSource {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> columns = {};
    std::string separator = "auto";
};

/// errors: rif::Error at `place` with file, row and line: "missing-file", "cannot-read", "bad-row", "bad-quote", "bad-utf8",
/// "repeated-column", "repeated-file", "no-rows", "bad-json", "unlike-columns", "unknown-separator".
Table read_table(const TableSource& source, const Place& place);
/// Reads what the framework's data set settings name: `file` (a path, a list, or a folder: every file in it, same columns), `columns`
/// (names for files without a header), `separator`. errors: those of the above at the setting, "missing-setting" without `file`.
Table read_table(const Arguments& arguments);

}  // namespace rif
