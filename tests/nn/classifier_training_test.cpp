// Training transformers: every family learns and is read back, the same bytes on any number of threads and after an interruption, early
// stopping, class weights, fine-tuning.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/models/families.hpp>
#include <rif/nn/text_input.hpp>
#include <rif/nn/train/classifier_training.hpp>
#include <rif/nn/train/parameter_set.hpp>

#include "support/test_data.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
namespace json = boost::json;
using rif::Example;
using rif::TrainingData;
using namespace rif::nn;

namespace {

const std::vector<std::string> k_families = {"bert", "roberta", "distilbert", "electra", "mpnet", "deberta_v2"};

/// Two labels told apart by the order of two words, among words that say nothing.
TrainingData ordered(std::size_t n = 240) {
    TrainingData data;
    data.labels = {"calm", "stormy"};
    rif::Random random(3);
    const std::vector<std::string> filler = {"the", "sea", "was", "there", "we", "looked", "at", "it"};
    for (std::size_t i = 0; i < n; ++i) {
        std::string text;
        if (random.below(2)) text += filler[random.below(filler.size())] + " ";
        text += i % 2 ? "wind over water" : "water over wind";
        for (std::size_t w = random.below(5); w > 0; --w) text += " " + filler[random.below(filler.size())];
        (i % 6 == 5 || i % 6 == 4 ? data.held_out : data.examples).push_back({text, i % 2});
    }
    return data;
}

Beginning small(const std::string& family = "bert") {
    return {{.architecture = family, .layers = 1, .hidden = 32, .heads = 2, .intermediate = 64, .positions = 24, .vocabulary = 120}, {}};
}

ClassifierTraining quick(std::size_t epochs = 10) {
    ClassifierTraining result;
    result.epochs = epochs, result.batch = 20, result.rate = 5e-3, result.seed = 7, result.threads = 1;
    return result;
}

/// What was told while a network was trained.
struct Told {
    std::vector<EpochNote> epochs;
    std::vector<std::string> notes;
    std::size_t done = 0, total = 0;
    TrainingResult result;
};

struct Interrupted {};

/// stops_after: epochs after which the next step throws; 0: never.
Told train(const fs::path& folder, const TrainingData& examples, const Beginning& beginning, const ClassifierTraining& settings,
           std::size_t stops_after = 0) {
    fs::create_directories(folder);
    Told told;
    const TrainingCalls calls{[&](std::size_t done, std::size_t total, const std::string& note) {
                                  if (stops_after > 0 && told.epochs.size() == stops_after) throw Interrupted();
                                  told.done = done, told.total = total;
                                  told.notes.push_back(note);
                              },
                              [&](const EpochNote& note) { told.epochs.push_back(note); }};
    told.result = train_classifier(examples, beginning, settings, folder, calls);
    return told;
}

double accuracy(const fs::path& folder, std::span<const Example> examples) {
    const Classifier model = Classifier::load(folder);
    const TextInput input(folder, model.config().longest(), std::nullopt);
    std::size_t right = 0;
    for (const Example& example : examples) {
        const std::vector<float> logits = model.logits(input.ids(example.text));
        right += static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin()) == example.label;
    }
    return static_cast<double>(right) / static_cast<double>(examples.size());
}

std::string slug_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const rif::Error& error) {
        return error.slug();
    }
    return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(training_classifiers)

BOOST_DATA_TEST_CASE(each_family_learns_from_scratch_what_the_order_of_words_says, data::make(k_families), family) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    const Told told = train(folder.path(), examples, small(family), quick(16));
    BOOST_TEST(accuracy(folder.path(), examples.held_out) == told.result.held_out_accuracy.value());
    BOOST_TEST(told.result.held_out_accuracy.value() >= 0.95);  // a bag of words says .5
    BOOST_TEST(told.epochs.back().loss < told.epochs.front().loss);
}

BOOST_DATA_TEST_CASE(the_folder_has_the_published_layout, data::make(k_families), family) {
    const rif::test::TemporaryFolder folder;
    train(folder.path(), ordered(60), small(family), quick(1));
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    const std::vector<std::string> expected = {"config.json", "model.safetensors", "special_tokens_map.json", "tokenizer.json",
                                               "tokenizer_config.json"};
    BOOST_TEST(names == expected, boost::test_tools::per_element());
    const json::value config = json::parse(rif::read_file(folder / "config.json"));
    BOOST_TEST(config.at("id2label").at("1").as_string() == "stormy");
    BOOST_TEST(config.at("label2id").at("calm").as_int64() == 0);
    BOOST_TEST(std::string(config.at("architectures").at(0).as_string()).ends_with("ForSequenceClassification"));
    const Weights weights = Weights::read(folder / "model.safetensors");
    BOOST_TEST(weights.metadata().at("format") == "pt");  // without it transformers refuses the file
    const Config read = read_config(folder.path());
    BOOST_TEST(read.longest() == 24u);
    BOOST_TEST(weights.tensors().size() == ParameterSet::of(read).count());
}

