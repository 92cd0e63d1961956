// model/embedding_bag: training, scores against a forward pass written apart, and what it refuses.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <thread>

#include <rif/api/model.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/weights.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::Example;
using rif::Matrix;
using rif::Model;
using rif::TrainingData;

namespace {

struct Quiet final : rif::Progress {
    void at(std::size_t done, std::size_t total) override {
        last = done, whole = total;
        ++calls;
    }
    std::size_t last = 0, whole = 0, calls = 0;
};

const std::string k_small = "dimension = 8, buckets = 64";

/// Two labels told apart by one word each, among words that say nothing.
TrainingData separable(std::size_t n = 200) {
    TrainingData data;
    data.labels = {"calm", "stormy"};
    rif::Random random(3);
    const std::vector<std::string> filler = {"the", "sea", "was", "there", "and", "we", "looked", "at", "it"};
    for (std::size_t i = 0; i < n; ++i) {
        std::string text = filler[random.below(filler.size())];
        for (std::size_t w = random.below(6); w > 0; --w) text += " " + filler[random.below(filler.size())];
        (i % 5 == 4 ? data.held_out : data.examples).push_back({text + (i % 2 ? " Raging!" : " Gentle."), i % 2});
    }
    return data;
}

/// A model trained on `data` in `folder`, and loaded from it.
std::shared_ptr<Model> trained(const fs::path& folder, const TrainingData& data, const std::string& settings = k_small,
                               const std::string& group = "epochs = 40, rate = 0.01") {
    const std::string all = settings + (settings.empty() ? "" : ", ") + "train { " + group + " }";
    const auto model = rif::test::make<Model>("model/embedding_bag", all);
    const rif::Arguments arguments = rif::test::arguments("model/embedding_bag", all).groups("train").front();
    fs::create_directories(folder);
    Quiet progress;
    model->train(data, arguments, {}, folder, progress);
    BOOST_TEST(progress.last == progress.whole);
    BOOST_TEST(progress.whole > 0);
    model->load(folder);
    return model;
}

std::shared_ptr<Model> from(const fs::path& folder, const std::string& settings = {}) {
    return rif::test::make<Model>("model/embedding_bag", "checkpoint = \"" + folder.string() + "\"" + settings);
}

Matrix scores(const Model& model, const std::vector<std::string>& texts) { return model.predict(texts); }
bool same_bits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

double accuracy(const Model& model, const std::vector<Example>& examples) {
    std::size_t right = 0;
    for (const Example& example : examples) {
        const Matrix row = scores(model, {example.text});
        right += static_cast<std::size_t>(std::ranges::max_element(row[0]) - row[0].begin()) == example.label;
    }
    return static_cast<double>(right) / static_cast<double>(examples.size());
}

std::string slug_of_load(const fs::path& folder) {
    try {
        from(folder);
    } catch (const rif::Error& error) {
        BOOST_TEST(!error.message().empty());
        return error.slug();
    }
    return "";
}

/// One trained folder for the tests that only read.
const fs::path& kept() {
    static const rif::test::TemporaryFolder folder;
    static const bool made = [] { return trained(folder / "model", separable()), true; }();
    static const fs::path path = folder / "model";
    BOOST_REQUIRE(made);
    return path;
}

/// The same network, written apart and in double: words of the description, hashes of runs by FNV-1a.
class Reference {
public:
    explicit Reference(const fs::path& folder) {
        const rif::nn::Weights weights = rif::nn::Weights::read(folder / "weights.safetensors");
        const rif::nn::Shape shape = weights.tensor("table").shape;
        dimension_ = shape[1];
        classes_ = weights.tensor("bias").shape[0];
        table_ = weights.floats("table", shape);
        output_ = weights.floats("output", {dimension_, classes_});
        bias_ = weights.floats("bias", {classes_});
        const std::string about = rif::read_file(folder / "embedding_bag.json");
        const std::size_t begin = about.find('[', about.find("\"words\""));
        for (std::size_t at = about.find('"', begin); at != std::string::npos; at = about.find('"', at + 1)) {
            const std::size_t end = about.find('"', at + 1);
            words_.push_back(about.substr(at + 1, end - at - 1));
            at = end;
        }
        buckets_ = shape[0] - words_.size();
    }

