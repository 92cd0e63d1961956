// model/transformer: from texts to the logits of the original library, for every classifier of the fixtures; window, gradients, refusals.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include <rif/api/model.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"
#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::ByteSpan;
using rif::Matrix;
using rif::Model;
using rif::TextPair;
using rif::test::checkpoint_setting;
using rif::test::Fixture;
using rif::test::fixture;
using rif::test::FixtureCase;
using rif::test::furthest;
using rif::test::replace_in;

namespace {

constexpr double k_tolerance = 1e-4;  // of logits, as the fixtures state
const std::string k_plugin = "model/transformer";
const std::string k_tiny = "checkpoint = \"checkpoints/tiny_professions\"";

void copy_tiny(const fs::path& folder) { rif::test::copy_checkpoint("tiny_professions", folder); }

struct Quiet final : rif::Progress {
    void at(std::size_t done, std::size_t total) override { last = done, whole = total; }
    void note(std::string_view text) override { said = text; }
    std::size_t last = 0, whole = 0;
    std::string said;
};

/// Two labels told apart by one word each, among words that say nothing.
rif::TrainingData separable(std::vector<std::string> labels = {"calm", "stormy"}) {
    rif::TrainingData data;
    data.labels = std::move(labels);
    rif::Random random(3);
    const std::vector<std::string> filler = {"the", "sea", "was", "there", "and", "we", "looked", "at", "it"};
    for (std::size_t i = 0; i < 240; ++i) {
        std::string text = filler[random.below(filler.size())];
        for (std::size_t w = random.below(6); w > 0; --w) text += " " + filler[random.below(filler.size())];
        (i % 6 > 3 ? data.held_out : data.examples).push_back({text + (i % 2 ? " Raging!" : " Gentle."), i % 2});
    }
    return data;
}

const std::string k_small =
    "max_length = 16, train { layers = 1, hidden = 32, intermediate = 64, vocabulary = 150, epochs = 8, batch = 20, rate = 0.005 }";

/// Trained in `folder`, and loaded from it.
std::shared_ptr<Model> trained(const fs::path& folder, const std::string& settings, const rif::TrainingData& data,
                               const fs::path& start = {}) {
    const auto model = rif::test::make<Model>(k_plugin, settings);
    fs::create_directories(folder);
    Quiet progress;
    model->train(data, rif::test::arguments(k_plugin, settings).groups("train").front(), start, folder, progress);
    BOOST_TEST(progress.last == progress.whole);
    BOOST_TEST(progress.said.starts_with("epoch "));
    model->load(folder);
    return model;
}

double accuracy(const Model& model, const std::vector<rif::Example>& examples) {
    std::size_t right = 0;
    for (const rif::Example& example : examples) {
        const Matrix row = model.predict({&example.text, 1});
        right += static_cast<std::size_t>(std::ranges::max_element(row[0]) - row[0].begin()) == example.label;
    }
    return static_cast<double>(right) / static_cast<double>(examples.size());
}

/// The loss of `label`, by the model's own scores.
double loss(const Model& model, const std::string& text, std::size_t label) {
    const Matrix row = model.predict({&text, 1});
    double sum = 0;
    for (const float logit : row[0]) sum += std::exp(static_cast<double>(logit));
    return std::log(sum) - static_cast<double>(row[0][label]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(model_transformer)

BOOST_AUTO_TEST_CASE(is_made_of_a_folder) {
    const auto model = rif::test::make<Model>(k_plugin, k_tiny);
    BOOST_TEST((model->labels() == std::vector<std::string>{"nurse", "surgeon", "teacher", "architect"}));
    BOOST_TEST((model->score_kind() == rif::ScoreKind::logits));
    BOOST_TEST(model->predict({}).rows() == 0);
    BOOST_TEST(model->fingerprint().size() == 64);
}

BOOST_AUTO_TEST_CASE(refuses_settings_and_folders_that_make_no_model) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal(k_plugin, settings); };
    BOOST_TEST(refusal("") == "missing-setting");
    BOOST_TEST(refusal("checkpoint = \"no/such/folder\"") == "missing-file");
    BOOST_TEST(refusal(k_tiny + ", max_length = 129") == "window-too-long");
    BOOST_TEST(refusal(k_tiny + ", max_length = 1") == "out-of-range");
    BOOST_TEST(refusal(k_tiny + ", layers = 1") == "unknown-setting");
    const rif::test::TemporaryFolder folder;
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "cannot-read");  // no config.json
    copy_tiny(folder.path());
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "");
    replace_in(folder / "config.json", "\"bert\"", "\"bart\"");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "unknown-model-type");
    copy_tiny(folder.path());
    replace_in(folder / "config.json", "\"hidden_size\": 16", "\"hidden_size\": 15");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "damaged-config");
    copy_tiny(folder.path());
    replace_in(folder / "config.json", "\"hidden_size\": 16", "\"hidden_size\": 32");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "wrong-tensor");
    copy_tiny(folder.path());
    replace_in(folder / "model.safetensors", "classifier.weight", "classifier.waight");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "no-classification-head");
    copy_tiny(folder.path());
    replace_in(folder / "model.safetensors", "bert.pooler.dense.bias", "bert.pooler.dense.bits");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "missing-tensor");
    copy_tiny(folder.path());
    fs::resize_file(folder / "model.safetensors", 20000);
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "damaged-weights");
    copy_tiny(folder.path());
    fs::remove(folder / "vocab.txt");
    BOOST_TEST(refusal(checkpoint_setting(folder.path())) == "no-tokenizer");
}

