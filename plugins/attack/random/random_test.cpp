// attack/random: what it draws, what it costs, when it ends.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/random", settings), task);
}

/// Three words, two of which have candidates; nothing changes the label but "bad".
ToyTask three_words() {
    ToyTask task;
    task.v = "He one two three", task.v_prime = "She one two three";
    task.weights = {{"one", {1, 0}}, {"bad", {0, 9}}};
    task.table = {{"one", {{"a"}, {"b"}, {"c"}}}, {"two", {{"d"}}}};
    return task;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_random)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/random") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
    BOOST_TEST(rif::test::refusal("attack/random", "stop = always") == "unknown-choice");
    BOOST_TEST(rif::test::refusal("attack/random", "seed = 3") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(every_draw_is_kept_and_costs_two_queries) {
    const PairRecord record = run(three_words(), "stop = never");
    BOOST_TEST((*record.stop == Stop::exhausted));
    BOOST_TEST(record.rounds == 2u);  // "three" has no candidates
    BOOST_TEST(record.steps.size() == 2u);
    BOOST_TEST(record.queries == 2u + 2 * 2);
    BOOST_TEST(record.v.substitutions.size() == 2u);
    BOOST_TEST(record.v_prime.substitutions.size() == 2u);
    BOOST_TEST(record.v.final_text.ends_with(" d three"));
}

BOOST_AUTO_TEST_CASE(it_ends_at_the_target_at_a_violation_or_never) {
    ToyTask task = three_words();
    task.table = {{"one", {{"bad"}}}, {"two", {{"bad"}}}};
    task.target = rif::test::target_named("UF");
    BOOST_TEST((*run(task).stop == Stop::reached));
    BOOST_TEST(run(task).rounds == 1u);
    task.target.reset();  // neither of these reads it
    BOOST_TEST((*run(task, "stop = violation").stop == Stop::violated));
    BOOST_TEST(run(task, "stop = violation").rounds == 1u);
    BOOST_TEST((*run(task, "stop = never").stop == Stop::exhausted));
    BOOST_TEST(run(task, "stop = never").rounds == 2u);
}

BOOST_AUTO_TEST_CASE(tokens_and_candidates_are_drawn_uniformly_and_apart_for_each_member) {
    constexpr int k_draws = 3000;
    ToyTask task = three_words();
    task.budget.tokens = 1;
    std::map<std::string, int> words, of_v, both;
    for (int seed = 0; seed < k_draws; ++seed) {
        task.seed = std::uint64_t(seed);
        const PairRecord record = run(task, "stop = never");
        ++words[record.steps.empty() ? "three" : record.steps[0].token];
        if (record.steps.empty() || record.steps[0].token != "one") continue;
        ++of_v[record.steps[0].v];
        ++both[record.steps[0].v + record.steps[0].v_prime];
    }
    const auto expect_near = [](int count, double expected) { BOOST_TEST(std::abs(count - expected) < 4.5 * std::sqrt(expected)); };
    for (const char* word : {"one", "two", "three"}) expect_near(words[word], k_draws / 3.0);
    for (const char* candidate : {"a", "b", "c"}) expect_near(of_v[candidate], words["one"] / 3.0);
    BOOST_TEST(both.size() == 9u);
    for (const auto& [pair, count] : both) expect_near(count, words["one"] / 9.0);
}

BOOST_AUTO_TEST_CASE(a_round_that_the_budget_does_not_allow_is_none) {
    ToyTask task = three_words();
    for (const std::size_t queries : {2u, 3u, 4u, 5u, 6u}) {
        task.budget.queries = queries;
        const PairRecord record = run(task, "stop = never");
        BOOST_TEST(record.queries == queries / 2 * 2);
        BOOST_TEST(record.rounds == queries / 2 - 1);
        BOOST_TEST((*record.stop == (queries < 6 ? Stop::budget : Stop::exhausted)));
    }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_search) {
    const ToyTask task = three_words();
    BOOST_TEST(run(task, "stop = never").v.final_text == run(task, "stop = never").v.final_text);
    BOOST_TEST(run(task, "stop = never").v_prime.final_text == run(task, "stop = never").v_prime.final_text);
}

BOOST_AUTO_TEST_SUITE_END()
