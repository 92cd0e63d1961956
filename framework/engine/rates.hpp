// The rates of one cell out of its recorded pairs (measures, section 2): what tables/rates.csv holds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <rif/api/results.hpp>

namespace rif {

/// population: "robust_fair" (attacked pairs and those without candidates) or "all" (those outside RF before any edit too).
/// ambiguous_counts: `ambiguous = in`. seed: of the bootstrap's stream.
struct RateOptions {
    std::string population = "robust_fair";
    bool ambiguous_counts = true;
    std::uint64_t seed = 0;
};

/// The pairs that the rates of a cell are over: its population, without ambiguous ones where they do not count.
std::vector<const PairRecord*> counted_pairs(std::span<const PairRecord> pairs, const RateOptions& options);
/// Where a counted pair stands at the end: v right, v and v' the same.
bool ends_right(const PairRecord& pair);
bool ends_same(const PairRecord& pair);

/// In this order: R F RIF RB UF UB ever_violated RIF_unambiguous N_attack queries over the population, clean_accuracy clean_RF clean_flip
/// over every pair that the model was asked about: k of clean_RF is the robust fair population, n the whole one.
/// pairs: of one cell. Wilson's intervals, a bootstrap by individual where one has several pairs; 0/0 has neither value nor interval.
/// Asserted: RB + UF + UB + RIF = n, RB = R - RIF, UF = F - RIF, RIF <= min(R, F).
std::vector<Rate> rates_of(std::span<const PairRecord> pairs, const RateOptions& options);

}  // namespace rif
