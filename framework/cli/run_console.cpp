#include <rif/cli/run_console.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include <fmt/core.h>

#include <rif/base/text.hpp>
#include <rif/cli/pair_text.hpp>

namespace rif::cli {

namespace {

constexpr auto k_between_updates = std::chrono::milliseconds(100);
constexpr std::size_t k_bar_cells = 26;
constexpr std::size_t k_widest_text = 120;
constexpr std::size_t k_name_width = 22;

std::string bar(double share) {
    const auto full = static_cast<std::size_t>(share * k_bar_cells);
    std::string text(k_bar_cells, ' ');
    std::fill_n(text.begin(), std::min(full, k_bar_cells), '=');
    if (full < k_bar_cells) text[full] = '>';
    return "[" + text + "]";
}

std::string clock(double seconds) {
    const auto whole = static_cast<std::size_t>(std::ceil(seconds));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string cut(const std::string& line, std::size_t width) {
    if (display_width(line) <= width) return line;
    std::string result;
    for (const ByteSpan& character : graphemes(line)) {
        if (display_width(result) + 1 > width) break;
        result += character.of(line);
    }
    return result;
}

std::string pad(const std::string& text, std::size_t width) {
    const std::size_t used = display_width(text);
    return used >= width ? text : text + std::string(width - used, ' ');
}

std::string with_interval(const Rate* rate) {
    if (!rate || !rate->value) return "n/a";
    if (!rate->low) return fmt::format("{:.1f}", *rate->value);
    return fmt::format("{:.3f} [{:.3f}, {:.3f}]", *rate->value, *rate->low, *rate->high);
}

std::string count_of(const Rate* rate) { return rate && rate->k ? fmt::format("{}/{}", *rate->k, rate->n) : "0/0"; }

using Row = std::vector<std::string>;

/// Columns that tell cells apart: those of the names that differ, and the swept addresses.
struct Columns {
    bool dataset = false, counterpart = false, perturbation = false;
    std::vector<std::string> addresses;
};

Columns columns_of(const std::vector<CellRecord>& cells) {
    Columns columns;
    columns.addresses = swept_addresses(cells);
    for (const CellRecord& cell : cells) {
        columns.dataset |= cell.dataset != cells.front().dataset;
        columns.counterpart |= cell.counterpart != cells.front().counterpart;
        columns.perturbation |= cell.perturbation != cells.front().perturbation;
    }
    return columns;
}

Row head_of(const Columns& columns) {
    Row row = {"model", "attack", "target"};
    if (columns.dataset) row.push_back("dataset");
    if (columns.counterpart) row.push_back("counterpart");
    if (columns.perturbation) row.push_back("perturbation");
    for (const std::string& address : columns.addresses) row.push_back(address.substr(address.rfind('.') + 1));
    for (const char* name : {"n", "R", "F", "RIF", "RIF k/n", "in target", "rounds", "queries"}) row.emplace_back(name);
    return row;
}

Row row_of(const CellRecord& cell, const std::vector<Rate>& rates, const Columns& columns) {
    Row row = {cell.model, cell.attack, cell.target.empty() ? "-" : cell.target};
    if (columns.dataset) row.push_back(cell.dataset);
    if (columns.counterpart) row.push_back(cell.counterpart);
    if (columns.perturbation) row.push_back(cell.perturbation);
    for (const std::string& address : columns.addresses) {
        const std::string value = swept_value(cell, address);
        row.push_back(value.empty() ? "-" : value);
    }
    const Rate* rif = find_rate(rates, "RIF");
    row.push_back(rif ? std::to_string(rif->n) : "0");
    if (!cell.error.empty()) {
        row.push_back("failed: " + cell.error);
        row.resize(row.size() + 6);
        return row;
    }
    row.push_back(with_interval(find_rate(rates, "R")));
    row.push_back(with_interval(find_rate(rates, "F")));
    row.push_back(with_interval(rif));
    row.push_back(count_of(rif));
    const Rate* in_target = find_rate(rates, cell.target);
    row.push_back(in_target ? with_interval(in_target) : "-");
    row.push_back(with_interval(find_rate(rates, "N_attack")));
    row.push_back(with_interval(find_rate(rates, "queries")));
    return row;
}

void drop_column(std::vector<Row>& rows, std::string_view name) {
    const auto at = std::find(rows.front().begin(), rows.front().end(), name) - rows.front().begin();
    for (Row& row : rows) row.erase(row.begin() + at);
}

void drop_intervals(std::vector<Row>& rows, std::string_view name) {
    const auto at = std::find(rows.front().begin(), rows.front().end(), name) - rows.front().begin();
    for (Row& row : rows) {
        std::string& cell = row[static_cast<std::size_t>(at)];
        if (const std::size_t interval = cell.find(" ["); interval != std::string::npos) cell.resize(interval);
    }
}

std::string widest_line(const std::string& text) {
    std::string widest;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (display_width(line) > display_width(widest)) widest = line;
    }
    return widest;
}

/// " (data adult, counterpart both, run.tokens 5 tokens)": what else tells a cell from others on its plain line.
std::string others_of(const CellRecord& cell) {
    std::string text = fmt::format("data {}, counterpart {}", cell.dataset, cell.counterpart);
    for (const auto& [address, value] : cell.settings) text += fmt::format(", {} {}", address, value);
    return " (" + text + ")";
}

}  // namespace

std::string table_text(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : "  ") + pad(row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string grouped(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string progress_line(const RunProgress& progress, std::size_t width) {
    const std::size_t now = progress.searches_done - progress.searches_before;
    const double share =
        progress.searches == 0 ? 1.0 : static_cast<double>(progress.searches_done) / static_cast<double>(progress.searches);
    std::string line = fmt::format("{} {} of {} cells · {} of {} searches", bar(share), progress.cells_done, progress.cells,
                                   grouped(progress.searches_done), grouped(progress.searches));
    if (now > 0 && progress.seconds > 0) {
        const double rate = static_cast<double>(now) / progress.seconds;
        const double left = static_cast<double>(progress.searches - progress.searches_done) / rate;
        line += fmt::format(" · {} left · {} searches/s · {} queries/s", clock(left), grouped(static_cast<std::size_t>(rate)),
                            grouped(static_cast<std::size_t>(static_cast<double>(progress.queries) / progress.seconds)));
    }
    return cut(line, width);
}

std::string rates_text(const FolderResults& results, std::size_t width) {
    const std::vector<CellRecord> cells = results.cells();
    if (cells.empty()) return "no cells\n";
    const Columns columns = columns_of(cells);
    std::vector<Row> rows = {head_of(columns)};
    for (const CellRecord& cell : cells) rows.push_back(row_of(cell, results.rates(cell.id), columns));
    const auto is_too_wide = [&] { return display_width(widest_line(table_text(rows))) > width; };
    for (const char* least : {"queries", "rounds", "in target"}) {
        if (is_too_wide()) drop_column(rows, least);
    }
    for (const char* without_interval : {"F", "R"}) {
        if (is_too_wide()) drop_intervals(rows, without_interval);
    }
    return table_text(rows) + wrapped(
                                  "RIF: share of pairs still right and equal after the attack. Intervals: Wilson, 95 %, sampling only; "
                                  "where an individual has "
                                  "several pairs, a bootstrap by individual. Rates are upper bounds: a stronger search may find more.",
                                  std::min(width, k_widest_text), 0);
}

void warn_of_unfinished(const FolderResults& results) {
    if (results.fact("state") == "finished") return;
    const std::string searches = results.fact("searches");
    fmt::print(stderr,
               "warning: this run is unfinished: {} of {} searches are recorded, and rates are of those; run the same command to go on\n",
               grouped(results.searches()), searches.empty() ? "an unknown number of" : grouped(std::stoull(searches)));
}

void RunConsole::clear() {
    if (bar_) fmt::print("\r\033[K");
    bar_ = false;
    std::fflush(stdout);
}

void RunConsole::show(const std::string& line) {
    fmt::print("\r\033[K{}", line);
    std::fflush(stdout);
    bar_ = true;
}

bool RunConsole::is_time() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < k_between_updates) return false;
    last_ = now;
    return true;
}

void RunConsole::begins(const std::string& experiment, const std::string& shape, const std::filesystem::path& folder) {
    if (quiet_) return;
    fmt::print("{}: {}   {}\n", experiment, shape, folder.string());
    std::fflush(stdout);
}

void RunConsole::fact(const std::string& name, const std::string& text) {
    if (quiet_) return;
    clear();
    fmt::print("  {}  {}", pad(name, k_name_width), wrapped(text, std::min(width_, k_widest_text), k_name_width + 4));
    std::fflush(stdout);
}

void RunConsole::step(const std::string& what, std::size_t done, std::size_t total) {
    if (quiet_ || !terminal_ || !is_time()) return;
    show(cut(fmt::format("  {} … {} of {}", what, grouped(done), grouped(total)), width_));
}

void RunConsole::progress(const RunProgress& progress) {
    if (quiet_ || !terminal_ || !is_time()) return;
    show(cut("  " + progress_line(progress, width_), width_));
}

void RunConsole::cell_done(const CellRecord& cell, const std::vector<Rate>& rates, const RunProgress& progress) {
    if (quiet_ || terminal_) return;
    const Rate* rif = find_rate(rates, "RIF");
    fmt::print("  cell {} of {}: {} / {} / {}{}: RIF {} ({})\n", progress.cells_done, progress.cells, cell.model, cell.attack,
               cell.target.empty() ? "-" : cell.target, others_of(cell), with_interval(rif), count_of(rif));
    std::fflush(stdout);
}

void RunConsole::warning(const std::string& text) {
    clear();
    std::fflush(stdout);
    fmt::print(stderr, "warning: {}\n", text);
}

}  // namespace rif::cli
