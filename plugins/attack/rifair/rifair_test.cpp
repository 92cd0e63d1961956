// attack/rifair: what each of its parameters decides, on victims of one to four words whose numbers can be worked out by hand.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <rif/base/random.hpp>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Quadrant;
using rif::Stop;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/rifair", settings), task);
}

/// "He WORDS" and "She WORDS"; both pronouns weigh nothing, label 0, two classes.
ToyTask task(const std::string& words, const std::string& target, rif::test::ToyVictim::Weights weights,
             rif::test::ToyAdmission::Table table) {
    ToyTask result;
    result.v = "He " + words, result.v_prime = "She " + words;
    result.target = rif::test::target_named(target);
    result.weights = std::move(weights), result.table = std::move(table);
    return result;
}

/// One word that is right by 1, and candidates that are right by 2 and wrong by 1.
ToyTask up_or_down(const std::string& target) {
    return task("fine", target, {{"fine", {1, 0}}, {"up", {2, 0}}, {"down", {0, 1}}}, {{"fine", {{"up"}, {"down"}}}});
}

/// Four words with random weights, each with one candidate that makes the label much less likely, so that every round is accepted.
ToyTask drawn(rif::Random& random, std::size_t classes) {
    ToyTask result = task("w0 w1 w2 w3", "UF", {}, {});
    result.classes = classes;
    for (const char* word : {"he", "she", "w0", "w1", "w2", "w3"})
        for (std::size_t label = 0; label < classes; ++label)
            result.weights[word].push_back(float(0.5 * random.normal() + (label == 0 ? 0.5 : 0)));
    for (int i = 0; i < 4; ++i) {
        const std::string word = "w" + std::to_string(i);
        result.table[word] = {{"bad" + std::to_string(i)}};
        result.weights["bad" + std::to_string(i)] = std::vector<float>(classes, 0);
        result.weights["bad" + std::to_string(i)][1] = 30;
    }
    result.budget.tokens = 1;
    return result;
}

std::vector<double> probabilities(const ToyTask& task, const std::string& text) {
    const rif::Matrix row = rif::test::ToyVictim(task.classes, task.weights).predict(std::vector{text});
    std::vector<double> result;
    double sum = 0;
    for (const float logit : row[0]) sum += result.emplace_back(std::exp(double(logit)));
    for (double& value : result) value /= sum;
    return result;
}

/// The word whose deletion changes the probabilities most, by a norm given here; both: of the two members' sum.
template <class Norm>
std::string most_salient(const ToyTask& task, bool both, Norm norm) {
    std::string best;
    double most = -1;
    for (int i = 0; i < 4; ++i) {
        const std::string word = "w" + std::to_string(i);
        double value = 0;
        for (const std::string& text : both ? std::vector{task.v, task.v_prime} : std::vector{task.v}) {
            std::string without = text;
            without.erase(without.find(" " + word), word.size() + 1);
            const auto p = probabilities(task, text), q = probabilities(task, without);
            std::vector<double> change;
            for (std::size_t label = 0; label < p.size(); ++label) change.push_back(std::abs(p[label] - q[label]));
            value += norm(change);
        }
        if (value > most) most = value, best = word;
    }
    return best;
}

double l1(const std::vector<double>& change) {
    double sum = 0;
    for (const double each : change) sum += each;
    return sum;
}

double l2(const std::vector<double>& change) {
    double sum = 0;
    for (const double each : change) sum += each * each;
    return std::sqrt(sum);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_rifair)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/rifair") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
    for (const char* setting : {"substitution = both", "pairing = some", "keep = maybe", "base = first", "saliency = linf",
                                "rank = v_prime", "rank_over = all", "stop = never", "terms = gap"})
        BOOST_TEST(!rif::test::refusal("attack/rifair", setting).empty(), setting);
    BOOST_TEST(rif::test::refusal("attack/rifair", "pairing = some") == "unknown-choice");
    BOOST_TEST(rif::test::refusal("attack/rifair", "tries = 3") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(each_member_takes_what_drives_it_apart) {
    const PairRecord record = run(up_or_down("RB"));
    BOOST_TEST(record.v.final_text == "He up");
    BOOST_TEST(record.v_prime.final_text == "She down");
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.rounds == 1u);
    BOOST_TEST(record.queries == 2u + 1 + 4);  // clean, one deletion, two candidates in each member
    BOOST_TEST(run(up_or_down("UB")).v.final_text == "He down");
    BOOST_TEST(run(up_or_down("UB")).v_prime.final_text == "She up");
    BOOST_TEST(run(up_or_down("UF")).v_prime.final_text == "She down");
}

