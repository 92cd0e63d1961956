// What `rif run` shows: a bar on a terminal, one plain line a cell otherwise, and the table at the end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <rif/engine/results_db.hpp>
#include <rif/engine/run_view.hpp>

namespace rif::cli {

class RunConsole final : public RunView {
public:
    /// quiet: warnings and the final table only.
    RunConsole(bool quiet, bool terminal, std::size_t width) : quiet_(quiet), terminal_(terminal), width_(width) {}

    void begins(const std::string& experiment, const std::string& shape, const std::filesystem::path& folder) override;
    void fact(const std::string& name, const std::string& text) override;
    void step(const std::string& what, std::size_t done, std::size_t total) override;
    void progress(const RunProgress& progress) override;
    void cell_done(const CellRecord& cell, const std::vector<Rate>& rates, const RunProgress& progress) override;
    void warning(const std::string& text) override;
    /// Takes the bar away.
    void clear();

private:
    void show(const std::string& line);
    bool is_time();

    bool quiet_, terminal_, bar_ = false;
    std::size_t width_;
    std::chrono::steady_clock::time_point last_{};
};

/// "[=====>    ] 5 of 10 cells · 1,210 of 2,310 searches · 0:03 left · 412 searches/s · 6,900 queries/s", cut to `width` columns.
std::string progress_line(const RunProgress& progress, std::size_t width);
/// One line on standard error where the run of the folder was not finished: how many of its searches are recorded.
void warn_of_unfinished(const FolderResults& results);
/// Columns padded to their widest cell, two blanks between, no blanks at line ends. The first row is the head.
std::string table_text(const std::vector<std::vector<std::string>>& rows);
/// "1,210"
std::string grouped(std::size_t number);
/// The rates of all cells, one line each, and what must be said below. Where `width` is too narrow, queries, rounds, the share in
/// the target's quadrant and the intervals of F and R are left out in this order; tables/rates.csv has them all.
std::string rates_text(const FolderResults& results, std::size_t width);

}  // namespace rif::cli