BOOST_AUTO_TEST_CASE(refuses_settings_that_train_no_model) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal(k_plugin, settings); };
    BOOST_TEST(refusal("train { }") == "");
    BOOST_TEST(refusal("train { epochs = 0 }") == "out-of-range");
    BOOST_TEST(refusal("train { rate = 2 }") == "out-of-range");
    BOOST_TEST(refusal("train { dropout = 1 }") == "out-of-range");
    BOOST_TEST(refusal("train { architecture = gpt }") == "unknown-choice");
    BOOST_TEST(refusal("train { hidden = 128, heads = 3 }") == "wrong-shape");
    BOOST_TEST(refusal("train { seed = 3 }") == "unknown-setting");
    BOOST_TEST(refusal(k_tiny + ", train { }") == "");
    BOOST_TEST(refusal(k_tiny + ", train { layers = 3 }") == "conflicting-settings");
    BOOST_TEST(refusal(k_tiny + ", train { lowercase = off }") == "conflicting-settings");
    BOOST_TEST(refusal(k_tiny + ", max_length = 129, train { }") == "window-too-long");
}

BOOST_AUTO_TEST_CASE(is_not_asked_before_it_is_trained) {
    const auto model = rif::test::make<Model>(k_plugin, "train { }");
    const auto is_not_trained = [](const rif::Error& e) { return e.slug() == "not-trained"; };
    const std::string text = "a";
    BOOST_CHECK_EXCEPTION(model->predict({&text, 1}), rif::Error, is_not_trained);
    BOOST_CHECK_EXCEPTION(model->labels(), rif::Error, is_not_trained);
    BOOST_CHECK_EXCEPTION(model->fingerprint(), rif::Error, is_not_trained);
}

BOOST_AUTO_TEST_CASE(learns_from_scratch_and_says_how_well) {
    const rif::test::TemporaryFolder folder;
    rif::test::take_log();
    const rif::TrainingData data = separable();
    const auto model = trained(folder / "a", k_small, data);
    BOOST_TEST(accuracy(*model, data.held_out) >= 0.95);
    BOOST_TEST((model->labels() == data.labels));
    const std::vector<std::string> log = rif::test::take_log();
    BOOST_REQUIRE(log.size() == 9u);  // one an epoch, and the end
    BOOST_TEST(log.front().find("epoch 1 of 8, loss ") != std::string::npos);
    BOOST_TEST(log.back().find("on 80 held out") != std::string::npos);
    BOOST_TEST(model->visible_bytes("a " + std::string(40, '!')).end == 15u);  // 14 beside the two special tokens, one a byte
    const auto other = trained(folder / "b", k_small, data);
    BOOST_TEST(model->fingerprint() == other->fingerprint());
    const auto as_checkpoint = rif::test::make<Model>(k_plugin, checkpoint_setting(folder / "a"));
    const std::string text = "the sea was raging";
    BOOST_TEST(std::ranges::equal(as_checkpoint->predict({&text, 1})[0], model->predict({&text, 1})[0]));
}

