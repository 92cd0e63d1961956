#include <rif/api/table.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>
#include <fmt/format.h>

#include <rif/api/delimited.hpp>
#include <rif/api/json_lines.hpp>
#include <rif/base/diagnostic.hpp>
#include <rif/base/file.hpp>
#include <rif/base/text.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

constexpr std::array k_data_endings = {".csv", ".tsv", ".tab", ".data", ".test", ".dev", ".train", ".jsonl", ".ndjson", ".txt"};
constexpr std::array k_no_data_names = {"README", "LICENSE", "LICENCE", "CHANGELOG", "NOTICE"};

/// One file, read: its columns and, row by row, cells, kinds and lines.
struct FileRows {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::vector<CellKind>> kinds;
    std::vector<std::size_t> lines;
    bool is_json = false;
};

struct OneFile {
    std::string name, text;
    const TableSource& source;
    const Place& place;

    [[noreturn]] void fail(std::string slug, std::string what, std::string help = {}) const {
        throw Error(std::move(slug), name + ": " + what, std::move(help), place);
    }
};

bool is_data_file(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!fs::is_regular_file(path) || name.starts_with('.')) return false;
    if (std::any_of(k_no_data_names.begin(), k_no_data_names.end(), [&](std::string_view start) { return name.starts_with(start); }))
        return false;
    return std::find(k_data_endings.begin(), k_data_endings.end(), lower(path.extension().string())) != k_data_endings.end();
}

std::vector<fs::path> data_files_of(const fs::path& folder, const Place& place) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (is_data_file(entry.path())) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        throw Error("no-rows",
                    fmt::format("the folder {} has no data file (one that ends in {})", folder.string(), fmt::join(k_data_endings, " ")),
                    "name the files themselves: file = [\"a\", \"b\"]", place);
    }
    return files;
}

std::vector<fs::path> all_files(const TableSource& source, const Place& place) {
    std::vector<fs::path> files;
    for (const fs::path& path : source.files) {
        if (!fs::exists(path)) throw Error("missing-file", fmt::format("there is no {}", path.string()), {}, place);
        if (!fs::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        const std::vector<fs::path> inside = data_files_of(path, place);
        files.insert(files.end(), inside.begin(), inside.end());
    }
    std::set<fs::path> seen;
    for (const fs::path& path : files) {
        if (!seen.insert(fs::weakly_canonical(path)).second) {
            throw Error("repeated-file", fmt::format("{} is listed twice", path.string()), {}, place);
        }
    }
    return files;
}

/// The last `parts` parts of a path: "nurse.csv", "bios/nurse.csv".
std::string tail_of(const fs::path& path, std::size_t parts) {
    fs::path tail = path.filename(), rest = path.parent_path();
    for (; parts > 1 && rest.has_filename(); --parts, rest = rest.parent_path()) tail = rest.filename() / tail;
    return tail.string();
}

/// As few parts of each path as keep the names apart.
std::vector<std::string> names_of(const std::vector<fs::path>& files) {
    constexpr std::size_t k_most_parts = 64;
    std::vector<std::string> names;
    for (std::size_t parts = 1; parts <= k_most_parts; ++parts) {
        names.clear();
        for (const fs::path& path : files) names.push_back(tail_of(fs::absolute(path), parts));
        if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) break;
    }
    return names;
}

/// "line 3, byte 17 of the line".
std::string line_and_byte(std::string_view text, std::size_t at) {
    const std::size_t line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    const std::size_t start = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return fmt::format("line {}, byte {} of the line", line, start == std::string_view::npos ? at + 1 : at - start);
}

void check_utf8(const OneFile& file) {
    const std::size_t at = first_invalid_utf8(file.text);
    if (at == std::string::npos) return;
    file.fail("bad-utf8",
              fmt::format("{} (byte 0x{:02X}) is not UTF-8", line_and_byte(file.text, at), static_cast<unsigned char>(file.text[at])),
              "convert it first: iconv -f WINDOWS-1252 -t UTF-8 (or -f UTF-16)");
}

