// Sentence vectors, masked and causal language models against the original library, within the tolerances that the fixtures state.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/models/causal_model.hpp>
#include <rif/nn/models/masked_model.hpp>
#include <rif/nn/models/sentence_encoder.hpp>
#include <rif/nn/weights.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::nn::CausalModel;
using rif::nn::MaskedModel;
using rif::nn::SentenceEncoder;
using rif::test::fixture;
using rif::test::Fixture;
using rif::test::FixtureCase;
using rif::test::furthest;
using rif::test::same_top;
using rif::test::slug_of;

namespace {

constexpr double k_tolerance = 1e-4;        // of vectors and hidden states
constexpr double k_unit_tolerance = 1e-5;   // of vectors of length 1
constexpr double k_logit_tolerance = 2e-4;  // of the ten best

/// The fixture's folder with other modules: links to its files, and a modules.json of one's own.
void with_modules(const fs::path& folder, const fs::path& fixture, const std::string& more) {
    for (const auto& entry : fs::directory_iterator(fixture)) {
        if (entry.path().filename() != "modules.json") fs::create_symlink(fs::absolute(entry.path()), folder / entry.path().filename());
    }
    std::ofstream(folder / "modules.json") << R"([{"idx":0,"name":"0","path":"","type":"sentence_transformers.models.Transformer"},)"
                                           << R"({"idx":1,"name":"1","path":"1_Pooling","type":"sentence_transformers.models.Pooling"})"
                                           << more << "]";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(language_models, *rif::test::needs_data("fixtures"))

BOOST_DATA_TEST_CASE(sentence_vectors_are_the_references, data::make({"bert_embedding", "mpnet_embedding"}), name) {
    const Fixture expected = fixture(name);
    const rif::test::TemporaryFolder folder;
    with_modules(folder.path(), expected.folder, "");
    const SentenceEncoder model = SentenceEncoder::load(folder.path());
    BOOST_TEST(model.max_length() == 64);
    BOOST_TEST(expected.cases.size() == 40);
    for (const FixtureCase& each : expected.cases)
        BOOST_TEST(furthest(model.vector(each.input), each.mean_pooled) <= k_tolerance, "case " << each.id);
    for (const FixtureCase& row : expected.batch)
        BOOST_TEST(furthest(model.vector(row.input), row.mean_pooled) <= k_tolerance, "row " << row.id);
}

BOOST_DATA_TEST_CASE(a_normalising_module_gives_vectors_of_length_one, data::make({"bert_embedding", "mpnet_embedding"}), name) {
    const Fixture expected = fixture(name);
    const rif::test::TemporaryFolder folder;
    with_modules(folder.path(), expected.folder,
                 R"(,{"idx":2,"name":"2","path":"2_Normalize","type":"sentence_transformers.models.Normalize"})");
    const SentenceEncoder model = SentenceEncoder::load(folder.path());
    for (const FixtureCase& each : expected.cases) {
        BOOST_TEST(furthest(model.vector(each.input), each.mean_pooled_l2norm) <= k_unit_tolerance, "case " << each.id);
    }
}

BOOST_AUTO_TEST_CASE(a_folder_is_taken_as_it_was_published) {
    for (const auto& [name, normalises] : {std::pair("bert_embedding", false), std::pair("mpnet_embedding", true)}) {
        const Fixture expected = fixture(name);
        const SentenceEncoder model = SentenceEncoder::load(expected.folder);
        const FixtureCase& first = expected.cases[0];
        BOOST_TEST(furthest(model.vector(first.input), normalises ? first.mean_pooled_l2norm : first.mean_pooled) <= k_tolerance);
    }
}

BOOST_AUTO_TEST_CASE(a_dense_module_is_a_linear_layer_and_tanh) {
    const Fixture expected = fixture("bert_embedding");
    const rif::test::TemporaryFolder folder;
    with_modules(folder.path(), expected.folder, R"(,{"idx":2,"name":"2","path":"2_Dense","type":"sentence_transformers.models.Dense"})");
    fs::create_directory(folder / "2_Dense");
    std::ofstream(folder / "2_Dense/config.json")
        << R"({"in_features":32,"out_features":2,"bias":true,"activation_function":"torch.nn.modules.activation.Tanh"})";
    std::vector<float> weight(64, 0.0f), bias = {0.5f, -0.25f};
    for (std::size_t i = 0; i < 32; ++i) weight[i] = 0.125f, weight[32 + i] = i % 2 ? 0.5f : -0.5f;
    const rif::nn::NamedFloats tensors[] = {{"linear.weight", {2, 32}, weight}, {"linear.bias", {2}, bias}};
    rif::nn::write_weights(folder / "2_Dense/model.safetensors", tensors, {});
    const SentenceEncoder model = SentenceEncoder::load(folder.path());
    const FixtureCase& first = expected.cases[0];
    std::vector<float> by_hand;
    for (std::size_t o = 0; o < 2; ++o) {
        double sum = static_cast<double>(bias[o]);
        for (std::size_t i = 0; i < 32; ++i) sum += static_cast<double>(weight[o * 32 + i]) * static_cast<double>(first.mean_pooled[i]);
        by_hand.push_back(static_cast<float>(std::tanh(sum)));
    }
    BOOST_TEST(furthest(model.vector(first.input), by_hand) <= k_tolerance);
}

BOOST_AUTO_TEST_CASE(modules_that_are_not_known_are_named) {
    const rif::test::TemporaryFolder folder;
    with_modules(folder.path(), rif::test::test_data("fixtures/models/bert_embedding"),
                 R"(,{"idx":2,"name":"2","path":"2_CNN","type":"sentence_transformers.models.CNN"})");
    BOOST_TEST(slug_of([&] { SentenceEncoder::load(folder.path()); }) == "damaged-config");
}

BOOST_DATA_TEST_CASE(the_ten_best_at_each_mask_are_the_references, data::make({"bert_uncased_masked_lm", "roberta_masked_lm"}), name) {
    const Fixture expected = fixture(name);
    const MaskedModel model = MaskedModel::load(expected.folder);
    std::size_t masks = 0;
    for (const FixtureCase& each : expected.cases) {
        const rif::Matrix logits = model.logits(each.input, each.positions);
        for (std::size_t i = 0; i < each.positions.size(); ++i, ++masks)
            BOOST_TEST(same_top(logits[i], each.top[i]), "case " << each.id << ", mask " << i);
    }
    BOOST_TEST(masks >= 6);
    const std::vector<std::size_t> beyond = {99};
    BOOST_TEST(slug_of([&] { model.logits(expected.cases[0].input, beyond); }) == "no-such-position");
}

BOOST_AUTO_TEST_CASE(a_classifier_fills_no_masks) {
    BOOST_TEST(slug_of([] { MaskedModel::load(rif::test::test_data("fixtures/models/bert_uncased_2label")); }) == "no-masked-head");
    BOOST_TEST(slug_of([] { MaskedModel::load(rif::test::test_data("fixtures/models/qwen2_causal_lm")); }) == "no-masked-head");
    BOOST_TEST(slug_of([] { CausalModel::load(rif::test::test_data("fixtures/models/bert_uncased_2label")); }) == "wrong-family");
}

BOOST_AUTO_TEST_CASE(what_comes_next_is_the_references) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    std::size_t greedy = 0;
    for (const FixtureCase& each : expected.cases) {
        if (each.input.ids.empty()) {
            BOOST_TEST(slug_of([&] { model.next(each.input.ids); }) == "empty-input");
            continue;
        }
        const std::vector<float> next = model.next(each.input.ids);
        BOOST_TEST(same_top(next, each.top[0]), "case " << each.id);
        double sum = 0;
        for (const float logit : next) sum += std::exp(static_cast<double>(logit));
        BOOST_TEST(std::abs(std::log(sum) - each.logsumexp) <= k_logit_tolerance, "case " << each.id);
        const std::optional<double> nll = model.mean_nll(each.input.ids);
        BOOST_TEST(nll.has_value() == each.has_nll, "case " << each.id);
        if (nll && each.has_nll) BOOST_TEST(std::abs(*nll - each.mean_nll) <= k_tolerance, "case " << each.id);
        if (each.greedy.empty()) continue;
        ++greedy;
        const std::vector<std::int64_t> found = model.generate(each.input.ids, {each.greedy.size(), {}, 0, 1});
        BOOST_TEST(found == each.greedy, boost::test_tools::per_element());
    }
    BOOST_TEST(greedy >= 8);
}

BOOST_AUTO_TEST_CASE(hidden_states_of_the_decoder_are_the_references) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    const rif::nn::Weights intermediate = rif::nn::Weights::read(expected.folder / "intermediate.safetensors");
    for (const std::size_t id : {0, 17}) {
        const std::vector<rif::Matrix> states = model.hidden_states(expected.cases[id].input.ids);
        BOOST_TEST(states.size() == 3);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto reference =
                intermediate.floats(fmt::format("case{}.hidden_states.{}", id, i), {states[i].rows(), states[i].columns()});
            BOOST_TEST(furthest(states[i].values(), reference) <= k_tolerance, "case " << id << ", after layer " << i);
        }
    }
}