BOOST_AUTO_TEST_CASE(coupled_members_take_the_same_and_cannot_be_driven_apart) {
    const PairRecord record = run(up_or_down("RB"), "substitution = coupled");
    BOOST_TEST((*record.stop == Stop::exhausted));
    BOOST_TEST(record.queries == 2u + 1 + 4);
    BOOST_TEST(run(up_or_down("UF"), "substitution = coupled").v.final_text == "He down");
    BOOST_TEST(run(up_or_down("UF"), "substitution = coupled").v_prime.final_text == "She down");
}

BOOST_AUTO_TEST_CASE(keep_lets_one_member_stay) {
    const ToyTask only_down = task("fine", "RB", {{"fine", {1, 0}}, {"down", {0, 1}}}, {{"fine", {{"down"}}}});
    BOOST_TEST((*run(only_down).stop == Stop::exhausted));  // both down: J is 0, as before
    BOOST_TEST(run(only_down).v.final_text == "He fine");
    for (const char* settings : {"keep = on", "keep = on, pairing = all"}) {
        const PairRecord record = run(only_down, settings);
        BOOST_TEST((*record.stop == Stop::reached));
        BOOST_TEST(record.v.final_text == "He fine");
        BOOST_TEST(record.v_prime.final_text == "She down");
        BOOST_TEST(record.queries == 2u + 1 + 2);  // staying costs nothing
    }
}

BOOST_AUTO_TEST_CASE(all_pairs_cost_no_more_than_the_extremes_and_end_no_higher) {
    rif::Random random(3);
    std::size_t lower = 0;
    for (int i = 0; i < 300; ++i) {
        ToyTask subject = drawn(random, 3);
        subject.table = {{"w0", {{"w1"}, {"w2"}, {"w3"}, {"he"}, {"she"}}}};
        const rif::Objective objective{*subject.target, 0, rif::Gap::l2};
        const auto ends_at = [&](const PairRecord& record) {
            return objective(record.v.final_probabilities, record.v_prime.final_probabilities);
        };
        const PairRecord extremes = run(subject, "rank_over = substitutable"),
                         all = run(subject, "rank_over = substitutable, pairing = all");
        BOOST_TEST_REQUIRE(all.queries == extremes.queries);
        BOOST_TEST_REQUIRE(ends_at(all) <= ends_at(extremes));
        lower += ends_at(all) < ends_at(extremes);
    }
    BOOST_TEST(lower > 0u);  // with three classes the extremes of p(y) need not hold the minimum
}

BOOST_AUTO_TEST_CASE(a_clean_base_drops_what_was_substituted_before) {
    const ToyTask two = task("one two", "UF", {{"one", {1, 0}}, {"two", {1, 0}}, {"uno", {.6F, 0}}, {"dos", {.5F, 0}}},
                             {{"one", {{"uno"}}}, {"two", {{"dos"}}}});
    BOOST_TEST(run(two).v.final_text == "He uno dos");
    BOOST_TEST(run(two, "base = clean").v.final_text == "He one dos");
    BOOST_TEST(run(two, "base = clean").v_prime.final_text == "She one dos");
}

BOOST_AUTO_TEST_CASE(tokens_are_ranked_by_the_change_that_their_deletion_makes) {
    rif::Random random(4);
    std::set<std::string> kinds_differ;  // from the default, at least once
    for (int i = 0; i < 200; ++i) {
        const ToyTask subject = drawn(random, 3);
        if (*run(subject).stop == Stop::reached && run(subject).rounds == 0) continue;  // wrong before any edit
        const auto first = [&](const std::string& settings) { return run(subject, settings).steps.at(0).token; };
        const auto of_truth = [](const std::vector<double>& change) { return change[0]; };
        BOOST_TEST_REQUIRE(first("") == most_salient(subject, false, l2));
        BOOST_TEST_REQUIRE(first("saliency = l1") == most_salient(subject, false, l1));
        BOOST_TEST_REQUIRE(first("saliency = true_class") == most_salient(subject, false, of_truth));
        BOOST_TEST_REQUIRE(first("rank = both") == most_salient(subject, true, l2));
        if (first("") != first("saliency = l1")) kinds_differ.insert("l1");
        if (first("") != first("saliency = true_class")) kinds_differ.insert("true_class");
        if (first("") != first("rank = both")) kinds_differ.insert("both");
    }
    BOOST_TEST(kinds_differ.size() == 3u);  // else the cases above would show nothing
}