void check_columns(const OneFile& file, const std::vector<std::string>& columns) {
    std::map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto [known, is_new] = first.emplace(columns[i], i);
        if (is_new) continue;
        file.fail("repeated-column", fmt::format("columns {} and {} are both called '{}'", known->second + 1, i + 1, columns[i]),
                  "give every column a name of its own in the file's first line");
    }
}

std::string bad_row(const OneFile& file, std::size_t row, const Record& record, std::size_t expected) {
    return fmt::format("row {} (line {}) has {} {}, and {} {}", row, record.line, record.cells.size(),
                       record.cells.size() == 1 ? "cell" : "cells", file.source.columns.empty() ? "the header has" : "columns names",
                       expected);
}

std::string separator_help(Separator separator, std::size_t cells) {
    if (cells == 1) return fmt::format("it was read with separator = \"{}\"; is it another one?", separator_name(separator));
    if (separator == Separator::comma) return "a cell that holds a comma stands in quotation marks";
    return fmt::format("it was read with separator = \"{}\"; every row has as many cells as the first", separator_name(separator));
}

FileRows delimited_file(const OneFile& file, Separator separator) {
    Records read = delimited_records(file.text, separator);
    if (read.fault) {
        file.fail("bad-quote", fmt::format("line {} (record {}): {}", read.fault->line, read.fault->record, read.fault->what),
                  "a cell with quotation marks stands in quotation marks, and those inside are doubled; a file without quoting: separator "
                  "= \"tab\"");
    }
    FileRows result;
    std::size_t first = 0;
    if (!file.source.columns.empty())
        result.columns = file.source.columns;
    else if (!read.records.empty())
        result.columns = read.records[first++].cells;
    check_columns(file, result.columns);
    if (first == 0 && !read.records.empty() && read.records[0].cells == result.columns) first = 1;  // a header that `columns` repeats
    for (std::size_t i = first; i < read.records.size(); ++i) {
        Record& record = read.records[i];
        if (record.cells.size() != result.columns.size()) {
            file.fail("bad-row", bad_row(file, i - first + 1, record, result.columns.size()),
                      separator_help(separator, record.cells.size()));
        }
        result.rows.push_back(std::move(record.cells));
        result.lines.push_back(record.line);
    }
    return result;
}

FileRows json_file(const OneFile& file) {
    if (!file.source.columns.empty())
        file.fail("bad-json", "JSON lines name their own columns, and columns names some too", "leave columns out");
    const JsonRows read = json_rows(file.text);
    if (read.fault) {
        file.fail("bad-json", fmt::format("line {}, byte {} of the line: {}", read.fault->line, read.fault->column, read.fault->what),
                  "one object a line: {\"text\": \"…\", \"label\": \"…\"}");
    }
    FileRows result;
    result.is_json = true;
    std::map<std::string_view, std::size_t> column_of;
    for (const JsonRow& row : read.rows) {
        for (const JsonCell& cell : row.cells) {
            if (column_of.emplace(cell.key, result.columns.size()).second) result.columns.push_back(cell.key);
        }
    }
    for (const JsonRow& row : read.rows) {
        std::vector<std::string>& cells = result.rows.emplace_back(result.columns.size());
        std::vector<CellKind>& kinds = result.kinds.emplace_back(result.columns.size(), CellKind::missing);
        for (const JsonCell& cell : row.cells) {
            cells[column_of[cell.key]] = cell.text;
            kinds[column_of[cell.key]] = cell.kind;
        }
        result.lines.push_back(row.line);
    }
    return result;
}

FileRows read_one(const fs::path& path, OneFile file) {
    file.text = read_file(path, file.place);
    if (file.text.starts_with("\xEF\xBB\xBF")) file.text.erase(0, 3);
    check_utf8(file);
    const bool is_auto = file.source.separator == "auto";
    const auto separator = is_auto ? separator_of(lower(path.extension().string()), file.text) : separator_named(file.source.separator);
    if (!separator)
        file.fail("unknown-separator", fmt::format("separator is '{}', and not {}", file.source.separator,
                                                   expected_names(file.source.separator, separator_names())));
    return *separator == Separator::json ? json_file(file) : delimited_file(file, *separator);
}

