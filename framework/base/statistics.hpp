// Intervals of rates.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <rif/base/random.hpp>

namespace rif {

struct Interval {
    double low = 0, high = 1;
};

/// Wilson's interval of k successes in n trials (Wilson 1927; Brown, Cai & DasGupta 2001, eq. 4). n = 0: nothing.
/// k <= n; confidence in (0, 1). Never of width 0; its ends are 0 at k = 0 and 1 at k = n.
std::optional<Interval> wilson(std::size_t k, std::size_t n, double confidence = 0.95);

/// What one individual gives to a rate: k of its n pairs.
struct Cluster {
    std::size_t k = 0, n = 0;
};
constexpr std::size_t k_bootstrap_draws = 2000;
/// Percentile bootstrap of Σk / Σn that draws whole clusters (Davison & Hinkley 1997, section 3.8). No pairs: nothing.
/// confidence in (0, 1); the same random stream gives the same interval. Of width 0 where every cluster has the same share.
std::optional<Interval> cluster_bootstrap(std::span<const Cluster> clusters, Random random, double confidence = 0.95);

/// Nothing of an empty span.
std::optional<double> mean(std::span<const double> values);

}  // namespace rif
