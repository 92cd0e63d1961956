// Intervals of rates.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace rif {

struct Interval {
    double low = 0, high = 1;
};

/// Wilson's interval of k successes in n trials (Wilson 1927; Brown, Cai & DasGupta 2001, eq. 4). n = 0: nothing.
/// confidence in (0, 1).
std::optional<Interval> wilson(std::size_t k, std::size_t n, double confidence = 0.95);
/// Mean and the percentile bootstrap is the report's; mean of an empty span is nothing.
std::optional<double> mean(std::span<const double> values);

}  // namespace rif
