// The searches of one cell: what is not recorded yet is searched, on several threads, and recorded as it ends.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include <rif/api/attack.hpp>
#include <rif/engine/plan.hpp>
#include <rif/engine/results_db.hpp>
#include <rif/engine/search_session.hpp>
#include <rif/engine/setup.hpp>

namespace rif {

CellRecord cell_record(const Cell& cell);

class CellRun {
public:
    /// Of a cell whose setup has no failure. Records the pairs that need no search.
    CellRun(const Cell& cell, Setup& setup, ResultsWriter& writer);

    std::size_t to_search() const { return open_.size(); }
    std::size_t done_before() const { return done_before_; }
    /// Searches what is open. ended(queries) is called after each search, from one thread at a time.
    /// errors: Cancelled once `cancelled` is set: what has ended by then is recorded.
    void search(std::size_t threads, const std::atomic<bool>* cancelled, const std::function<void(std::size_t)>& ended);

private:
    bool is_searched(const StandingPair& pair) const;
    PairRecord record_of(const StandingPair& pair) const;
    void record_unsearched(const std::vector<std::size_t>& positions);
    PairRecord searched(const StandingPair& pair, const SearchSettings& settings, SearchCost& cost) const;

    const Cell& cell_;
    const CellSetup& setup_;
    ResultsWriter& writer_;
    SearchSettings settings_;
    bool all_ = false;               // population = all
    std::vector<std::size_t> open_;  // positions in standing pairs
    std::size_t done_before_ = 0;
};

}  // namespace rif
