// Models and attacks compared over the same individuals (measures, section 2): what tables/comparisons.csv holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <rif/base/comparison.hpp>
#include <rif/engine/results_db.hpp>

namespace rif {

/// Two cells that differ in their model alone, or in their attack alone, by one measure. counts: over the individuals that are in the
/// population of both; an individual with several pairs has a fact where all its pairs have it.
struct CellComparison {
    std::string axis, measure;  // "model" or "attack"; R, F or RIF
    CellRecord first, second;   // in the order of the plan
    std::size_t n_first = 0, n_second = 0;
    PairedCounts counts;
    double p = 1, p_holm = 1;  // exact McNemar; adjusted over all comparisons of one axis and measure
};

/// Every two comparable cells, by axis, measure and order of the plan. An attack that reads no target is compared under each target.
std::vector<CellComparison> comparisons_of(const FolderResults& results);

}  // namespace rif
