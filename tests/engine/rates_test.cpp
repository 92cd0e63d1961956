// The rates of a cell against counts by hand and the consistency of the paper's tables.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

#include <rif/base/statistics.hpp>
#include <rif/engine/rates.hpp>

BOOST_AUTO_TEST_SUITE(rates)

using rif::Outcome;
using rif::PairRecord;
using rif::Quadrant;
using rif::Rate;

namespace {

PairRecord pair(Outcome outcome, Quadrant clean, Quadrant end, std::size_t rounds = 0, std::size_t queries = 0) {
    static std::size_t number = 0;
    PairRecord record;
    record.pair = record.individual = std::to_string(++number);
    record.outcome = outcome;
    record.clean_quadrant = clean;
    record.quadrant = end;
    record.ever_violated = end != Quadrant::RF;
    record.rounds = rounds, record.queries = queries;
    return record;
}

void add(std::vector<PairRecord>& pairs, std::size_t times, Quadrant end) {
    for (std::size_t i = 0; i < times; ++i) pairs.push_back(pair(Outcome::attacked, Quadrant::RF, end));
}

const Rate& of(const std::vector<Rate>& rates, const std::string& measure) {
    return *std::find_if(rates.begin(), rates.end(), [&](const Rate& rate) { return rate.measure == measure; });
}

double value(const std::vector<Rate>& rates, const std::string& measure) { return *of(rates, measure).value; }

/// Ten pairs: 6 attacked (3 RF, 1 RB, 1 UF, 1 UB), 1 without candidates, 2 outside RF before, 1 that failed.
std::vector<PairRecord> ten() {
    std::vector<PairRecord> pairs;
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::RF, 5, 50));
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::RF, 5, 50));
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::RF, 4, 40));
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::RB, 1, 10));
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::UF, 2, 20));
    pairs.push_back(pair(Outcome::attacked, Quadrant::RF, Quadrant::UB, 4, 38));
    pairs.push_back(pair(Outcome::no_candidates, Quadrant::RF, Quadrant::RF, 0, 2));
    pairs.push_back(pair(Outcome::violates_clean, Quadrant::RB, Quadrant::RB, 0, 2));
    pairs.push_back(pair(Outcome::violates_clean, Quadrant::UF, Quadrant::UB, 1, 9));
    pairs.push_back({});
    pairs.back().outcome = Outcome::error;
    return pairs;
}

}  // namespace

BOOST_AUTO_TEST_CASE(robust_fair_pairs_are_counted_by_default_and_one_without_candidates_resists) {
    const auto rates = rif::rates_of(ten(), {});
    BOOST_TEST(of(rates, "RIF").n == 7u);
    BOOST_TEST(*of(rates, "RIF").k == 4u);
    BOOST_TEST(*of(rates, "R").k == 5u);
    BOOST_TEST(*of(rates, "F").k == 5u);
    BOOST_TEST(*of(rates, "RB").k == 1u);
    BOOST_TEST(*of(rates, "UF").k == 1u);
    BOOST_TEST(*of(rates, "UB").k == 1u);
    BOOST_TEST(*of(rates, "ever_violated").k == 3u);
    BOOST_TEST(value(rates, "N_attack") == 21.0 / 7);
    BOOST_TEST(value(rates, "queries") == 210.0 / 7);
    BOOST_TEST(!of(rates, "N_attack").k);
}

BOOST_AUTO_TEST_CASE(the_whole_population_counts_pairs_that_violate_before_any_edit) {
    const auto rates = rif::rates_of(ten(), {.population = "all"});
    BOOST_TEST(of(rates, "RIF").n == 9u);
    BOOST_TEST(*of(rates, "RIF").k == 4u);
    BOOST_TEST(*of(rates, "RB").k == 2u);
    BOOST_TEST(*of(rates, "UB").k == 2u);
    BOOST_TEST(value(rates, "queries") == 221.0 / 9);
}

BOOST_AUTO_TEST_CASE(both_denominators_stand_in_clean_RF_whatever_the_population) {
    for (const std::string population : {"robust_fair", "all"}) {
        const auto rates = rif::rates_of(ten(), {.population = population});
        BOOST_TEST(*of(rates, "clean_RF").k == 7u);
        BOOST_TEST(of(rates, "clean_RF").n == 9u);
        BOOST_TEST(*of(rates, "clean_accuracy").k == 8u);
        BOOST_TEST(*of(rates, "clean_flip").k == 1u);
    }
}

