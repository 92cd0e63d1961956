// attack/maft: estimates, momentum and cost, against a reference written apart for a linear victim.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>

#include <rif/base/random.hpp>

#include "support/plugin.hpp"
#include "support/toy.hpp"

using rif::PairRecord;
using rif::Stop;
using rif::test::searched;
using rif::test::ToyTask;

namespace {

PairRecord run(const ToyTask& task, const std::string& settings = {}) {
    return searched(*rif::test::make<rif::Attack>("attack/maft", settings), task);
}

/// Four words with random weights and two candidates each; far from the border, so that many rounds are needed.
ToyTask drawn(rif::Random& random) {
    ToyTask task;
    task.v = "He w0 w1 w2 w3", task.v_prime = "She w0 w1 w2 w3";
    const auto weight = [&] { return std::vector<float>{float(.5 * random.normal()), 0}; };
    for (const char* word : {"he", "she", "w0", "w1", "w2", "w3"}) task.weights[word] = weight();
    task.weights["he"][0] += 1, task.weights["she"][0] += 2;
    for (int i = 0; i < 4; ++i) {
        const std::string number = std::to_string(i);
        task.table["w" + number] = {{"a" + number}, {"b" + number}};
        task.weights["a" + number] = weight(), task.weights["b" + number] = weight();
    }
    return task;
}

double gap_at(double logit_v, double logit_v_prime) {
    const auto share = [](double logit) { return 1 / (1 + std::exp(-logit)); };
    return std::sqrt(2.0) * std::abs(share(logit_v) - share(logit_v_prime));
}

/// The tokens at which the reference keeps a step, in order; it ends where the labels differ.
std::vector<std::string> reference(const ToyTask& task, double decay, std::size_t samples) {
    const auto weight = [&](const std::string& word) { return double(task.weights.at(word)[0]); };
    double v = weight("he"), v_prime = weight("she");
    std::vector<std::string> open = {"w0", "w1", "w2", "w3"}, kept;
    for (const std::string& word : open) v += weight(word), v_prime += weight(word);
    std::map<std::string, double> momentum;
    while (!open.empty() && (v >= 0) == (v_prime >= 0)) {
        const double now = gap_at(v, v_prime);
        const auto at = [&](const std::string& word, std::size_t n) {
            const double change = weight(task.table.at(word)[n].text) - weight(word);
            return gap_at(v + change, v_prime + change);
        };
        for (const std::string& word : open) {
            double sum = 0;
            for (std::size_t n = 0; n < samples; ++n) sum += at(word, n) - now;
            momentum[word] = decay * momentum[word] + sum / double(samples);
        }
        std::size_t best = 0;
        for (std::size_t i = 1; i < open.size(); ++i)
            if (momentum[open[i]] > momentum[open[best]]) best = i;
        const std::string word = open[best];
        open.erase(open.begin() + std::ptrdiff_t(best));
        const std::size_t widest = at(word, 1) > at(word, 0) ? 1 : 0;
        if (at(word, widest) <= now) continue;
        const double change = weight(task.table.at(word)[widest].text) - weight(word);
        v += change, v_prime += change;
        kept.push_back(word);
    }
    return kept;
}

std::vector<std::string> visited(const PairRecord& record) {
    std::vector<std::string> result;
    for (const rif::StepRecord& step : record.steps) result.push_back(step.token);
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(attack_maft)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) { BOOST_TEST(rif::test::make<rif::Attack>("attack/maft") != nullptr); }

BOOST_AUTO_TEST_CASE(refuses_settings_outside_their_range) {
    BOOST_TEST(rif::test::refusal("attack/maft", "decay = 1.5") == "out-of-range");
    BOOST_TEST(rif::test::refusal("attack/maft", "samples = 0") == "out-of-range");
    BOOST_TEST(rif::test::refusal("attack/maft", "local = on") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(steps_are_those_of_the_reference_with_and_without_momentum) {
    rif::Random random = rif::stream(5, {"maft"});
    std::size_t several = 0, momentum_matters = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const ToyTask task = drawn(random);
        const auto with = reference(task, .5, 2), without = reference(task, 0, 2), rough = reference(task, .5, 1);
        BOOST_TEST(visited(run(task)) == with, boost::test_tools::per_element());
        BOOST_TEST(visited(run(task, "decay = 0")) == without, boost::test_tools::per_element());
        BOOST_TEST(visited(run(task, "samples = 1")) == rough, boost::test_tools::per_element());
        several += with.size() > 1, momentum_matters += with != without;
    }
    BOOST_TEST(several > 30u);  // else nothing was compared
    BOOST_TEST(momentum_matters > 0u);
}

BOOST_AUTO_TEST_CASE(every_estimate_is_counted) {
    rif::Random random = rif::stream(6, {"maft"});
    ToyTask task = drawn(random);
    for (auto& [word, weight] : task.weights) weight[0] = word == "he" || word == "she" ? 50 : 0;  // nothing changes anything
    const PairRecord record = run(task);
    BOOST_TEST((*record.stop == Stop::exhausted));
    // clean; 4 + 3 + 2 + 1 tokens with two candidates in two members; two candidates in two members at each of four steps
    BOOST_TEST(record.queries == 2u + 10 * 4 + 4 * 4);
    BOOST_TEST(run(task, "samples = 1").queries == 2u + 10 * 2 + 4 * 4);
    task.budget.tokens = 1;
    BOOST_TEST(run(task).queries == 2u + 4 * 4 + 4);
}

BOOST_AUTO_TEST_CASE(it_ends_where_the_labels_differ_or_the_budget_does) {
    ToyTask task;
    task.v = "He fine", task.v_prime = "She fine";
    task.weights = {{"she", {0, 1}}, {"fine", {2, 0}}, {"mid", {.5F, 0}}};
    task.table = {{"fine", {{"mid"}}}};
    BOOST_TEST((*run(task).stop == Stop::reached));
    BOOST_TEST(run(task).v_prime.final_text == "She mid");
    task.budget.queries = 3;
    BOOST_TEST((*run(task).stop == Stop::budget));
}

BOOST_AUTO_TEST_SUITE_END()
