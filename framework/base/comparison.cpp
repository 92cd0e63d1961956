#include <rif/base/comparison.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>

#include <rif/base/error.hpp>

namespace rif {
namespace {

/// Correlation of the two facts as Newcombe corrects it: its numerator is n/2 nearer to 0 where it is positive. 0 where one never varies.
double corrected_correlation(const PairedCounts& counts) {
    const double a = double(counts.both), b = double(counts.first_only), c = double(counts.second_only), d = double(counts.neither);
    const double product = (a + b) * (c + d) * (a + c) * (b + d);
    if (product == 0) return 0;
    const double covariance = a * d - b * c;
    return (covariance > 0 ? std::max(covariance - double(counts.n()) / 2, 0.0) : covariance) / std::sqrt(product);
}

int sign(double value) { return (value > 0) - (value < 0); }

}  // namespace

std::optional<double> paired_difference(const PairedCounts& counts) {
    if (counts.n() == 0) return std::nullopt;
    return (double(counts.first_only) - double(counts.second_only)) / double(counts.n());
}

std::optional<Interval> newcombe_paired(const PairedCounts& counts, double confidence) {
    const std::optional<double> difference = paired_difference(counts);
    if (!difference) return std::nullopt;
    const double n = double(counts.n()), phi = corrected_correlation(counts);
    const double first = double(counts.both + counts.first_only) / n, second = double(counts.both + counts.second_only) / n;
    const Interval of_first = *wilson(counts.both + counts.first_only, counts.n(), confidence);
    const Interval of_second = *wilson(counts.both + counts.second_only, counts.n(), confidence);
    const auto reach = [phi](double one, double other) {
        return std::sqrt(std::max(0.0, one * one - 2 * phi * one * other + other * other));
    };
    return Interval{*difference - reach(first - of_first.low, of_second.high - second),
                    *difference + reach(of_first.high - first, second - of_second.low)};
}

double mcnemar_exact(const PairedCounts& counts) {
    const std::size_t discordant = counts.first_only + counts.second_only;
    if (discordant == 0) return 1;
    const boost::math::binomial trials(double(discordant), 0.5);
    return std::min(1.0, 2 * boost::math::cdf(trials, double(std::min(counts.first_only, counts.second_only))));
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, std::min(1.0, double(order.size() - i) * p[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

std::optional<double> kendall_tau_b(std::span<const double> a, std::span<const double> b) {
    if (a.size() != b.size()) assertion_failed("two rankings are of the same things", __FILE__, __LINE__);
    double agreement = 0, varied_in_a = 0, varied_in_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const int of_a = sign(a[i] - a[j]), of_b = sign(b[i] - b[j]);
            agreement += of_a * of_b, varied_in_a += of_a != 0, varied_in_b += of_b != 0;
        }
    }
    if (varied_in_a == 0 || varied_in_b == 0) return std::nullopt;
    return agreement / std::sqrt(varied_in_a * varied_in_b);
}

}  // namespace rif