BOOST_AUTO_TEST_CASE(generation_stops_where_it_is_told_and_samples_as_its_seed_says) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    const FixtureCase& first = expected.cases[0];
    const std::vector<std::int64_t> stopped = model.generate(first.input.ids, {12, {first.greedy[2]}, 0, 1});
    BOOST_TEST(stopped == std::vector<std::int64_t>(first.greedy.begin(), first.greedy.begin() + 2), boost::test_tools::per_element());
    const rif::nn::Generation warm{12, {}, 1.5, 0.95};
    BOOST_TEST(model.generate(first.input.ids, warm, rif::Random(1)) == model.generate(first.input.ids, warm, rif::Random(1)));
    BOOST_TEST(model.generate(first.input.ids, warm, rif::Random(1)) != model.generate(first.input.ids, warm, rif::Random(2)));
    BOOST_TEST(model.generate(first.input.ids, {12, {}, 1.5, 1e-9}, rif::Random(1)) == first.greedy);  // the best token alone is left
    BOOST_TEST(slug_of([&] { model.generate(first.input.ids, {99, {}, 0, 1}); }) == "too-long");
}

BOOST_AUTO_TEST_CASE(greedy_with_kept_keys_is_greedy_anew_at_every_token) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    for (const std::size_t number : {1, 2, 9}) {
        std::vector<std::int64_t> ids = expected.cases[number].input.ids;
        const std::vector<std::int64_t> found = model.generate(ids, {8});
        for (const std::int64_t token : found) {
            BOOST_TEST(token == static_cast<std::int64_t>(rif::test::best(model.next(ids))));
            ids.push_back(token);
        }
        BOOST_TEST(found.size() == 8);
    }
}

