// Comparisons of proportions over the same individuals against published values, exact enumeration and hand calculations.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

#include <rif/base/comparison.hpp>

using rif::PairedCounts;

namespace {

double binomial_share(std::size_t k, std::size_t n) {
    return std::exp(std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1) - double(n) * std::log(2.0));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(comparison)

// Bentur et al., airway hyper-responsiveness of 21 children, as compared by Fagerland, Lydersen & Laake 2014.
BOOST_AUTO_TEST_CASE(published_values_of_a_small_table) {
    const PairedCounts counts{1, 1, 7, 12};
    BOOST_TEST(*rif::paired_difference(counts) == -6.0 / 21, boost::test_tools::tolerance(1e-12));
    const auto interval = rif::newcombe_paired(counts);
    BOOST_TEST(std::abs(interval->low - -0.507) < 0.5e-3);
    BOOST_TEST(std::abs(interval->high - -0.026) < 0.5e-3);
    BOOST_TEST(std::abs(rif::mcnemar_exact(counts) - 0.0703) < 0.5e-4);
}

// Approval of a prime minister in two surveys, Agresti 2002, table 10.1: the exact test gives 3.7e-5.
BOOST_AUTO_TEST_CASE(published_values_of_a_large_table) {
    const PairedCounts counts{794, 150, 86, 570};
    BOOST_TEST(std::abs(rif::mcnemar_exact(counts) - 3.716e-5) < 0.5e-8);
    const auto interval = rif::newcombe_paired(counts);  // Wald's, which fits so large a table: .024 to .056
    BOOST_TEST(std::abs(interval->low - 0.024) < 4e-3);
    BOOST_TEST(std::abs(interval->high - 0.056) < 4e-3);
}

BOOST_AUTO_TEST_CASE(the_exact_test_is_twice_the_smaller_tail) {
    for (std::size_t n = 1; n <= 30; ++n) {
        for (std::size_t k = 0; k <= n; ++k) {
            double tail = 0;
            for (std::size_t i = 0; i <= std::min(k, n - k); ++i) tail += binomial_share(i, n);
            BOOST_TEST(rif::mcnemar_exact({3, k, n - k, 4}) == std::min(1.0, 2 * tail), boost::test_tools::tolerance(1e-9));
        }
    }
    BOOST_TEST(rif::mcnemar_exact({10, 0, 0, 10}) == 1.0);
    BOOST_TEST(rif::mcnemar_exact({}) == 1.0);
}

BOOST_AUTO_TEST_CASE(the_interval_turns_round_with_the_cells_and_always_has_a_width) {
    for (const PairedCounts& counts :
         {PairedCounts{30, 0, 0, 0}, {0, 0, 0, 30}, {10, 0, 0, 20}, {5, 3, 9, 4}, {0, 8, 0, 0}, {1, 0, 0, 0}}) {
        const auto interval = rif::newcombe_paired(counts);
        const auto turned = rif::newcombe_paired({counts.both, counts.second_only, counts.first_only, counts.neither});
        BOOST_TEST(interval->low < interval->high);
        BOOST_TEST(interval->low == -turned->high, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(interval->low >= -1.0);
        BOOST_TEST(interval->high <= 1.0);
        BOOST_TEST(interval->low <= *rif::paired_difference(counts));
        BOOST_TEST(interval->high >= *rif::paired_difference(counts));
    }
    BOOST_TEST(!rif::newcombe_paired({}));
    BOOST_TEST(!rif::paired_difference({}));
}

BOOST_AUTO_TEST_CASE(holm_multiplies_by_what_is_left_and_never_falls) {
    const std::vector<double> p = {.01, .04, .03, .005};  // by hand: .005 x 4, .01 x 3, .03 x 2, max(.04 x 1, .06)
    BOOST_TEST(rif::holm(p) == (std::vector<double>{.03, .06, .06, .02}), boost::test_tools::tolerance(1e-12)
                                                                              << boost::test_tools::per_element());
    BOOST_TEST(rif::holm(std::vector<double>{.9, .8}) == (std::vector<double>{1, 1}), boost::test_tools::per_element());
    BOOST_TEST(rif::holm(std::vector<double>{}).empty());
}

BOOST_AUTO_TEST_CASE(tau_b_counts_ties) {
    const std::vector<double> up = {1, 2, 3, 4}, down = {4, 3, 2, 1}, swapped = {1, 2, 4, 3};
    BOOST_TEST(*rif::kendall_tau_b(up, up) == 1.0);
    BOOST_TEST(*rif::kendall_tau_b(up, down) == -1.0);
    BOOST_TEST(*rif::kendall_tau_b(up, swapped) == 4.0 / 6, boost::test_tools::tolerance(1e-12));
    // pairs (i, j): a varies in 5 of 6, b in 5 of 6; of the 4 in which both vary all agree
    const std::vector<double> a = {1, 2, 2, 3}, b = {1, 1, 2, 3};
    BOOST_TEST(*rif::kendall_tau_b(a, b) == 4.0 / 5, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(!rif::kendall_tau_b(up, std::vector<double>{2, 2, 2, 2}));
    BOOST_TEST(!rif::kendall_tau_b(std::vector<double>{1}, std::vector<double>{1}));
}

BOOST_AUTO_TEST_SUITE_END()
