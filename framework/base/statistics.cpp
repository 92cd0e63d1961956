// Intervals of rates: Wilson's for independent trials, a bootstrap by individual where they are not. Quantiles from Boost.Math.
#include <rif/base/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include <rif/base/error.hpp>

namespace rif {
namespace {

void expect_confidence(double confidence) {
    if (!(confidence > 0 && confidence < 1)) assertion_failed("a confidence lies between 0 and 1", __FILE__, __LINE__);
}

/// Quantile of sorted values by linear interpolation (Hyndman & Fan 1996, type 7).
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * double(sorted.size() - 1);
    const auto below = std::size_t(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

/// Σk / Σn of as many clusters as there are, drawn with replacement.
double drawn_share(std::span<const Cluster> clusters, Random& random) {
    std::size_t k = 0, n = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const Cluster& cluster = clusters[random.below(clusters.size())];
        k += cluster.k, n += cluster.n;
    }
    return double(k) / double(n);
}

}  // namespace

std::optional<Interval> wilson(std::size_t k, std::size_t n, double confidence) {
    expect_confidence(confidence);
    if (k > n) assertion_failed("no more successes than trials", __FILE__, __LINE__);
    if (n == 0) return std::nullopt;
    const double z = boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
    const double trials = double(n), share = double(k) / trials, z2 = z * z;
    const double centre = share + z2 / (2 * trials);
    const double half = z * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
    const double scale = 1 + z2 / trials;
    Interval interval{(centre - half) / scale, (centre + half) / scale};
    if (k == 0) interval.low = 0;  // exact, where rounding would leave 1e-18
    if (k == n) interval.high = 1;
    return interval;
}

std::optional<Interval> cluster_bootstrap(std::span<const Cluster> all, Random random, double confidence) {
    expect_confidence(confidence);
    std::vector<Cluster> clusters;  // one without pairs would only make draws of 0/0
    std::copy_if(all.begin(), all.end(), std::back_inserter(clusters), [](const Cluster& cluster) { return cluster.n > 0; });
    if (clusters.empty()) return std::nullopt;
    std::vector<double> shares(k_bootstrap_draws);
    for (double& share : shares) share = drawn_share(clusters, random);
    std::sort(shares.begin(), shares.end());
    return Interval{quantile(shares, (1 - confidence) / 2), quantile(shares, (1 + confidence) / 2)};
}

std::optional<double> mean(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

}  // namespace rif