BOOST_AUTO_TEST_CASE(log_probabilities_are_those_of_the_next_token) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    const auto longest = std::ranges::max_element(expected.cases, {}, [](const FixtureCase& each) { return each.input.ids.size(); });
    const std::vector<std::int64_t>& ids = longest->input.ids;
    BOOST_TEST_REQUIRE(ids.size() > 64);  // more than are computed at once
    const std::vector<double> found = model.log_probabilities(ids);
    BOOST_TEST_REQUIRE(found.size() == ids.size() - 1);
    double sum = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::vector<float> next = model.next(std::span(ids).first(i + 1));
        double total = 0;
        for (const float logit : next) total += std::exp(static_cast<double>(logit));
        const double by_hand = static_cast<double>(next[static_cast<std::size_t>(ids[i + 1])]) - std::log(total);
        BOOST_TEST(std::abs(found[i] - by_hand) <= k_tolerance, "token " << i);
        sum -= by_hand;
    }
    const double mean = sum / static_cast<double>(found.size());
    BOOST_TEST(std::abs(std::log(model.perplexity(ids).value()) - mean) <= k_tolerance);
    BOOST_TEST(model.log_probabilities(std::span(ids).first(1)).empty());
    BOOST_TEST(!model.perplexity(std::span(ids).first(1)).has_value());
    BOOST_TEST(slug_of([&] { model.log_probabilities({}); }) == "empty-input");
}

