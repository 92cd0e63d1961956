// Classifiers of every family against the original library: logits, hidden states, gradients, within the tolerances that the fixtures
// state.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/weights.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"

namespace data = boost::unit_test::data;
using rif::nn::Classifier;
using rif::nn::TokenIds;
using rif::test::best;
using rif::test::Fixture;
using rif::test::fixture;
using rif::test::fixture_classifiers;
using rif::test::FixtureCase;
using rif::test::furthest;
using rif::test::slug_of;

namespace {

constexpr double k_tolerance = 1e-4;  // of logits and hidden states; the reference's own rounding noise is up to 2e-5

/// Those that have intermediate values too.
const std::vector<std::string> k_looked_into = {
    "bert_uncased_2label",    "bert_cased_3label", "roberta_2label",    "roberta_3label",         "distilbert_uncased_2label",
    "electra_uncased_2label", "deberta_v3_2label", "deberta_v3_3label", "deberta_v2_conv_2label", "deberta_v2_unshared_3label"};

/// case numbers that intermediate.safetensors speaks of, once each.
std::vector<std::int64_t> cases_in(const rif::nn::Weights& intermediate) {
    std::vector<std::int64_t> result;
    for (const auto& [name, tensor] : intermediate.tensors()) {
        const std::int64_t id = std::stoll(name.substr(4, name.find('.') - 4));
        if (std::ranges::find(result, id) == result.end()) result.push_back(id);
    }
    return result;
}

const FixtureCase& numbered(const Fixture& all, std::int64_t id) { return *std::ranges::find(all.cases, id, &FixtureCase::id); }

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(classifiers, *rif::test::needs_data("fixtures"))

BOOST_DATA_TEST_CASE(logits_are_the_references, data::make(fixture_classifiers()), name) {
    const Fixture expected = fixture(name);
    const Classifier model = Classifier::load(expected.folder);
    BOOST_TEST(expected.cases.size() >= 38);
    double worst = 0;
    for (const FixtureCase& each : expected.cases) {
        const std::vector<float> logits = model.logits(each.input);
        worst = std::max(worst, furthest(logits, each.logits));
        BOOST_TEST(best(logits) == best(each.logits), "case " << each.id);
    }
    BOOST_TEST(worst <= k_tolerance);
}

BOOST_DATA_TEST_CASE(what_the_reference_says_of_a_padded_batch_is_said_of_each_text_alone, data::make(fixture_classifiers()), name) {
    const Fixture expected = fixture(name);
    const Classifier model = Classifier::load(expected.folder);
    BOOST_TEST(expected.batch.size() == 7);
    for (const FixtureCase& row : expected.batch)
        BOOST_TEST(furthest(model.logits(row.input), row.logits) <= k_tolerance, "case " << row.id);
}

BOOST_DATA_TEST_CASE(hidden_states_are_the_references_after_each_layer, data::make(k_looked_into), name) {
    const Fixture expected = fixture(name);
    const Classifier model = Classifier::load(expected.folder);
    const rif::nn::Weights intermediate = rif::nn::Weights::read(expected.folder / "intermediate.safetensors");
    BOOST_TEST(cases_in(intermediate).size() == 2);
    for (const std::int64_t id : cases_in(intermediate)) {
        const std::vector<rif::Matrix> states = model.hidden_states(numbered(expected, id).input);
        BOOST_TEST(states.size() == model.config().layers + 1);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto reference =
                intermediate.floats(fmt::format("case{}.hidden_states.{}", id, i), {states[i].rows(), states[i].columns()});
            BOOST_TEST(furthest(states[i].values(), reference) <= k_tolerance, "case " << id << ", after layer " << i);
        }
    }
}

BOOST_DATA_TEST_CASE(gradients_of_word_embeddings_are_the_references, data::make(k_looked_into), name) {
    const Fixture expected = fixture(name);
    const Classifier model = Classifier::load(expected.folder);
    const rif::nn::Weights intermediate = rif::nn::Weights::read(expected.folder / "intermediate.safetensors");
    for (const std::int64_t id : cases_in(intermediate)) {
        const FixtureCase& each = numbered(expected, id);
        const rif::Matrix found = model.word_gradients(each.input, best(each.logits));
        const auto reference = intermediate.floats(fmt::format("case{}.word_embedding_grad", id), {found.rows(), found.columns()});
        std::size_t far = 0;
        for (std::size_t i = 0; i < reference.size(); ++i) {
            far += std::abs(found.values()[i] - reference[i]) > 1e-4f + 1e-3f * std::abs(reference[i]);
        }
        BOOST_TEST(far == 0, "case " << id);
    }
}

BOOST_AUTO_TEST_CASE(epsilon_is_read_and_not_assumed) {
    for (const auto& [name, epsilon] :
         {std::pair("bert_uncased_2label", 1e-12), std::pair("roberta_2label", 1e-5), std::pair("deberta_v3_2label", 1e-7)}) {
        BOOST_TEST(rif::nn::read_config(rif::test::test_data(std::string("fixtures/models/") + name)).norm_epsilon == epsilon);
    }
}

BOOST_AUTO_TEST_CASE(a_text_has_the_same_bits_in_any_order_and_on_any_thread) {
    const Fixture expected = fixture("deberta_v3_3label");
    const Classifier model = Classifier::load(expected.folder);
    std::vector<std::vector<float>> alone;
    for (const FixtureCase& each : expected.cases) alone.push_back(model.logits(each.input));
    std::vector<std::vector<float>> other(alone.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t i = alone.size(); i-- > 0;) {
                if (i % 3 == t) other[i] = model.logits(expected.cases[i].input);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < alone.size(); ++i) BOOST_TEST(same_bits(alone[i], other[i]), "case " << i);
}

BOOST_AUTO_TEST_CASE(inputs_that_no_network_can_take_are_refused_in_one_sentence) {
    const Classifier model = Classifier::load(rif::test::test_data("fixtures/models/roberta_2label"));
    const auto slug = [&](const TokenIds& input) { return slug_of([&] { model.logits(input); }); };
    BOOST_TEST(slug({{}, {}}) == "empty-input");
    BOOST_TEST(slug({std::vector<std::int64_t>(64, 5), {}}) == "");
    BOOST_TEST(slug({std::vector<std::int64_t>(65, 5), {}}) == "too-long");
    BOOST_TEST(slug({{0, 861, 2}, {}}) == "unknown-token");
    BOOST_TEST(slug({{0, -1, 2}, {}}) == "unknown-token");
    BOOST_TEST(slug_of([&] { model.word_gradients({{0, 2}, {}}, 2); }) == "unknown-label");
    BOOST_TEST(slug_of([] { Classifier::load(rif::test::fixture_folder("bert_embedding")); }) == "no-classification-head");
}

BOOST_AUTO_TEST_SUITE_END()