BOOST_AUTO_TEST_CASE(a_checkpoint_is_fine_tuned_to_other_labels) {
    const rif::test::TemporaryFolder folder;
    const rif::TrainingData data = separable();
    const auto model = trained(folder / "tuned", k_tiny + ", train { epochs = 20, batch = 20, rate = 0.02, validation = 20 % }", data);
    BOOST_TEST((model->labels() == data.labels));
    BOOST_TEST(accuracy(*model, data.held_out) >= 0.95);
    BOOST_TEST(fs::exists(folder / "tuned" / "vocab.txt"));
}

BOOST_AUTO_TEST_CASE(training_goes_on_from_an_earlier_one_with_the_same_labels) {
    const rif::test::TemporaryFolder folder;
    const rif::TrainingData data = separable();
    trained(folder / "a", k_small, data);
    const std::string more = "max_length = 16, train { epochs = 1, rate = 0.0001 }";
    BOOST_TEST(accuracy(*trained(folder / "b", more, data, folder / "a"), data.held_out) >= 0.95);
    BOOST_CHECK_EXCEPTION(trained(folder / "c", more, separable({"calm", "rough"}), folder / "a"), rif::Error,
                          [](const rif::Error& e) { return e.slug() == "other-labels"; });
}

BOOST_DATA_TEST_CASE(texts_and_pairs_have_the_logits_of_the_original_library, data::make(rif::test::fixture_classifiers()), name) {
    if (!fs::exists(rif::test::fixture_folder(name))) {
        BOOST_TEST_MESSAGE("skipped: RIFAIR_TEST_DATA has no fixtures");
        return;
    }
    const Fixture expected = fixture(name);
    const auto model = rif::test::make<Model>(k_plugin, checkpoint_setting(expected.folder) + ", separator = \" [and] \"");
    std::size_t pairs = 0;
    for (const FixtureCase& each : expected.cases) {
        BOOST_TEST_CONTEXT("case " << each.id) {
            const Matrix row = each.is_pair ? model->predict_pairs(std::array{TextPair{each.text, each.text_pair}})
                                            : model->predict(std::array{each.text});
            BOOST_TEST(furthest(row[0], each.logits) <= k_tolerance);
            if (!each.is_pair) continue;
            ++pairs;
            const Matrix joined = model->predict(std::array{each.text + " [and] " + each.text_pair});
            BOOST_TEST(std::ranges::equal(joined[0], row[0]));
        }
    }
    BOOST_TEST(pairs >= 5);
}

BOOST_AUTO_TEST_CASE(the_second_text_of_a_pair_has_its_window_and_its_gradients) {
    const auto model = rif::test::make<Model>(k_plugin, k_tiny + ", separator = \" | \", max_length = 7");  // four tokens beside three
    const std::string text = "flu fever gullet | deft loft garret";
    BOOST_TEST((model->visible_bytes(text) == ByteSpan{0, 28}));  // up to loft
    BOOST_TEST((model->visible_bytes("flu | deft") == ByteSpan{0, 10}));
    const auto tokens = model->input(text, {})->tokens;
    BOOST_TEST((tokens == std::vector<std::string>{"[CLS]", "flu", "fever", "[SEP]", "deft", "loft", "[SEP]"}));
    const Matrix gradients = model->word_gradients(text, 1);
    const bool expected[] = {true, true, false, true, true, false};
    for (std::size_t row = 0; row < 6; ++row)
        BOOST_TEST(std::ranges::any_of(gradients[row], [](float value) { return value != 0; }) == expected[row], "token " << row);
    BOOST_TEST(model->fingerprint() != rif::test::make<Model>(k_plugin, k_tiny + ", max_length = 7")->fingerprint());
}

