// run.sqlite, the record of a run: written as searches end, read by reports. Its tables are described in share/doc/results_folder.md.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <rif/api/results.hpp>
#include <rif/engine/rates.hpp>
#include <rif/engine/scorer.hpp>
#include <rif/engine/sqlite.hpp>

namespace rif {

/// What a search cost besides what its record says.
struct SearchCost {
    ScoreCounts counts;
    double seconds = 0;
};

/// For one run at a time; its calls may come from several threads.
class ResultsWriter {
public:
    /// Makes or goes on with `folder`/run.sqlite. errors: as Database; rif::Error "newer-results".
    explicit ResultsWriter(const std::filesystem::path& folder);

    std::string fact(const std::string& key) const;  // "" where there is none
    void set_fact(const std::string& key, const std::string& value);
    void add_cell(const CellRecord& cell);
    void fail_cell(const std::string& cell, const std::string& message);
    void set_labels(const std::string& dataset, const std::vector<std::string>& labels);

    /// Pairs of a cell that are recorded already; one that ended in an error is not, so that it is asked again.
    std::set<std::string> recorded(const std::string& cell) const;
    /// One transaction each. position: the pair's place in its data.
    void record(const PairRecord& pair, std::size_t position, const SearchCost& cost);
    void record(const std::vector<PairRecord>& pairs, const std::vector<std::size_t>& positions);

    /// At the end: everything is in the one file, and nothing stays beside it. Where a reader is at work the last to close does it.
    void finish();

private:
    void insert(const PairRecord& pair, std::size_t position, const SearchCost& cost);
    void insert_substitutions(const PairRecord& pair, const MemberRecord& member, std::string_view name);
    void insert_steps(const PairRecord& pair);

    mutable std::mutex mutex_;
    Database database_;
    mutable Statement search_, substitution_, step_;
};

/// Reads a results folder.
class FolderResults final : public Results {
public:
    /// errors: rif::Error "no-results" where the folder holds no run.sqlite, "newer-results".
    explicit FolderResults(std::filesystem::path folder);

    std::filesystem::path folder() const override { return folder_; }
    std::string experiment() const override;
    std::vector<std::string> labels(const std::string& dataset) const override;
    std::vector<CellRecord> cells() const override;
    std::vector<Rate> rates(const std::string& cell) const override;
    std::map<std::string, std::size_t> outcomes(const std::string& cell) const override;
    std::vector<PairRecord> pairs(const std::string& cell) const override;
    std::map<std::string, std::string> facts() const override;

    /// What of the cell's pairs its rates are over.
    RateOptions rate_options(const std::string& cell) const;
    /// Sums over a cell's searches.
    SearchCost cost(const std::string& cell) const;
    /// Without texts, substitutions and steps: what rates need, fast.
    std::vector<PairRecord> pairs_for_rates(const std::string& cell) const;
    std::string fact(const std::string& key) const;
    /// Recorded searches over all cells.
    std::size_t searches() const;

private:
    std::filesystem::path folder_;
    Database database_;
};

}  // namespace rif
