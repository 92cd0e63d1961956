// Two proportions over the same individuals, families of tests, and agreement of rankings.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <rif/base/statistics.hpp>

namespace rif {

/// Individuals for which a fact holds in both of two cells, in one of them, in neither.
struct PairedCounts {
    std::size_t both = 0, first_only = 0, second_only = 0, neither = 0;
    std::size_t n() const { return both + first_only + second_only + neither; }
};

/// Share in the first less share in the second; nothing where there is no individual.
std::optional<double> paired_difference(const PairedCounts& counts);
/// Newcombe's interval of that difference, with his correction of the correlation (Newcombe 1998, Statistics in Medicine 17:2635, method
/// 10). confidence in (0, 1). Never of width 0.
std::optional<Interval> newcombe_paired(const PairedCounts& counts, double confidence = 0.95);
/// Exact two-sided McNemar test, the binomial test of the discordant individuals at 1/2, twice the smaller tail and at most 1.
/// No discordant individual: 1.
double mcnemar_exact(const PairedCounts& counts);

/// Holm's adjusted p-values (Holm 1979), in the order of `p`; each in [0, 1].
std::vector<double> holm(std::span<const double> p);

/// Kendall's tau-b of two rankings of the same things, ties counted (Kendall 1945). a, b: of one size. Nothing where one of them is
/// constant.
std::optional<double> kendall_tau_b(std::span<const double> a, std::span<const double> b);

}  // namespace rif