BOOST_AUTO_TEST_CASE(a_text_has_the_same_bits_alone_and_among_others) {
    const auto model = rif::test::make<Model>(k_plugin, k_tiny);
    const std::vector<std::string> texts = {"", "flu", "The surgeon has notes about the tumor.", "loft and garret", std::string(900, 'x')};
    const Matrix together = model->predict(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Matrix alone = model->predict({&texts[i], 1});
        BOOST_TEST(std::memcmp(alone[0].data(), together[i].data(), together[i].size_bytes()) == 0);
    }
}

BOOST_AUTO_TEST_CASE(what_lies_beyond_the_window_is_not_seen) {
    const auto model = rif::test::make<Model>(k_plugin, k_tiny + ", max_length = 5");
    const std::string text = "flu fever gullet deft";  // three tokens fit beside the two special ones
    BOOST_TEST((model->visible_bytes(text) == ByteSpan{0, 16}));
    BOOST_TEST((model->visible_bytes("flu  ") == ByteSpan{0, 5}));
    const std::vector<std::string> texts = {"flu fever gullet deft", "flu fever gullet loft", "flu fever deft gullet"};
    const Matrix rows = model->predict(texts);
    BOOST_TEST(std::ranges::equal(rows[0], rows[1]));
    BOOST_TEST(!std::ranges::equal(rows[0], rows[2]));
    const auto other = rif::test::make<Model>(k_plugin, k_tiny);
    BOOST_TEST(model->fingerprint() != other->fingerprint());
}

BOOST_AUTO_TEST_CASE(fingerprint_changes_with_the_weights_and_not_with_the_place) {
    const rif::test::TemporaryFolder folder;
    copy_tiny(folder.path());
    const auto fingerprint = [](const std::string& settings) { return rif::test::make<Model>(k_plugin, settings)->fingerprint(); };
    BOOST_TEST(fingerprint(checkpoint_setting(folder.path())) == fingerprint(k_tiny));
    std::ofstream(folder / "README.md") << "notes";
    BOOST_TEST(fingerprint(checkpoint_setting(folder.path())) == fingerprint(k_tiny));
    std::string weights = rif::read_file(folder / "model.safetensors");
    weights[weights.size() - 2] = static_cast<char>(weights[weights.size() - 2] ^ 1);
    rif::write_file(folder / "model.safetensors", weights);
    BOOST_TEST(fingerprint(checkpoint_setting(folder.path())) != fingerprint(k_tiny));
}

BOOST_AUTO_TEST_CASE(a_token_has_the_mean_of_its_pieces_gradients_and_one_beyond_the_window_none) {
    const auto model = rif::test::make<Model>(k_plugin, k_tiny + ", max_length = 8");
    const std::string text = "flu xyz deft loft garret";  // xyz is three pieces; garret lies beyond
    const Matrix gradients = model->word_gradients(text, 1);
    BOOST_TEST(gradients.rows() == 5);
    BOOST_TEST(gradients.columns() == 16);
    const auto size = [&](std::size_t row) {
        double sum = 0;
        for (const float value : gradients[row]) sum += static_cast<double>(value) * static_cast<double>(value);
        return sum;
    };
    for (std::size_t row = 0; row < 4; ++row) BOOST_TEST(size(row) > 0, "token " << row);
    BOOST_TEST(size(4) == 0);
    // Against the gradient, along a surgeon's number, the loss of "surgeon" falls: one more of its words lowers it.
    BOOST_TEST(gradients[0][1] < 0);
    BOOST_TEST(loss(*model, "deft xyz deft loft garret", 1) < loss(*model, text, 1));
    BOOST_CHECK_EXCEPTION(model->word_gradients(text, 4), rif::Error, [](const rif::Error& e) { return e.slug() == "unknown-label"; });
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_models) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_SUITE_END()
