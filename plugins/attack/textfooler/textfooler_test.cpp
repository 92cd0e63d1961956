// attack/textfooler: importance, choice and end, on victims whose numbers can be worked out by hand.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::both_needed;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/textfooler", settings), task);
}

ToyTask one_word(rif::test::ToyAdmission::Table table) {
    ToyTask task;
    task.v = "He fine", task.v_prime = "She fine";
    task.weights = {{"fine", {1, 0}}, {"up", {2, 0}}, {"down", {0, 1}}, {"lower", {0, 3}}, {"less", {.5F, 0}}, {"least", {.2F, 0}}};
    task.table = std::move(table);
    return task;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_textfooler)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/textfooler") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
    BOOST_TEST(rif::test::refusal("attack/textfooler", "rank_over = all") == "unknown-choice");
    BOOST_TEST(rif::test::refusal("attack/textfooler", "source = embedding") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(it_makes_v_wrong_step_by_step_and_leaves_its_counterpart) {
    const PairRecord record = run(both_needed());
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.v.final_text == "He uno dos");
    BOOST_TEST(record.v_prime.final_text == "She one two");
    BOOST_TEST(record.queries == 2u + 2 + 2);  // clean, ranking, one candidate a token
    BOOST_TEST(record.steps.size() == 2u);
    BOOST_TEST((*record.quadrant == rif::Quadrant::UB));
}

BOOST_AUTO_TEST_CASE(of_those_that_make_v_wrong_the_most_similar_is_kept_and_not_the_lowest) {
    const PairRecord record = run(one_word({{"fine", {{"lower", "", .5}, {"down", "", .9}, {"up", "", 1.0}}}}));
    BOOST_TEST(record.v.final_text == "He down");
    BOOST_TEST(run(one_word({{"fine", {{"lower"}, {"down"}}}})).v.final_text == "He lower");  // nothing measured: the preferred one
}

BOOST_AUTO_TEST_CASE(where_none_makes_v_wrong_the_lowest_is_kept_if_it_is_lower_than_now) {
    const PairRecord record = run(one_word({{"fine", {{"up"}, {"less"}, {"least"}}}}));
    BOOST_TEST((*record.stop == Stop::exhausted));
    BOOST_TEST(record.v.final_text == "He least");
    const PairRecord nothing = run(one_word({{"fine", {{"up"}}}}));
    BOOST_TEST(nothing.v.final_text == "He fine");
    BOOST_TEST(nothing.rounds == 1u);
    BOOST_TEST(nothing.steps.empty());
}

BOOST_AUTO_TEST_CASE(a_deletion_that_changes_the_label_counts_what_the_new_one_gains) {
    // Without a: (.40, .30, .30). Without b: (.42, .45, .13). Whole: their product over its sum, (.491, .395, .114).
    // Losses of class 0: a .091, b .071; with the gain of class 1, b .071 + .055 = .126.
    const auto logs = [](double x, double y, double z) {
        return std::vector<float>{float(std::log(x)), float(std::log(y)), float(std::log(z))};
    };
    ToyTask task;
    task.classes = 3;
    task.v = "He a b", task.v_prime = "She a b";
    task.weights = {{"a", logs(.42, .45, .13)}, {"b", logs(.40, .30, .30)}};
    task.table = {{"a", {{"x"}}}, {"b", {{"y"}}}};
    task.budget.tokens = 1;
    const PairRecord record = run(task);
    BOOST_TEST_REQUIRE(record.rounds == 1u);
    BOOST_TEST(record.v.final_text == "He a y");
    task.weights["b"] = logs(.40, .30, .30), task.weights["a"] = logs(.45, .42, .13);  // without b the label stays: only losses count
    BOOST_TEST(run(task).v.final_text == "He x b");
}

BOOST_AUTO_TEST_CASE(tokens_without_candidates_may_be_left_out_of_the_ranking) {
    ToyTask task = both_needed();
    task.table.erase("one");
    task.budget.tokens = 1;
    BOOST_TEST(run(task).rounds == 0u);  // "one" is first, by position
    const PairRecord record = run(task, "rank_over = substitutable");
    BOOST_TEST(record.rounds == 1u);
    BOOST_TEST(record.queries == 2u + 1 + 1);
}

BOOST_AUTO_TEST_CASE(a_pair_that_is_wrong_already_and_a_budget_that_ends) {
    ToyTask task = both_needed();
    task.label = 1;
    BOOST_TEST((*run(task).stop == Stop::reached));
    BOOST_TEST(run(task).queries == 2u);
    task.label = 0;
    task.budget.queries = 5;
    const PairRecord record = run(task);
    BOOST_TEST((*record.stop == Stop::budget));
    BOOST_TEST(record.v.final_text == "He uno two");
}

BOOST_AUTO_TEST_SUITE_END()
