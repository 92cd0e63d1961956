// attack/adf: which tokens it visits, which substitution it keeps, when it ends; numbers worked out by hand.
#include <boost/test/unit_test.hpp>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/adf", settings), task);
}

/// v is right by 2, v' by 1. The gap |σ(2) - σ(1)| is .150; with mid |σ(.5) - σ(-.5)| .245, with up .072, with low .004 (times √2).
ToyTask leaning(rif::test::ToyAdmission::Table table) {
    ToyTask task;
    task.v = "He fine", task.v_prime = "She fine";
    task.weights = {{"she", {0, 1}}, {"fine", {2, 0}}, {"mid", {.5F, 0}}, {"up", {3, 0}}, {"low", {-5, 0}}};
    task.table = std::move(table);
    return task;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_adf)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/adf") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
    BOOST_TEST(rif::test::refusal("attack/adf", "substitution = both") == "unknown-choice");
    BOOST_TEST(rif::test::refusal("attack/adf", "local = on") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(the_substitution_that_opens_the_gap_most_goes_into_both_members) {
    const PairRecord record = run(leaning({{"fine", {{"up"}, {"low"}, {"mid"}}}}));
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.v.final_text == "He mid");
    BOOST_TEST(record.v_prime.final_text == "She mid");
    BOOST_TEST((*record.quadrant == rif::Quadrant::RB));
    BOOST_TEST(record.queries == 2u + 2 + 2 * 3);
}

BOOST_AUTO_TEST_CASE(decoupled_members_take_the_two_that_are_farthest_apart) {
    const PairRecord record = run(leaning({{"fine", {{"up"}, {"low"}, {"mid"}}}}), "substitution = decoupled");
    BOOST_TEST(record.v.final_text == "He up");  // σ(3) against σ(-6)
    BOOST_TEST(record.v_prime.final_text == "She low");
    BOOST_TEST(record.queries == 2u + 2 + 2 * 3);
}

BOOST_AUTO_TEST_CASE(what_does_not_widen_the_gap_is_not_kept) {
    const PairRecord record = run(leaning({{"fine", {{"up"}, {"low"}}}}));
    BOOST_TEST((*record.stop == Stop::exhausted));
    BOOST_TEST(record.rounds == 1u);
    BOOST_TEST(record.steps.empty());
    BOOST_TEST(record.v_prime.final_text == "She fine");
}

BOOST_AUTO_TEST_CASE(tokens_that_pull_the_members_apart_ways_are_not_visited) {
    // With and without t, p(0) of v is .718 and .498, of v' .622 and .818: signs differ. All labels are 0.
    ToyTask task;
    task.classes = 3;
    task.v = "He t", task.v_prime = "She t";
    task.weights = {{"he", {0, -5, 0}}, {"she", {2, .5F, -9}}, {"t", {1, 2, 0}}, {"x", {0, 9, 0}}};
    task.table = {{"t", {{"x"}}}};
    const PairRecord record = run(task);
    BOOST_TEST(record.rounds == 0u);
    BOOST_TEST(record.queries == 2u + 2);
    task.weights["she"] = {0, -4, 0};  // now they agree
    BOOST_TEST(run(task).rounds == 1u);
}

BOOST_AUTO_TEST_CASE(tokens_are_visited_by_the_product_of_both_changes) {
    ToyTask task = leaning({{"small", {{"x"}}}, {"big", {{"y"}}}});
    task.v = "He small big", task.v_prime = "She small big";
    task.weights["small"] = {.5F, 0}, task.weights["big"] = {2, 0};
    task.weights["x"] = {.4F, 0}, task.weights["y"] = {1, 0};
    task.budget.tokens = 1;
    const PairRecord record = run(task);
    BOOST_TEST_REQUIRE(record.steps.size() == 1u);
    BOOST_TEST(record.steps[0].token == "big");
}

BOOST_AUTO_TEST_CASE(a_budget_may_end_in_the_ranking) {
    ToyTask task = leaning({{"fine", {{"mid"}}}});
    task.budget.queries = 3;
    BOOST_TEST((*run(task).stop == Stop::budget));
    BOOST_TEST(run(task).queries == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
