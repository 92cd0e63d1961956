// Tables out of files, for data sets: CSV, TSV without quoting, JSON lines; rows keep their place for messages.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>

namespace rif {

/// rows[i][j]: the cell as bytes (quotes resolved). row_ids: unique and stable ("17"; "nurse.csv:17" where there are several files).
struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row_ids;

    /// errors: rif::Error "unknown-column" with the columns there are, at `place`.
    std::size_t column(std::string_view name, const Place& place) const;
};

/// Reads what the framework's data set settings name: `file` (a path, a list, or a folder: every file in it, same columns), `columns`
/// (names for files without a header), `separator`. errors: rif::Error with file and row: "missing-file", "bad-row", "bad-utf8",
/// "repeated-column", "no-rows", "bad-json".
Table read_table(const Arguments& arguments);

}  // namespace rif
