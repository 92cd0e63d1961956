// attack/exhaustive: what it asks and where it ends. Against an enumeration written apart: tests/engine/toy_victim_test.cpp.
#include <boost/test/unit_test.hpp>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::both_needed;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/exhaustive", settings), task);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_exhaustive)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/exhaustive") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_a_bound_outside_its_range) {
    BOOST_TEST(rif::test::refusal("attack/exhaustive", "assignments = 0") == "out-of-range");
    BOOST_TEST(rif::test::refusal("attack/exhaustive", "assignments = 10001") == "out-of-range");
    BOOST_TEST(rif::test::refusal("attack/exhaustive", "assignments = many") == "wrong-type");
}

BOOST_AUTO_TEST_CASE(it_finds_what_needs_several_substitutions_and_leaves_a_member_unedited) {
    const PairRecord record = run(both_needed("RB"));
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.v.final_text == "He one two");
    BOOST_TEST(record.v_prime.final_text == "She uno dos");
    BOOST_TEST(record.queries == 2u + 2 * 3);  // three texts but the clean one in each member
    BOOST_TEST(record.rounds == 2u);
    BOOST_TEST(run(both_needed("UF")).v.final_text == "He uno dos");
}

BOOST_AUTO_TEST_CASE(where_nothing_reaches_the_target_it_ends_at_the_least_objective) {
    ToyTask task = both_needed("UF");
    task.weights["dos"] = {.5F, 0};  // right by 0 at the least, and a tie is the smaller label
    const PairRecord record = run(task);
    BOOST_TEST((*record.stop == Stop::exhausted));
    BOOST_TEST(record.v.final_text == "He uno dos");
    BOOST_TEST(record.v_prime.final_text == "She uno dos");
}

BOOST_AUTO_TEST_CASE(tokens_are_taken_as_long_as_all_their_assignments_fit) {
    BOOST_TEST(run(both_needed("UF"), "assignments = 4").queries == 2u + 2 * 3);  // all fit: no ranking
    const PairRecord one_token = run(both_needed("UF"), "assignments = 3");
    BOOST_TEST(one_token.queries == 2u + 2 + 2 * 1);
    BOOST_TEST(one_token.rounds == 1u);
    BOOST_TEST(run(both_needed("UF"), "assignments = 1").rounds == 0u);
    BOOST_TEST(run(both_needed("UF"), "assignments = 1, rank = position").queries == 2u);
    ToyTask first = both_needed("UF");
    first.budget.tokens = 1;
    BOOST_TEST(run(first).rounds == 1u);
}

BOOST_AUTO_TEST_CASE(where_not_all_fit_the_most_salient_come_first_or_those_on_the_left) {
    ToyTask task = both_needed("UF");
    task.weights["one"] = {.5F, 0}, task.weights["two"] = {1, 0}, task.weights["dos"] = {0, 5};
    BOOST_TEST(run(task, "assignments = 2").v.final_text == "He one dos");
    BOOST_TEST(run(task, "assignments = 2, rank = position").v.final_text == "He uno two");
}

BOOST_AUTO_TEST_SUITE_END()
