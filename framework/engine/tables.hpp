// The long-format tables of a results folder, written by the engine itself: tables/rates.csv, outcomes.csv, comparisons.csv, cost.csv
// (columns: share/doc/tables.md).
#pragma once

#include <filesystem>
#include <vector>

#include <rif/engine/results_db.hpp>

namespace rif {

/// Computed from run.sqlite alone. returns: the files written. errors: rif::Error "cannot-write".
std::vector<std::filesystem::path> write_tables(const FolderResults& results);

}  // namespace rif