BOOST_AUTO_TEST_CASE(nothing_to_count_has_neither_value_nor_interval) {
    std::vector<PairRecord> pairs(2);
    pairs[0].outcome = Outcome::no_sensitive_token;
    pairs[1].outcome = Outcome::error;
    for (const Rate& rate : rif::rates_of(pairs, {})) {
        BOOST_TEST(rate.n == 0u);
        BOOST_TEST(!rate.value);
        BOOST_TEST(!rate.low);
        BOOST_TEST(rate.interval == "none");
    }
}

BOOST_AUTO_TEST_CASE(a_pair_whose_search_was_not_made_stands_where_it_stood) {
    auto pairs = ten();
    pairs[6].quadrant.reset();
    BOOST_TEST(*of(rif::rates_of(pairs, {}), "RIF").k == 4u);
}

BOOST_AUTO_TEST_CASE(intervals_of_single_pairs_are_wilsons) {
    const auto rates = rif::rates_of(ten(), {});
    const auto expected = *rif::wilson(4, 7);
    BOOST_TEST(*of(rates, "RIF").low == expected.low);
    BOOST_TEST(*of(rates, "RIF").high == expected.high);
    BOOST_TEST(of(rates, "RIF").interval == "wilson");
}

BOOST_AUTO_TEST_CASE(several_pairs_of_one_individual_are_drawn_together) {
    std::vector<PairRecord> pairs;
    add(pairs, 60, Quadrant::RF);
    add(pairs, 60, Quadrant::RB);
    const double single = *of(rif::rates_of(pairs, {}), "RIF").high - *of(rif::rates_of(pairs, {}), "RIF").low;
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].individual = std::to_string(i / 6);  // each all RF or all RB
    const Rate drawn = of(rif::rates_of(pairs, {.seed = 3}), "RIF");
    BOOST_TEST(drawn.interval == "bootstrap");
    BOOST_TEST(*drawn.high - *drawn.low > 2 * single);  // 20 individuals, not 120 trials: wider by the root of 6
    BOOST_TEST(*of(rif::rates_of(pairs, {.seed = 3}), "RIF").low == *drawn.low);
    const Rate none = of(rif::rates_of(pairs, {}), "UB");
    BOOST_TEST(none.interval == "wilson");
    BOOST_TEST(*none.high == rif::wilson(0, 20)->high);
}

BOOST_AUTO_TEST_CASE(ambiguous_pairs_are_counted_beside_or_left_out) {
    auto pairs = ten();
    pairs[0].ambiguous = pairs[3].ambiguous = true;
    const auto in = rif::rates_of(pairs, {}), out = rif::rates_of(pairs, {.ambiguous_counts = false});
    BOOST_TEST(of(in, "RIF").n == 7u);
    BOOST_TEST(of(in, "RIF_unambiguous").n == 5u);
    BOOST_TEST(*of(in, "RIF_unambiguous").k == 3u);
    BOOST_TEST(of(out, "RIF").n == 5u);
    BOOST_TEST(of(out, "clean_RF").n == 7u);
}

// Measures, section 9: RB = R - RIF under RB, UF = F - RIF under UF, UB = 1 - R - F + RIF under UB, on the averages of table 4.
BOOST_AUTO_TEST_CASE(the_papers_averages_give_its_tables_5_and_8) {
    const struct {
        Quadrant target;
        const char* measure;
        double r, f, rif, printed;
    } rows[] = {{Quadrant::RB, "RB", .932, .819, .751, .180},
                {Quadrant::UF, "UF", .713, .939, .693, .247},
                {Quadrant::UB, "UB", .730, .805, .729, .195}};
    for (const auto& row : rows) {
        const auto in_thousand = [](double share) { return std::size_t(std::lround(share * 1000)); };
        std::vector<PairRecord> pairs;
        add(pairs, in_thousand(row.rif), Quadrant::RF);
        add(pairs, in_thousand(row.r) - in_thousand(row.rif), Quadrant::RB);
        add(pairs, in_thousand(row.f) - in_thousand(row.rif), Quadrant::UF);
        add(pairs, 1000 - pairs.size(), Quadrant::UB);
        const auto rates = rif::rates_of(pairs, {});
        BOOST_TEST(std::abs(value(rates, "R") - row.r) < 1e-9);
        BOOST_TEST(std::abs(value(rates, "F") - row.f) < 1e-9);
        BOOST_TEST(std::abs(value(rates, row.measure) - row.printed) < 0.0015);  // both are rounded to three digits
    }
}

BOOST_AUTO_TEST_SUITE_END()
