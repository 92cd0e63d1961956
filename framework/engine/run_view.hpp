// What a run tells whoever shows it. The engine prints nothing itself.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/results.hpp>

namespace rif {

/// Where the run stands. searches: of pairs that are to be attacked, over all cells.
struct RunProgress {
    std::size_t cells_done = 0, cells = 0;
    std::size_t searches_done = 0, searches = 0;
    std::size_t queries = 0;
    double seconds = 0;               // since the first search of this process
    std::size_t searches_before = 0;  // done by an earlier process of this run
};

/// Calls come from one thread at a time, progress() several times a second at most.
class RunView {
public:
    virtual ~RunView() = default;
    virtual void begins(const std::string& experiment, const std::string& shape, const std::filesystem::path& folder) = 0;
    /// One line of what was found before the searches: fact("model small", "trained in 21 s, …").
    virtual void fact(const std::string& name, const std::string& text) = 0;
    virtual void step(const std::string& what, std::size_t done, std::size_t total) = 0;
    virtual void progress(const RunProgress& progress) = 0;
    virtual void cell_done(const CellRecord& cell, const std::vector<Rate>& rates, const RunProgress& progress) = 0;
    virtual void warning(const std::string& text) = 0;
};

}  // namespace rif
