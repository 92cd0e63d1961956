// The differentiable forward pass of every family: the same logits as the quick one and the reference, gradients against the reference's
// and against finite differences, paddings that change nothing, dropout.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include <rif/nn/models/classifier.hpp>
#include <rif/nn/train/network.hpp>
#include <rif/nn/weights.hpp>

#include "support/fixture.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::nn::Checkpoint;
using rif::nn::Classifier;
using rif::nn::Config;
using rif::nn::Gradients;
using rif::nn::Network;
using rif::nn::Parameter;
using rif::nn::ParameterSet;
using rif::nn::TokenIds;
using rif::test::best;
using rif::test::Fixture;
using rif::test::fixture;
using rif::test::FixtureCase;
using rif::test::furthest;

namespace {

constexpr double k_of_reference = 1e-4;   // what the fixtures allow of logits
constexpr double k_of_quick_path = 1e-5;  // between our two forward passes, of the largest logit where that is above 1

const std::vector<std::string> k_looked_into = {
    "bert_uncased_2label",    "bert_cased_3label", "roberta_2label",    "roberta_3label",         "distilbert_uncased_2label",
    "electra_uncased_2label", "deberta_v3_2label", "deberta_v3_3label", "deberta_v2_conv_2label", "deberta_v2_unshared_3label"};

/// One of each family; the last has no classifier in its checkpoint, so its head is drawn.
const std::vector<std::string> k_families = {"bert_uncased_2label",        "roberta_2label",    "distilbert_uncased_2label",
                                             "electra_uncased_2label",     "deberta_v3_3label", "deberta_v2_conv_2label",
                                             "deberta_v2_unshared_3label", "mpnet_embedding"};

/// A checkpoint's config and numbers, to train on.
struct Loaded {
    explicit Loaded(const fs::path& folder) : config(rif::nn::read_config(folder)), parameters(ParameterSet::of(config)) {
        parameters.draw(3);
        parameters.take(Checkpoint::open(folder), config, true);
    }
    Config config;
    ParameterSet parameters;
};

std::vector<const TokenIds*> inputs(const std::vector<FixtureCase>& cases, std::size_t most = SIZE_MAX) {
    std::vector<const TokenIds*> result;
    for (const FixtureCase& each : cases) {
        if (result.size() < most) result.push_back(&each.input);
    }
    return result;
}

/// The largest absolute value, or 1 where all are smaller.
double largest_of(std::span<const float> logits) {
    double result = 1;
    for (const float logit : logits) result = std::max(result, std::abs(static_cast<double>(logit)));
    return result;
}

double cross_entropy(std::span<const float> logits, std::size_t label) {
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
    return std::log(sum) - static_cast<double>(logits[label]);
}

/// Every number of a gradient; the words' rows in their places.
std::vector<std::vector<float>> dense(const ParameterSet& parameters, const Gradients& found) {
    rif::nn::GradientSum sum(parameters);
    sum.add(found);
    return sum.values();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(network_in_training, *rif::test::needs_data("fixtures"))

BOOST_DATA_TEST_CASE(padded_texts_have_the_logits_of_the_reference_and_of_the_quick_forward_pass,
                     data::make(rif::test::fixture_classifiers()), name) {
    const Fixture expected = fixture(name);
    const Loaded loaded(expected.folder);
    const Classifier quick = Classifier::load(expected.folder);
    const rif::Matrix logits = Network(loaded.config, loaded.parameters).logits(inputs(expected.cases));
    double from_reference = 0, from_quick = 0, largest = 1;
    for (std::size_t i = 0; i < expected.cases.size(); ++i) {
        from_reference = std::max(from_reference, furthest(logits[i], expected.cases[i].logits));
        from_quick = std::max(from_quick, furthest(logits[i], quick.logits(expected.cases[i].input)));
        largest = std::max(largest, largest_of(logits[i]));
    }
    BOOST_TEST(from_reference <= k_of_reference);
    BOOST_TEST(from_quick <= k_of_quick_path * largest);
}

BOOST_DATA_TEST_CASE(what_is_saved_is_read_by_the_quick_forward_pass, data::make(k_families), name) {
    const Fixture expected = fixture(name);
    const Loaded loaded(expected.folder);
    const rif::test::TemporaryFolder folder;
    fs::copy_file(expected.folder / "config.json", folder / "config.json");
    loaded.parameters.save(folder / "model.safetensors");
    const Classifier quick = Classifier::load(folder.path());
    const std::vector<const TokenIds*> texts = inputs(expected.cases, 12);
    const rif::Matrix logits = Network(loaded.config, loaded.parameters).logits(texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        BOOST_TEST(furthest(logits[i], quick.logits(*texts[i])) <= k_of_quick_path * largest_of(logits[i]), "case " << i);
}

BOOST_DATA_TEST_CASE(losses_and_gradients_of_word_embeddings_are_the_references, data::make(k_looked_into), name) {
    const Fixture expected = fixture(name);
    const Loaded loaded(expected.folder);
    const rif::nn::Weights intermediate = rif::nn::Weights::read(expected.folder / "intermediate.safetensors");
    std::size_t compared = 0;
    for (const FixtureCase& each : expected.cases) {
        const std::string key = fmt::format("case{}.word_embedding_grad", each.id);
        if (!intermediate.tensors().contains(key)) continue;
        ++compared;
        const std::size_t width = loaded.config.embedding, label = best(each.logits);
        const std::vector<float> by_token = intermediate.floats(key, {each.input.ids.size(), width});
        const TokenIds* text = &each.input;
        const double weight = 1;
        const Gradients found = Network(loaded.config, loaded.parameters).gradients({&text, 1}, {&label, 1}, {&weight, 1}, nullptr);
        BOOST_TEST(std::abs(found.loss - static_cast<double>(intermediate.floats(fmt::format("case{}.loss", each.id), {1})[0])) <= 1e-4);
        std::size_t far = 0;
        for (std::size_t row = 0; row < found.rows.size(); ++row) {
            for (std::size_t column = 0; column < width; ++column) {
                float sum = 0;
                for (std::size_t t = 0; t < each.input.ids.size(); ++t)
                    sum += each.input.ids[t] == found.rows[row] ? by_token[t * width + column] : 0;
                far += std::abs(found.row_values[row * width + column] - sum) > 1e-4f + 1e-3f * std::abs(sum);
            }
        }
        BOOST_TEST(far == 0, "case " << each.id);
    }
    BOOST_TEST(compared == 2);
}

BOOST_DATA_TEST_CASE(gradients_of_all_parameters_are_those_of_finite_differences, data::make(k_families), name) {
    const Fixture expected = fixture(name);
    Loaded loaded(expected.folder);
    const Network network(loaded.config, loaded.parameters);
    const std::vector<const TokenIds*> texts = inputs(expected.cases, 6);
    const std::vector<std::size_t> labels = {0, 1, 1, 0, 1, 0};
    const std::vector<double> weights = {0.5, 1, 0.25, 1, 2, 1};
    const auto loss = [&] {
        const rif::Matrix logits = network.logits(texts);
        double sum = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) sum += weights[i] * cross_entropy(logits[i], labels[i]);
        return sum;
    };
    const Gradients found = network.gradients(texts, labels, weights, nullptr);
    BOOST_TEST(found.loss == loss(), boost::test_tools::tolerance(1e-5));
    const std::vector<std::vector<float>> gradients = dense(loaded.parameters, found);
    for (std::size_t p = 0; p < loaded.parameters.count(); ++p) {
        Parameter& parameter = loaded.parameters.all()[p];
        double norm = 0;
        for (const float value : gradients[p]) norm += static_cast<double>(value) * static_cast<double>(value);
        norm = std::sqrt(norm);
        if (norm < 1e-3) continue;  // below what differences of float32 losses can tell: a key's bias, which softmax does not see
        // Along the gradient the slope is its length.
        const std::vector<float> before = parameter.values;
        const auto at = [&](double step) {
            for (std::size_t i = 0; i < before.size(); ++i)
                parameter.values[i] = before[i] + static_cast<float>(step * static_cast<double>(gradients[p][i]) / norm);
            return loss();
        };
        const double step = 2e-3, slope = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
        parameter.values = before;
        BOOST_TEST(std::abs(slope - norm) <= 0.01 * norm + 2e-3, parameter.name << ": gradient " << norm << ", differences " << slope);
    }
}

BOOST_DATA_TEST_CASE(a_batchs_gradients_are_the_sum_of_its_texts, data::make(k_families), name) {
    const Fixture expected = fixture(name);
    const Loaded loaded(expected.folder);
    const Network network(loaded.config, loaded.parameters);
    const std::vector<const TokenIds*> texts = inputs(expected.cases, 5);
    const std::vector<std::size_t> labels = {0, 1, 1, 0, 1};
    const std::vector<double> weights = {1, 2, 0.5, 1, 1};
    rif::nn::GradientSum alone(loaded.parameters), together(loaded.parameters);
    together.add(network.gradients(texts, labels, weights, nullptr));
    for (std::size_t i = 0; i < texts.size(); ++i) alone.add(network.gradients({&texts[i], 1}, {&labels[i], 1}, {&weights[i], 1}, nullptr));
    BOOST_TEST(alone.norm() == together.norm(), boost::test_tools::tolerance(1e-4));
    for (std::size_t p = 0; p < loaded.parameters.count(); ++p)
        BOOST_TEST(furthest(alone.values()[p], together.values()[p]) <= 1e-4 * together.norm(), loaded.parameters.all()[p].name);
}

BOOST_AUTO_TEST_CASE(dropout_is_drawn_from_its_stream_and_leaves_the_mean) {
    const Fixture expected = fixture("bert_uncased_2label");
    const Loaded loaded(expected.folder);
    const Network network(loaded.config, loaded.parameters);
    const TokenIds* text = &expected.cases[3].input;
    const std::size_t label = 0;
    const double weight = 1;
    const auto loss = [&](double share, std::uint64_t seed) {
        rif::nn::Dropout dropout{share, rif::Random(seed)};
        return network.gradients({&text, 1}, {&label, 1}, {&weight, 1}, &dropout).loss;
    };
    const double plain = network.gradients({&text, 1}, {&label, 1}, {&weight, 1}, nullptr).loss;
    BOOST_TEST(loss(0, 1) == plain);
    BOOST_TEST(loss(0.1, 1) == loss(0.1, 1));
    BOOST_TEST(loss(0.1, 1) != loss(0.1, 2));
    double sum = 0, furthest_off = 0;
    constexpr int n = 200;
    for (int i = 0; i < n; ++i) {
        const double found = loss(0.02, static_cast<std::uint64_t>(i));
        sum += found, furthest_off = std::max(furthest_off, std::abs(found - plain));
    }
    BOOST_TEST(furthest_off > 1e-3);
    BOOST_TEST(std::abs(sum / n - plain) < 0.25 * furthest_off);
}

BOOST_AUTO_TEST_SUITE_END()
