// Intervals against published values, against the test that they invert, and against exact coverage.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <rif/base/statistics.hpp>

BOOST_AUTO_TEST_SUITE(statistics)

using rif::Cluster;
using rif::wilson;

namespace {

constexpr double k_z = 1.959963984540054;  // 97.5 % quantile of the standard normal, to all digits

double binomial(std::size_t k, std::size_t n, double p) {
    return std::exp(std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1) + double(k) * std::log(p) +
                    double(n - k) * std::log1p(-p));
}

/// Chance that the interval of a draw from Binomial(n, p) holds p; `holds` says whether that of k does.
template <class Holds>
double coverage(std::size_t n, double p, Holds holds) {
    double sum = 0;
    for (std::size_t k = 0; k <= n; ++k)
        if (holds(k)) sum += binomial(k, n, p);
    return sum;
}

}  // namespace

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
BOOST_AUTO_TEST_CASE(wilson_gives_the_values_that_newcombe_printed) {
    const struct {
        std::size_t k, n;
        double low, high;
    } published[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0000, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (const auto& row : published) {
        const auto interval = wilson(row.k, row.n);
        BOOST_TEST_CONTEXT(row.k << " of " << row.n) {
            BOOST_TEST(std::abs(interval->low - row.low) < 0.5e-4);
            BOOST_TEST(std::abs(interval->high - row.high) < 0.5e-4);
        }
    }
}

BOOST_AUTO_TEST_CASE(none_and_all_of_thirty_have_an_end_at_the_limit_and_width) {
    const double reach = k_z * k_z / (30 + k_z * k_z);  // by hand: 0.1135
    BOOST_TEST(wilson(0, 30)->low == 0.0);
    BOOST_TEST(std::abs(wilson(0, 30)->high - reach) < 1e-12);
    BOOST_TEST(std::abs(wilson(30, 30)->low - (1 - reach)) < 1e-12);
    BOOST_TEST(wilson(30, 30)->high == 1.0);
}

BOOST_AUTO_TEST_CASE(one_trial_has_an_interval_and_none_has_not) {
    BOOST_TEST(wilson(1, 1)->low == 0.20654, boost::test_tools::tolerance(1e-4));  // 1 / (1 + z²)
    BOOST_TEST(wilson(1, 1)->high == 1.0);
    BOOST_TEST(!wilson(0, 0));
}

BOOST_AUTO_TEST_CASE(wilson_holds_exactly_the_shares_that_the_score_test_does_not_reject) {
    for (const std::size_t n : {1u, 2u, 7u, 50u, 263u, 1000u})
        for (std::size_t k = 0; k <= n; ++k) {
            const auto interval = *wilson(k, n);
            for (const double end : {interval.low, interval.high}) {
                if (end == 0 || end == 1) continue;
                const double statistic = std::abs(double(k) / double(n) - end) / std::sqrt(end * (1 - end) / double(n));
                BOOST_TEST_REQUIRE(std::abs(statistic - k_z) < 1e-6);
            }
        }
}

BOOST_AUTO_TEST_CASE(coverage_is_the_exact_one_on_a_grid) {
    for (const std::size_t n : {5u, 20u, 50u, 100u})
        for (const double p : {0.01, 0.03, 0.1, 0.27, 0.5, 0.88}) {
            const double ours = coverage(n, p, [&](std::size_t k) {
                const auto i = *wilson(k, n);
                return i.low <= p && p <= i.high;
            });
            const double exact = coverage(n, p, [&](std::size_t k) {
                const double distance = double(k) - double(n) * p;  // score test, without a division
                return distance * distance <= k_z * k_z * double(n) * p * (1 - p);
            });
            BOOST_TEST(std::abs(ours - exact) < 1e-9);
        }
    const double low = coverage(50, 0.01, [](std::size_t k) {
        const auto i = *wilson(k, 50);
        return i.low <= 0.01 && 0.01 <= i.high;
    });
    BOOST_TEST(std::abs(low - 0.911) < 0.0005);  // where Wilson falls short, as it must
}

BOOST_AUTO_TEST_CASE(a_higher_confidence_is_wider) {
    BOOST_TEST(wilson(3, 10, 0.99)->low < wilson(3, 10, 0.95)->low);
    BOOST_TEST(wilson(3, 10, 0.99)->high > wilson(3, 10, 0.95)->high);
}

BOOST_AUTO_TEST_CASE(the_bootstrap_by_individual_covers_at_two_hundred_individuals) {
    // 200 individuals of 3 pairs that always fall together: one pair each would be 200 trials, three are no more than that.
    constexpr double k_share = 0.3;
    std::size_t covered = 0, runs = 400;
    rif::Random world(11);
    for (std::size_t run = 0; run < runs; ++run) {
        std::vector<Cluster> clusters(200);
        for (Cluster& each : clusters) each = {world.uniform() < k_share ? 3u : 0u, 3u};
        const auto interval = *rif::cluster_bootstrap(clusters, rif::Random(run));
        covered += interval.low <= k_share && k_share <= interval.high;
    }
    BOOST_TEST(double(covered) / double(runs) > 0.92);  // 95 % less three standard errors of 400 runs
    BOOST_TEST(double(covered) / double(runs) < 0.98);
}

BOOST_AUTO_TEST_CASE(the_bootstrap_repeats_itself_and_leaves_individuals_without_pairs_out) {
    const std::vector<Cluster> clusters{{1, 2}, {0, 0}, {2, 2}, {0, 1}};
    const auto first = *rif::cluster_bootstrap(clusters, rif::Random(5)), second = *rif::cluster_bootstrap(clusters, rif::Random(5));
    BOOST_TEST(first.low == second.low);
    BOOST_TEST(first.high == second.high);
    BOOST_TEST(!rif::cluster_bootstrap(std::vector<Cluster>{{0, 0}}, rif::Random(5)));
    BOOST_TEST(!rif::cluster_bootstrap({}, rif::Random(5)));
}

BOOST_AUTO_TEST_CASE(the_mean_of_nothing_is_nothing) {
    BOOST_TEST(!rif::mean({}));
    BOOST_TEST(*rif::mean(std::vector<double>{1, 2, 6}) == 3.0);
}

BOOST_AUTO_TEST_SUITE_END()