BOOST_AUTO_TEST_CASE(training_twice_and_on_more_threads_gives_the_same_bytes_and_another_seed_others) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    ClassifierTraining settings = quick(2);
    train(folder / "one", examples, small(), settings);
    train(folder / "again", examples, small(), settings);
    settings.threads = 3;
    train(folder / "three", examples, small(), settings);
    BOOST_TEST(rif::sha256_of(folder / "one") == rif::sha256_of(folder / "again"));
    BOOST_TEST(rif::sha256_of(folder / "one") == rif::sha256_of(folder / "three"));
    settings.seed = 8;
    train(folder / "other", examples, small(), settings);
    BOOST_TEST(rif::sha256_of(folder / "one") != rif::sha256_of(folder / "other"));
}

BOOST_AUTO_TEST_CASE(an_interrupted_training_goes_on_after_its_last_epoch_and_ends_the_same) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    const ClassifierTraining settings = quick(5);
    train(folder / "whole", examples, small(), settings);
    BOOST_CHECK_THROW(train(folder / "cut", examples, small(), settings, 2), Interrupted);
    BOOST_TEST(fs::exists(folder / "cut" / k_unfinished));
    BOOST_TEST(!fs::exists(folder / "cut" / "model.safetensors"));
    const Told rest = train(folder / "cut", examples, small(), settings);
    BOOST_TEST(rest.epochs.size() == 3u);
    BOOST_TEST(rest.epochs.front().epoch == 3u);
    BOOST_TEST(rif::sha256_of(folder / "cut") == rif::sha256_of(folder / "whole"));
}

BOOST_AUTO_TEST_CASE(what_was_left_by_another_training_or_is_damaged_is_not_gone_on_from) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    const ClassifierTraining settings = quick(3);
    train(folder / "whole", examples, small(), settings);
    ClassifierTraining other = settings;
    other.rate = 1e-3;
    BOOST_CHECK_THROW(train(folder / "cut", examples, small(), other, 1), Interrupted);
    BOOST_TEST(train(folder / "cut", examples, small(), settings).epochs.size() == 3u);
    BOOST_TEST(rif::sha256_of(folder / "cut") == rif::sha256_of(folder / "whole"));
    fs::remove_all(folder / "cut");
    BOOST_CHECK_THROW(train(folder / "cut", examples, small(), settings, 1), Interrupted);
    const fs::path state = folder / "cut" / k_unfinished / "state.safetensors";
    fs::resize_file(state, fs::file_size(state) / 2);
    BOOST_TEST(train(folder / "cut", examples, small(), settings).epochs.size() == 3u);
    BOOST_TEST(rif::sha256_of(folder / "cut") == rif::sha256_of(folder / "whole"));
}

BOOST_AUTO_TEST_CASE(progress_says_epoch_loss_and_time_left_and_passes_every_example) {
    const rif::test::TemporaryFolder folder;
    ClassifierTraining settings = quick(2);
    settings.validation = 0.25;
    const Told told = train(folder.path(), ordered(), small(), settings);  // 160 examples, 120 of them trained on
    BOOST_TEST(told.done == 240u);
    BOOST_TEST(told.total == 240u);
    BOOST_TEST(told.notes.size() == 12u);
    BOOST_TEST(told.notes.front().starts_with("epoch 1 of 2, loss 0."));
    BOOST_TEST(told.notes.front().ends_with(" s left"));
    BOOST_TEST(told.notes.back().ends_with(", 0 s left"));
    BOOST_TEST(told.epochs.back().validation_examples == 40u);
    BOOST_TEST(told.epochs.back().is_last);
    BOOST_TEST(!told.epochs.front().is_last);
}

BOOST_AUTO_TEST_CASE(training_stops_when_no_epoch_is_better_and_keeps_the_best) {
    const rif::test::TemporaryFolder folder;
    TrainingData noise = ordered();
    rif::Random random(1);
    for (Example& example : noise.examples) example.label = random.below(2);  // nothing to learn: it only gets worse
    ClassifierTraining settings = quick(60);
    settings.validation = 0.3, settings.patience = 3;
    const Told told = train(folder.path(), noise, small(), settings);
    BOOST_TEST(told.epochs.size() < 60u);
    BOOST_TEST(told.epochs.size() == told.result.best_epoch + 3);
    const auto best = std::ranges::max_element(
        told.epochs, {}, [](const EpochNote& note) { return std::pair(*note.validation_accuracy, -*note.validation_loss); });
    BOOST_TEST(best->epoch == told.result.best_epoch);
}