    std::vector<double> scores(const std::vector<std::string>& tokens) const {
        std::vector<double> mean(dimension_), result(bias_.begin(), bias_.end());
        double entries = 0;
        const auto add = [&](std::size_t row) {
            for (std::size_t d = 0; d < dimension_; ++d) mean[d] += static_cast<double>(table_[row * dimension_ + d]);
            ++entries;
        };
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (known(tokens[i])) add(row(tokens[i]));
            if (i > 0 && known(tokens[i - 1]) && known(tokens[i])) add(words_.size() + run(tokens[i - 1], tokens[i]) % buckets_);
        }
        for (std::size_t c = 0; c < classes_ && entries > 0; ++c) {
            for (std::size_t d = 0; d < dimension_; ++d) result[c] += mean[d] / entries * static_cast<double>(output_[d * classes_ + c]);
        }
        return result;
    }
    bool known(const std::string& word) const { return row(word) < words_.size(); }
    std::span<float> vector(const std::string& word) { return std::span(table_).subspan(row(word) * dimension_, dimension_); }

private:
    std::size_t row(const std::string& word) const { return std::ranges::find(words_, word) - words_.begin(); }
    static std::uint64_t fnv(const std::string& word) {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (const unsigned char c : word) hash = (hash ^ c) * 0x100000001b3u;
        return hash;
    }
    static std::uint64_t run(const std::string& first, const std::string& second) {
        const std::uint64_t a = fnv(first), hash = (a ^ (fnv(second) + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0x100000001b3u;
        return hash ^ (hash >> 29);
    }

    std::size_t dimension_ = 0, classes_ = 0, buckets_ = 0;
    std::vector<std::string> words_;
    std::vector<float> table_, output_, bias_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(model_embedding_bag)

BOOST_AUTO_TEST_CASE(is_made_with_a_train_group_or_a_checkpoint) {
    const auto model = rif::test::make<Model>("model/embedding_bag", "train { }");
    BOOST_TEST((model->score_kind() == rif::ScoreKind::logits));
    BOOST_TEST((from(kept())->labels() == std::vector<std::string>{"calm", "stormy"}));
}

BOOST_AUTO_TEST_CASE(refuses_settings_that_make_no_model) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal("model/embedding_bag", settings); };
    BOOST_TEST(refusal("") == "missing-setting");
    BOOST_TEST(refusal("train { epochs = 0 }") == "out-of-range");
    BOOST_TEST(refusal("train { rate = -1 }") == "out-of-range");
    BOOST_TEST(refusal("train { layers = 2 }") == "unknown-setting");
    BOOST_TEST(refusal("dimension = 0, train { }") == "out-of-range");
    BOOST_TEST(refusal("ngrams = 9, train { }") == "out-of-range");
    BOOST_TEST(refusal("checkpoint = \"no/such/folder\"") == "missing-file");
    const std::string checkpoint = "checkpoint = \"" + kept().string() + "\"";
    BOOST_TEST(refusal(checkpoint + ", train { }") == "conflicting-settings");
    BOOST_TEST(refusal(checkpoint + ", dimension = 16") == "other-shape");
    BOOST_TEST(refusal(checkpoint + ", dimension = 8") == "");
}

BOOST_AUTO_TEST_CASE(is_not_asked_before_it_is_trained) {
    const auto model = rif::test::make<Model>("model/embedding_bag", "train { }");
    BOOST_CHECK_EXCEPTION(scores(*model, {"a"}), rif::Error, [](const rif::Error& e) { return e.slug() == "not-trained"; });
    BOOST_CHECK_THROW(model->fingerprint(), rif::Error);
    const rif::test::TemporaryFolder folder;
    const rif::Arguments group = rif::test::arguments("model/embedding_bag", "train { }").groups("train").front();
    Quiet progress;
    BOOST_CHECK_EXCEPTION(model->train({{"a", "b"}, {}, {}}, group, {}, folder.path(), progress), rif::Error,
                          [](const rif::Error& e) { return e.slug() == "no-examples"; });
}

BOOST_AUTO_TEST_CASE(learns_what_one_word_decides) {
    const TrainingData data = separable();
    const auto model = from(kept());
    BOOST_TEST(accuracy(*model, data.examples) == 1.0);
    BOOST_TEST(accuracy(*model, data.held_out) == 1.0);
}

BOOST_AUTO_TEST_CASE(learns_three_labels_and_what_a_run_of_words_decides) {
    TrainingData data;
    data.labels = {"first", "second", "third"};
    for (int i = 0; i < 40; ++i) {
        data.examples.push_back({"not good", 0});
        data.examples.push_back({"good not", 1});  // the same words: only the run differs
        data.examples.push_back({"fine", 2});
    }
    const rif::test::TemporaryFolder folder;
    const std::string longer = "epochs = 60, rate = 0.01";
    BOOST_TEST(accuracy(*trained(folder / "runs", data, k_small, longer), data.examples) == 1.0);
    BOOST_TEST(accuracy(*trained(folder / "words", data, k_small + ", ngrams = 1", longer), data.examples) < 0.9);
}

BOOST_AUTO_TEST_CASE(training_twice_gives_the_same_bytes_and_another_order_of_examples_does_not) {
    const rif::test::TemporaryFolder folder;
    TrainingData data = separable();
    const auto first = trained(folder / "a", data), second = trained(folder / "b", data);
    for (const char* name : {"embedding_bag.json", "weights.safetensors"}) {
        BOOST_TEST((rif::read_file(folder / "a" / name) == rif::read_file(folder / "b" / name)));
    }
    BOOST_TEST(first->fingerprint() == second->fingerprint());
    std::thread([&] { trained(folder / "c", data); }).join();  // another thread is another OpenMP team
    BOOST_TEST((rif::read_file(folder / "a" / "weights.safetensors") == rif::read_file(folder / "c" / "weights.safetensors")));
    std::ranges::reverse(data.examples);
    BOOST_TEST(trained(folder / "d", data)->fingerprint() != first->fingerprint());
}

BOOST_AUTO_TEST_CASE(scores_are_those_of_a_forward_pass_written_apart) {
    const auto model = from(kept());
    const Reference reference(kept());
    const std::vector<std::vector<std::string>> texts = {{"the", "sea", "was", "raging"},
                                                         {"gentle"},
                                                         {"we", "zzyzx", "looked"},
                                                         {"zzyzx"},
                                                         {},
                                                         {"the", "the", "the"},
                                                         {"gentle", "and", "raging", "at", "it", "it"}};
    for (const auto& words : texts) {
        std::string text;
        for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
        const std::vector<double> expected = reference.scores(words);
        const Matrix got = scores(*model, {text});
        for (std::size_t c = 0; c < expected.size(); ++c)
            BOOST_TEST(static_cast<double>(got[0][c]) == expected[c], boost::test_tools::tolerance(1e-5));
    }
}

BOOST_AUTO_TEST_CASE(a_text_without_a_known_token_scores_the_bias) {
    const auto model = from(kept());
    const std::vector<float> bias = rif::nn::Weights::read(kept() / "weights.safetensors").floats("bias", {2});
    const Matrix got = scores(*model, {"", " \t\n", "zzyzx xyzzy", "--- !!!", "\xff\xfe", "नमस्ते 🙂"});
    for (std::size_t row = 0; row < got.rows(); ++row) BOOST_TEST(same_bits(got[row], bias));
}

BOOST_AUTO_TEST_CASE(case_and_what_stands_between_tokens_change_nothing) {
    const auto model = from(kept());
    const Matrix got = scores(*model, {"the sea was raging", "THE Sea, was:  “Raging”!"});
    BOOST_TEST(same_bits(got[0], got[1]));
}

BOOST_AUTO_TEST_CASE(a_text_scores_the_same_bits_alone_among_others_and_on_other_threads) {
    const auto model = from(kept());
    std::vector<std::string> texts;
    for (const Example& example : separable(300).examples) texts.push_back(example.text);
    texts.insert(texts.begin() + 17, "");
    const Matrix together = scores(*model, texts);
    BOOST_TEST(together.rows() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) BOOST_TEST(same_bits(scores(*model, {texts[i]})[0], together[i]));
    std::vector<std::string> backwards(texts.rbegin(), texts.rend());
    std::vector<Matrix> found(4);
    {
        std::vector<std::jthread> threads;
        for (Matrix& mine : found) threads.emplace_back([&] { mine = scores(*model, backwards); });
    }
    for (const Matrix& mine : found) {
        for (std::size_t i = 0; i < texts.size(); ++i) BOOST_TEST(same_bits(mine[texts.size() - 1 - i], together[i]));
    }
    BOOST_TEST(scores(*model, {}).rows() == 0);
}

BOOST_AUTO_TEST_CASE(looks_at_the_first_tokens_only_where_a_window_is_set) {
    const auto whole = from(kept()), narrow = from(kept(), ", max_tokens = 2");
    const std::string text = "gentle sea, raging";
    BOOST_TEST(same_bits(scores(*narrow, {text})[0], scores(*whole, {"gentle sea"})[0]));
    BOOST_TEST(!same_bits(scores(*narrow, {text})[0], scores(*whole, {text})[0]));
    BOOST_TEST((narrow->visible_bytes(text) == rif::ByteSpan{0, 10}));
    BOOST_TEST((narrow->visible_bytes("gentle sea!") == rif::ByteSpan{0, 11}));
    BOOST_TEST((whole->visible_bytes(text) == rif::ByteSpan{0, text.size()}));
    BOOST_TEST(narrow->fingerprint() != whole->fingerprint());
}

BOOST_AUTO_TEST_CASE(gradients_are_those_of_finite_differences) {
    const auto model = from(kept());
    Reference reference(kept());
    const std::vector<std::string> words = {"the", "zzyzx", "raging", "sea"};
    const Matrix gradients = model->word_gradients("the zzyzx raging sea", 0);
    BOOST_TEST(gradients.rows() == 4);
    const auto loss = [&] {
        const std::vector<double> s = reference.scores(words);
        return std::log(std::exp(s[0]) + std::exp(s[1])) - s[0];
    };
    for (const std::size_t token : {0u, 2u, 3u}) {
        for (const std::size_t d : {0u, 3u, 7u}) {
            constexpr float step = 1e-2f;
            float& number = reference.vector(words[token])[d];
            const float before = number;
            number = before + step;
            const double above = loss();
            number = before - step;
            const double below = loss();
            number = before;
            BOOST_TEST(static_cast<double>(gradients[token][d]) == (above - below) / (2 * static_cast<double>(step)),
                       boost::test_tools::tolerance(1e-2));
        }
    }
    BOOST_TEST(std::ranges::all_of(gradients[1], [](float g) { return g == 0; }));  // unknown
    BOOST_TEST(model->word_gradients("", 0).rows() == 0);
    BOOST_CHECK_THROW(model->word_gradients("sea", 2), rif::Error);
}

BOOST_AUTO_TEST_CASE(training_goes_on_from_an_earlier_one) {
    const rif::test::TemporaryFolder folder;
    fs::create_directories(folder / "on");
    TrainingData data = separable();
    for (int i = 0; i < 40; ++i) data.examples.push_back({"placid", 0});
    const auto model = rif::test::make<Model>("model/embedding_bag", k_small + ", train { epochs = 20, rate = 0.01 }");
    const rif::Arguments group =
        rif::test::arguments("model/embedding_bag", k_small + ", train { epochs = 20, rate = 0.01 }").groups("train").front();
    Quiet progress;
    model->train(data, group, kept(), folder / "on", progress);
    model->load(folder / "on");
    BOOST_TEST(accuracy(*model, data.examples) == 1.0);
    data.labels = {"calm", "rough"};
    BOOST_CHECK_EXCEPTION(model->train(data, group, kept(), folder / "on", progress), rif::Error,
                          [](const rif::Error& e) { return e.slug() == "other-labels"; });
}

BOOST_AUTO_TEST_CASE(says_how_well_it_learned) {
    const rif::test::TemporaryFolder folder;
    rif::test::take_log();
    trained(folder / "model", separable());
    const std::vector<std::string> log = rif::test::take_log();
    BOOST_REQUIRE(!log.empty());
    BOOST_TEST(log.back().find("1.000 on 40 held out") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(refuses_a_folder_that_is_not_whole) {
    const rif::test::TemporaryFolder folder;
    const std::string weights = rif::read_file(kept() / "weights.safetensors"), about = rif::read_file(kept() / "embedding_bag.json");
    const auto slug = [&](const std::string& changed_weights, const std::string& changed_about) {
        rif::write_file(folder / "weights.safetensors", changed_weights);
        rif::write_file(folder / "embedding_bag.json", changed_about);
        return slug_of_load(folder.path());
    };
    const auto with = [](std::string text, const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        BOOST_REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    BOOST_TEST(slug_of_load(folder.path()) == "missing-weights");
    BOOST_TEST(slug(weights, about) == "");
    BOOST_TEST(slug(weights.substr(0, weights.size() / 2), about) == "damaged-weights");
    BOOST_TEST(slug(weights.substr(0, 4), about) == "damaged-weights");
    BOOST_TEST(slug("", about) == "damaged-weights");
    BOOST_TEST(slug(weights + "x", about) == "damaged-weights");
    BOOST_TEST(slug(with(weights, "\"table\"", "\"tuble\""), about) == "missing-tensor");
    std::string not_a_number = weights;
    std::ranges::fill(not_a_number.end() - 4, not_a_number.end(), '\xff');
    BOOST_TEST(slug(not_a_number, about) == "wrong-tensor");
    BOOST_TEST(slug(weights, about.substr(0, about.size() / 2)) == "damaged-weights");
    BOOST_TEST(slug(weights, "[]") == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "rifair embedding_bag", "something else")) == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "\"version\": 1", "\"version\": 2")) == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "\"dimension\": 8", "\"dimension\": 1099511627776")) == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "\"dimension\": 8", "\"dimension\": 16")) == "wrong-tensor");
    BOOST_TEST(slug(weights, with(about, "\"stormy\"", "\"calm\"")) == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "\"sea\"", "\"the\"")) == "damaged-weights");
    BOOST_TEST(slug(weights, with(about, "\"stormy\"", "\"stormy\", \"other\"")) == "wrong-tensor");
}

BOOST_AUTO_TEST_CASE(learns_sentiment_from_five_thousand_phrases, *rif::test::needs_data("data/sst2")) {
    const auto read = [](const char* name, std::size_t most) {
        std::ifstream in(rif::test::test_data(name));
        std::vector<Example> result;
        std::string line;
        for (std::getline(in, line); result.size() < most && std::getline(in, line);) {
            const std::size_t tab = line.rfind('\t');
            result.push_back({line.substr(0, tab), line[tab + 1] == '1' ? 1u : 0u});
        }
        return result;
    };
    TrainingData data{{"negative", "positive"}, read("data/sst2/train.tsv", 5000), read("data/sst2/dev.tsv", SIZE_MAX)};
    BOOST_REQUIRE_EQUAL(data.held_out.size(), 872);
    const rif::test::TemporaryFolder folder;
    const auto model = trained(folder / "model", data, "", "epochs = 8");
    BOOST_TEST(accuracy(*model, data.held_out) > 0.75);  // .5 is chance
}

BOOST_AUTO_TEST_SUITE_END()
