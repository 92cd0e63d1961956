// attack/beam: wide enough, it is attack/exhaustive; what a wider beam finds; what it costs.
#include <boost/test/unit_test.hpp>

#include <rif/base/random.hpp>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::both_needed;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const std::string& attack, const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/" + attack, settings), task);
}

/// Three words with random weights and two candidates each: 27 texts a member.
ToyTask drawn(rif::Random& random, const std::string& target) {
    ToyTask task;
    task.v = "He w0 w1 w2", task.v_prime = "She w0 w1 w2";
    task.target = rif::test::target_named(target);
    const auto weight = [&] { return std::vector<float>{float(random.normal()), float(random.normal())}; };
    for (const char* word : {"he", "she", "w0", "w1", "w2"}) task.weights[word] = weight();
    for (int i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i);
        task.table["w" + number] = {{"a" + number}, {"b" + number}};
        task.weights["a" + number] = weight(), task.weights["b" + number] = weight();
    }
    return task;
}

/// J of the final texts, as the target weighs them.
double objective(const ToyTask& task, const PairRecord& record) {
    const rif::Objective value{*task.target, task.label, rif::Gap::l2};
    return value(record.v.final_probabilities, record.v_prime.final_probabilities);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_beam)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/beam") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_a_width_outside_its_range) {
    BOOST_TEST(rif::test::refusal("attack/beam", "width = 0") == "out-of-range");
    BOOST_TEST(rif::test::refusal("attack/beam", "saliency = l3") == "unknown-choice");
}

BOOST_AUTO_TEST_CASE(a_beam_of_all_assignments_finds_what_exhaustive_search_finds) {
    rif::Random random = rif::stream(3, {"beam"});
    std::size_t reached = 0, missed = 0;
    for (const char* target : {"RB", "UB", "UF"}) {
        for (int trial = 0; trial < 60; ++trial) {
            const ToyTask task = drawn(random, target);
            const PairRecord truth = run("exhaustive", task), found = run("beam", task, "width = 1000");
            BOOST_TEST((*found.stop == *truth.stop));
            if (*truth.stop == Stop::reached) {
                ++reached;
            } else {
                ++missed;
                BOOST_TEST(objective(task, found) == objective(task, truth), boost::test_tools::tolerance(1e-6));
            }
        }
    }
    BOOST_TEST(reached > 30u);
    BOOST_TEST(missed > 10u);
}

BOOST_AUTO_TEST_CASE(a_wider_beam_reaches_more_and_none_reaches_what_is_not_there) {
    rif::Random random = rif::stream(4, {"beam"});
    std::size_t of_one = 0, of_four = 0, of_all = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const ToyTask task = drawn(random, "RB");
        const bool one = *run("beam", task, "width = 1").stop == Stop::reached, four = *run("beam", task).stop == Stop::reached;
        const bool all = *run("exhaustive", task).stop == Stop::reached;
        BOOST_TEST((all || !(one || four)));
        of_one += one, of_four += four, of_all += all;
    }
    BOOST_TEST(of_four >= of_one);
    BOOST_TEST(of_all >= of_four);
    BOOST_TEST(of_all > of_one);  // else nothing was compared
}

BOOST_AUTO_TEST_CASE(its_queries_are_the_ranking_and_each_candidate_in_each_text_of_the_beam) {
    const PairRecord narrow = run("beam", both_needed("UF"), "width = 1");
    BOOST_TEST((*narrow.stop == Stop::reached));
    BOOST_TEST(narrow.v.final_text == "He uno dos");
    BOOST_TEST(narrow.queries == 2u + 2 + 2 + 2);
    BOOST_TEST(narrow.rounds == 2u);
    const PairRecord wide = run("beam", both_needed("UF"), "width = 4");
    BOOST_TEST(wide.queries == 2u + 2 + 2 + 4 * 2);  // four pairs after the first token
}

BOOST_AUTO_TEST_CASE(a_budget_ends_it_at_the_best_so_far) {
    ToyTask task = both_needed("UF");
    task.budget.queries = 6;
    const PairRecord record = run("beam", task, "width = 1");
    BOOST_TEST((*record.stop == Stop::budget));
    BOOST_TEST(record.queries == 6u);
    BOOST_TEST(record.v.final_text == "He uno two");
}

BOOST_AUTO_TEST_SUITE_END()
