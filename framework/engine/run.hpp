// Runs an experiment: plan, assemble, search, record, report. The one straight line after the check.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"
#include <rif/engine/run_view.hpp>

namespace rif {

struct RunOptions {
    std::filesystem::path results = "results";
    std::optional<std::filesystem::path> out;  // the results folder itself
    std::filesystem::path cache_folder;
    std::optional<std::size_t> jobs;         // over run.concurrency
    std::optional<std::size_t> most_jobs;    // the site's limit, over both
    std::string device = "auto";             // the site's, where run.device leaves it open
    std::uint64_t cache_bytes = UINT64_MAX;  // what trained models may take after the run
    bool fresh = false;
    const std::atomic<bool>* cancelled = nullptr;  // set by Ctrl-C
};

struct RunSummary {
    std::filesystem::path folder;
    bool interrupted = false;
    std::size_t cells = 0, failed_cells = 0, failed_pairs = 0;
    std::size_t searches = 0, searches_done = 0;
    std::vector<std::filesystem::path> tables, reports;
    Diagnostics faults;  // of the deep check; with errors nothing was run and no folder made
};

/// Makes every component first; what cannot be made is in RunSummary::faults.
/// errors: rif::Error before the first search (inputs changed, the folder cannot be written). Afterwards a
/// failing individual or cell is recorded and the others go on.
RunSummary run(const dsl::Experiment& experiment, const RunOptions& options, RunView& view);

/// Reports of the experiment, made again from a results folder.
std::vector<std::filesystem::path> write_reports(const dsl::Experiment& experiment, const std::filesystem::path& folder,
                                                 const std::filesystem::path& cache_folder);

}  // namespace rif