/// Adds columns that only `more` has; JSON lines may leave keys out.
void widen(Table& table, const FileRows& more) {
    for (const std::string& column : more.columns) {
        if (std::find(table.columns.begin(), table.columns.end(), column) == table.columns.end()) table.columns.push_back(column);
    }
    for (auto& row : table.rows) row.resize(table.columns.size());
    for (auto& kinds : table.kinds) kinds.resize(table.columns.size(), CellKind::missing);
}

void append_json(Table& table, FileRows rows) {
    widen(table, rows);
    std::vector<std::size_t> to;
    for (const std::string& column : rows.columns) to.push_back(table.column(column, {}));
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        auto& cells = table.rows.emplace_back(table.columns.size());
        auto& kinds = table.kinds.emplace_back(table.columns.size(), CellKind::missing);
        for (std::size_t j = 0; j < to.size(); ++j) {
            cells[to[j]] = std::move(rows.rows[i][j]);
            kinds[to[j]] = rows.kinds[i][j];
        }
    }
}

void append(Table& table, FileRows rows, std::size_t file, bool several) {
    for (std::size_t i = 0; i < rows.lines.size(); ++i) {
        table.places.push_back({file, i + 1, rows.lines[i]});
        table.row_ids.push_back(several ? fmt::format("{}:{}", table.files[file], i + 1) : std::to_string(i + 1));
    }
    if (rows.is_json) return append_json(table, std::move(rows));
    std::move(rows.rows.begin(), rows.rows.end(), std::back_inserter(table.rows));
}

void check_alike(const Table& table, const FileRows& first, const FileRows& other, std::size_t file, const Place& place) {
    if (first.is_json && other.is_json) return;
    if (first.is_json == other.is_json && first.columns == other.columns) return;
    throw Error("unlike-columns",
                fmt::format("{} has the columns {}, and {} has {}", table.files[0], fmt::join(first.columns, ", "), table.files[file],
                            fmt::join(other.columns, ", ")),
                "files that are read together have the same columns in the same order", place);
}

}  // namespace

std::size_t Table::column(std::string_view name, const Place& place) const {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
    throw Error("unknown-column",
                fmt::format("there is no column '{}' in {}; there are {}", name, fmt::join(files, ", "), fmt::join(columns, ", ")),
                did_you_mean(name, columns), place);
}

std::string Table::where(std::size_t row) const {
    const RowPlace& place = places[row];
    return fmt::format("{}, row {} (line {})", files[place.file], place.row, place.line);
}

Table read_table(const TableSource& source, const Place& place) {
    const std::vector<fs::path> paths = all_files(source, place);
    Table table;
    table.files = names_of(paths);
    std::vector<FileRows> read;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        read.push_back(read_one(paths[i], OneFile{table.files[i], {}, source, place}));
        check_alike(table, read.front(), read.back(), i, place);
    }
    if (!read.empty()) table.columns = read.front().columns;
    for (std::size_t i = 0; i < read.size(); ++i) append(table, std::move(read[i]), i, read.size() > 1);
    if (table.rows.empty())
        throw Error("no-rows", fmt::format("{} has no rows", fmt::join(table.files, ", ")),
                    "a header and at least one row below it; JSON lines: one object a line", place);
    return table;
}

Table read_table(const Arguments& arguments) {
    const std::string separator = arguments.optional_text("separator").value_or("auto");
    if (separator != "auto" && !separator_named(separator)) {
        throw arguments.error("separator", "unknown-separator",
                              fmt::format("separator is '{}', and not {}", separator, expected_names(separator, separator_names())),
                              "separator = \"comma\"");
    }
    TableSource source{arguments.paths("file"), arguments.texts("columns"), separator};
    if (source.files.empty())
        throw Error("missing-setting", fmt::format("{} needs 'file'", arguments.address()), "write file = \"…\" in its block",
                    arguments.place());
    return read_table(source, arguments.place("file"));
}

}  // namespace rif