BOOST_AUTO_TEST_CASE(without_validation_the_last_epoch_is_kept) {
    const rif::test::TemporaryFolder folder;
    ClassifierTraining settings = quick(2);
    settings.validation = 0;
    const Told told = train(folder.path(), ordered(), small(), settings);
    BOOST_TEST(told.result.best_epoch == 2u);
    BOOST_TEST(!told.epochs.back().validation_accuracy.has_value());
}

BOOST_AUTO_TEST_CASE(balanced_weights_let_a_rare_label_count) {
    TrainingData rare;
    rare.labels = {"often", "seldom"};
    for (int i = 0; i < 200; ++i) rare.examples.push_back({"the same text", i % 20 == 0 ? 1u : 0u});  // nothing tells them apart
    const auto share_of_rare = [&](bool balances) {
        const rif::test::TemporaryFolder folder;
        ClassifierTraining settings = quick(6);
        settings.balances_classes = balances, settings.validation = 0;
        train(folder.path(), rare, small(), settings);
        const Classifier model = Classifier::load(folder.path());
        const std::vector<float> logits = model.logits(TextInput(folder.path(), 24, std::nullopt).ids("the same text"));
        return 1 / (1 + std::exp(static_cast<double>(logits[0]) - static_cast<double>(logits[1])));
    };
    BOOST_TEST(share_of_rare(false) < 0.2);  // .05 in the data
    BOOST_TEST(std::abs(share_of_rare(true) - 0.5) < 0.2);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_is_fine_tuned_with_its_own_tokenizer_and_the_datas_labels) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    train(folder / "first", examples, small("roberta"), quick(16));
    TrainingData other = examples;
    other.labels = {"gentle", "rough", "dead"};
    const Beginning on{{}, folder / "first"};
    ClassifierTraining settings = quick(6);
    settings.rate = 2e-3;
    BOOST_TEST(accuracy(folder / "first", examples.held_out) >= 0.95);
    const Told told = train(folder / "second", other, on, settings);
    BOOST_TEST_MESSAGE(told.notes.front() << " ... " << told.notes.back());
    BOOST_TEST(accuracy(folder / "second", other.held_out) >= 0.95);
    const Config config = read_config(folder / "second");
    BOOST_TEST((config.labels == other.labels));
    BOOST_TEST((config.family == Family::roberta));
    BOOST_TEST(rif::read_file(folder / "first" / "tokenizer.json") == rif::read_file(folder / "second" / "tokenizer.json"));
}

BOOST_AUTO_TEST_CASE(fine_tuning_begins_where_the_checkpoint_ended) {
    const rif::test::TemporaryFolder folder;
    const TrainingData examples = ordered();
    train(folder / "first", examples, small(), quick(12));
    ClassifierTraining settings = quick(1);
    settings.rate = 1e-8, settings.dropout = 0;  // hardly a step
    const Told told = train(folder / "second", examples, {{}, folder / "first"}, settings);
    BOOST_TEST(told.epochs.front().loss < 0.2);
    BOOST_TEST(accuracy(folder / "second", examples.held_out) == accuracy(folder / "first", examples.held_out));
}

BOOST_AUTO_TEST_CASE(a_published_encoder_without_a_head_is_given_one, *rif::test::needs_data("fixtures")) {
    const rif::test::TemporaryFolder folder;
    for (const char* name :
         {"bert_embedding", "mpnet_embedding", "roberta_masked_lm", "deberta_v2_conv_2label", "bert_uncased_2label_float16"}) {
        const fs::path from = rif::test::test_data(std::string("fixtures/models/") + name);
        ClassifierTraining settings = quick(1);
        train(folder / name, ordered(60), {{}, from}, settings);
        BOOST_TEST((Classifier::load(folder / name).labels() == std::vector<std::string>{"calm", "stormy"}), name);
        const std::string prefix = full_prefix(read_config(from).family);
        BOOST_TEST(Weights::read(folder / name / "model.safetensors").tensors().contains(prefix + "embeddings.word_embeddings.weight"));
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_trained_is_refused_in_one_sentence) {
    const rif::test::TemporaryFolder folder;
    BOOST_TEST(slug_of([&] { train(folder / "a", {{"a", "b"}, {}, {}}, small(), quick()); }) == "no-examples");
    Beginning odd = small();
    odd.shape.heads = 3;
    BOOST_TEST(slug_of([&] { train(folder / "b", ordered(), odd, quick()); }) == "wrong-shape");
    ClassifierTraining fast = quick();
    fast.rate = 1e30, fast.clip = 1e30;
    BOOST_TEST(slug_of([&] { train(folder / "c", ordered(), small(), fast); }) == "loss-not-finite");
}

BOOST_AUTO_TEST_SUITE_END()