BOOST_AUTO_TEST_CASE(tokens_are_drawn_by_their_probability_among_the_likeliest) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const CausalModel model = CausalModel::load(expected.folder);
    const std::vector<std::int64_t>& ids = expected.cases[0].input.ids;
    const std::vector<float> next = model.next(ids);
    const rif::test::Ranked& top = expected.cases[0].top[0];
    constexpr double k_temperature = 1.5;
    constexpr int k_draws = 2000;
    rif::nn::Generation how{1, {}, k_temperature};
    how.top_tokens = 4;
    double total = 0;
    for (std::size_t i = 0; i < how.top_tokens; ++i) total += std::exp(static_cast<double>(top.logits[i]) / k_temperature);
    std::vector<int> drawn(how.top_tokens);
    for (int i = 0; i < k_draws; ++i) {
        const std::int64_t token = model.generate(ids, how, rif::stream(7, {"generate", std::to_string(i)})).at(0);
        const auto at = static_cast<std::size_t>(std::ranges::find(top.ids, token) - top.ids.begin());
        BOOST_TEST_REQUIRE(at < drawn.size());
        ++drawn[at];
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const double share = std::exp(static_cast<double>(top.logits[i]) / k_temperature) / total;
        const double spread = std::sqrt(share * (1 - share) / k_draws);
        BOOST_TEST(std::abs(drawn[i] / double(k_draws) - share) <= 4 * spread, "token " << i);
    }
    how.top_share = 1e-9;
    BOOST_TEST(model.generate(ids, how, rif::Random(1)).at(0) == top.ids[0]);
}

/// The folder's files with its tensors written anew: those that `keeps` says, and `more`.
void rewritten(const fs::path& from, const fs::path& to, const std::function<bool(const std::string&)>& keeps, float scale_of_biases,
               const std::vector<std::pair<std::string, std::string>>& more) {
    const rif::nn::Weights weights = rif::nn::Weights::read(from / "model.safetensors");
    std::vector<std::pair<std::string, std::vector<float>>> values;
    std::vector<rif::nn::NamedFloats> tensors;
    const auto add = [&](const std::string& name, const std::string& stored) {
        values.emplace_back(name, weights.floats(stored, weights.tensor(stored).shape));
        if (name.ends_with(".bias"))
            for (float& value : values.back().second) value *= scale_of_biases;
    };
    for (const auto& [name, tensor] : weights.tensors())
        if (keeps(name)) add(name, name);
    for (const auto& [name, like] : more) add(name, like);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto like = std::ranges::find(more, values[i].first, &std::pair<std::string, std::string>::first);
        tensors.push_back({values[i].first, weights.tensor(like == more.end() ? values[i].first : like->second).shape, values[i].second});
    }
    rif::nn::write_weights(to / "model.safetensors", tensors, {});
    rif::write_file(to / "config.json", rif::read_file(from / "config.json"));
}

BOOST_AUTO_TEST_CASE(llama_and_mistral_are_the_same_layout_without_biases) {
    const Fixture expected = fixture("qwen2_causal_lm");
    const rif::test::TemporaryFolder qwen, llama;
    rewritten(expected.folder, qwen.path(), [](const std::string&) { return true; }, 0, {});
    rewritten(expected.folder, llama.path(), [](const std::string& name) { return !name.ends_with(".bias"); }, 1,
              {{"lm_head.weight", "model.embed_tokens.weight"}});
    const CausalModel reference = CausalModel::load(qwen.path());
    rif::test::replace_in(llama / "config.json", "\"qwen2\"", "\"llama\"");
    rif::test::replace_in(llama / "config.json", "\"tie_word_embeddings\": true", "\"tie_word_embeddings\": false");
    const std::vector<std::int64_t>& ids = expected.cases[0].input.ids;
    BOOST_TEST(furthest(CausalModel::load(llama.path()).next(ids), reference.next(ids)) <= 1e-6);
    BOOST_TEST(furthest(reference.next(ids), CausalModel::load(expected.folder).next(ids)) > 1e-2);  // the biases do something
    rif::test::replace_in(llama / "config.json", "\"llama\"", "\"mistral\"");
    rif::test::replace_in(llama / "config.json", "\"sliding_window\": null", "\"sliding_window\": 40");
    const CausalModel mistral = CausalModel::load(llama.path());
    BOOST_TEST(furthest(mistral.next(ids), reference.next(ids)) <= 1e-6);
    BOOST_TEST(slug_of([&] { mistral.next(std::vector<std::int64_t>(41, 5)); }) == "too-long");
}

BOOST_AUTO_TEST_SUITE_END()