BOOST_AUTO_TEST_CASE(equal_saliencies_go_by_position) {
    ToyTask twins = task("one one", "UF", {{"one", {1, 0}}, {"uno", {.5F, 0}}}, {{"one", {{"uno"}}}});
    twins.budget.tokens = 1;
    BOOST_TEST(run(twins).v.final_text == "He uno one");
}

BOOST_AUTO_TEST_CASE(a_ranked_token_without_candidates_is_no_round_and_substitutable_ranks_none_of_them) {
    ToyTask subject = task("strong weak", "UF", {{"strong", {2, 0}}, {"weak", {.5F, 0}}, {"bad", {0, 5}}}, {{"weak", {{"bad"}}}});
    subject.budget.tokens = 1;
    const PairRecord editable = run(subject), substitutable = run(subject, "rank_over = substitutable");
    BOOST_TEST((*editable.stop == Stop::exhausted));
    BOOST_TEST(editable.rounds == 0u);
    BOOST_TEST(editable.queries == 2u + 2);
    BOOST_TEST((*substitutable.stop == Stop::reached));
    BOOST_TEST(substitutable.v.final_text == "He strong bad");
    BOOST_TEST(substitutable.queries == 2u + 1 + 2);
}

BOOST_AUTO_TEST_CASE(stop_at_a_violation_ends_in_any_quadrant_but_RF) {
    // "he" holds v up, so v' falls first.
    ToyTask subject = task("one two", "UF", {{"he", {1, 0}}, {"one", {.5F, 0}}, {"two", {.4F, 0}}, {"uno", {0, .6F}}, {"dos", {0, 2}}},
                           {{"one", {{"uno"}}}, {"two", {{"dos"}}}});
    const PairRecord target = run(subject), violation = run(subject, "stop = violation");
    BOOST_TEST((*target.stop == Stop::reached));
    BOOST_TEST(target.rounds == 2u);
    BOOST_TEST((*violation.stop == Stop::violated));
    BOOST_TEST(violation.rounds == 1u);
    BOOST_TEST((*violation.quadrant == Quadrant::RB));
    subject.label = 1;  // outside RF before any edit
    BOOST_TEST((*run(subject, "stop = violation").stop == Stop::violated));
    BOOST_TEST(run(subject, "stop = violation").queries == 2u);
    BOOST_TEST(run(subject, "stop = violation").rounds == 0u);
}

BOOST_AUTO_TEST_CASE(a_pair_that_is_in_the_target_already_is_left_alone) {
    const PairRecord record = run(up_or_down("RF"));  // a repair search with nothing to repair
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.queries == 2u);
    BOOST_TEST(record.v.final_text == "He fine");
}

BOOST_AUTO_TEST_CASE(the_terms_of_the_objective_can_be_taken_apart) {
    // Candidates of v and v' alike: a little right, much right, wrong. p(y): .73 clean, .62, .95, .27.
    const ToyTask subject = task("fine", "UB", {{"fine", {1, 0}}, {"little", {.5F, 0}}, {"much", {3, 0}}, {"wrong", {0, 1}}},
                                 {{"fine", {{"little"}, {"much"}, {"wrong"}}}});
    // The gap alone (beta -1) is widest between wrong and much, whichever way: the earlier pair of lowest and highest.
    BOOST_TEST(run(subject, "terms = fairness").v.final_text == "He wrong");
    BOOST_TEST(run(subject, "terms = fairness").v_prime.final_text == "She much");
    // The loss of v alone (alpha_v -1): v' takes the earlier of what is paired, its lowest.
    BOOST_TEST(run(subject, "terms = robustness").v.final_text == "He wrong");
    BOOST_TEST(run(subject, "terms = robustness").v_prime.final_text == "She wrong");
    ToyTask steady = subject;
    steady.target = rif::test::target_named("RB");  // alpha_v +1: v is made surer, v' only comes along
    BOOST_TEST(run(steady, "terms = robustness").v.final_text == "He much");
    BOOST_TEST((*run(steady, "terms = robustness").stop == Stop::reached));
}

BOOST_AUTO_TEST_CASE(deleting_the_only_word_asks_about_what_is_left) {
    const PairRecord record = run(task("great", "UF", {{"great", {1, 0}}, {"good", {0, 1}}}, {{"great", {{"good"}}}}));
    BOOST_TEST((*record.stop == Stop::reached));
    BOOST_TEST(record.queries == 2u + 1 + 2);
}

BOOST_AUTO_TEST_SUITE_END()
