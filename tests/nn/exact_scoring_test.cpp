// "A score is a function of the text and the weights, bit for bit": alone, among others, in any order, from any number of threads, for
// every family, under whatever kernel OPENBLAS_CORETYPE names (this suite is run once under each).
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <thread>

#include <rif/base/blas.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/bench/random_checkpoint.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/models/sentence_encoder.hpp>
#include <rif/nn/ops/row_kernels.hpp>
#include <rif/nn/ops/row_probe.hpp>
#include <rif/nn/threads.hpp>

#include "support/fixture.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::Computing;
using rif::Matrix;
using rif::nn::Classifier;
using rif::nn::ProductShape;
using rif::nn::SentenceEncoder;
using rif::nn::TokenIds;

namespace {

const std::vector<std::string> k_classifiers = {
    "bert_uncased_2label",       "bert_cased_3label", "roberta_2label",    "roberta_3label",         "electra_uncased_2label",
    "distilbert_uncased_2label", "deberta_v3_2label", "deberta_v3_3label", "deberta_v2_conv_2label", "deberta_v2_unshared_3label"};
const std::vector<std::string> k_sentence_encoders = {"bert_embedding", "mpnet_embedding"};
constexpr double k_batched_tolerance = 1e-5;  // what cases.md allows `scoring = batched`

using Scores = std::function<Matrix(std::span<const TokenIds>)>;

bool is_row(const Matrix& matrix, std::size_t row, std::span<const float> expected) {
    return matrix.columns() == expected.size() && std::memcmp(matrix[row].data(), expected.data(), expected.size_bytes()) == 0;
}

/// Texts of `count` different lengths and random words.
std::vector<TokenIds> random_texts(std::size_t count, std::size_t longest) {
    rif::Random random = rif::stream(1, {"texts"});
    std::vector<TokenIds> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t token = 0; token < 1 + (i * 7) % longest; ++token)
            result[i].ids.push_back(static_cast<std::int64_t>(random.below(1000)));
    }
    return result;
}

/// The rows of all texts, asked for alone; and every other way to ask gives the same bits.
void check_bits(const Scores& scores, const std::vector<TokenIds>& texts) {
    std::vector<Matrix> alone;
    for (const TokenIds& text : texts) alone.push_back(scores({&text, 1}));
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0);
    const auto asked = [&](std::span<const std::size_t> which) {
        std::vector<TokenIds> some;
        for (const std::size_t i : which) some.push_back(texts[i]);
        const Matrix together = scores(some);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < which.size(); ++i) wrong += !is_row(together, i, alone[which[i]][0]);
        return wrong;
    };
    BOOST_TEST(asked(order) == 0U, "all at once");
    std::ranges::reverse(order);
    BOOST_TEST(asked(order) == 0U, "in reverse");
    rif::Random random = rif::stream(2, {"order"});
    for (std::size_t size = 1; size <= std::min<std::size_t>(texts.size(), 33); size += 4) {
        random.shuffle(order);
        BOOST_TEST(asked(std::span(order).first(size)) == 0U, size << " in some order");
    }
    const std::vector<std::size_t> many(40, order[0]);
    BOOST_TEST(asked(many) == 0U, "one text forty times");
    std::vector<std::size_t> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] { wrong[t] = asked(std::span(order).subspan(t * texts.size() / 8)); });
    for (std::thread& thread : threads) thread.join();
    BOOST_TEST(std::accumulate(wrong.begin(), wrong.end(), std::size_t{0}) == 0U, "from four threads");
}

std::vector<TokenIds> texts_of(const rif::test::Fixture& fixture) {
    std::vector<TokenIds> result;
    for (const rif::test::FixtureCase& each : fixture.cases) result.push_back(each.input);
    return result;
}

/// A BERT of two layers of the size that is most used where speed counts, or one wide layer.
Classifier random_network(const fs::path& folder, std::size_t layers, std::size_t hidden, const Computing& computing = {}) {
    rif::nn::write_random_checkpoint(folder, {layers, hidden, 1024, 128});
    return Classifier::load(folder, computing);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_scoring)

BOOST_AUTO_TEST_SUITE(of_the_fixtures, *rif::test::needs_data("fixtures"))

BOOST_DATA_TEST_CASE(a_classifiers_bits_are_the_texts_own, data::make(k_classifiers), name) {
    const rif::test::Fixture expected = rif::test::fixture(name);
    const Classifier model = Classifier::load(expected.folder);
    check_bits([&](std::span<const TokenIds> texts) { return model.logits(texts); }, texts_of(expected));
}

BOOST_DATA_TEST_CASE(a_sentence_vectors_bits_are_the_texts_own, data::make(k_sentence_encoders), name) {
    const rif::test::Fixture expected = rif::test::fixture(name);
    const SentenceEncoder model = SentenceEncoder::load(expected.folder);
    check_bits([&](std::span<const TokenIds> texts) { return model.vectors(texts); }, texts_of(expected));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(networks_of_published_sizes_keep_them_too) {
    const rif::test::TemporaryFolder folder;
    const Classifier small = random_network(folder / "small", 2, 128);
    check_bits([&](std::span<const TokenIds> texts) { return small.logits(texts); }, random_texts(120, 120));
    const Classifier wide = random_network(folder / "wide", 1, 768);
    check_bits([&](std::span<const TokenIds> texts) { return wide.logits(texts); }, random_texts(40, 60));
}

BOOST_AUTO_TEST_CASE(a_kernel_that_keeps_rows_apart_is_used_for_groups) {
    const rif::test::TemporaryFolder folder;
    const Classifier model = random_network(folder.path(), 2, 128);
    const std::optional<rif::Blas> blas = rif::blas_in_use();
    BOOST_TEST_MESSAGE("on " << rif::nn::arithmetic() << ": " << (model.grouping().most_rows > 1 ? "groups" : "alone"));
    BOOST_TEST(model.grouping().fewest_rows <= rif::nn::k_most_filled_rows);
    if (blas && blas->kernel == "SkylakeX") BOOST_TEST(model.grouping().most_rows > 1U);
    if (blas && (blas->kernel == "Haswell" || blas->kernel == "Zen")) BOOST_TEST(model.grouping().most_rows == 1U);
}

BOOST_AUTO_TEST_CASE(batched_scores_are_near_the_exact_ones) {
    const rif::test::TemporaryFolder folder;
    const Classifier exact = random_network(folder.path(), 2, 128), batched = Classifier::load(folder.path(), {true, "cpu", {}});
    const std::vector<TokenIds> texts = random_texts(60, 100);
    const Matrix one = exact.logits(texts), other = batched.logits(texts);
    BOOST_TEST(rif::test::furthest(one.values(), other.values()) <= k_batched_tolerance);
}

BOOST_AUTO_TEST_CASE(a_device_that_nothing_computes_on_is_refused_with_what_was_found) {
    const rif::test::TemporaryFolder folder;
    rif::nn::write_random_checkpoint(folder.path(), {1, 64, 1024, 128});
    BOOST_CHECK_EXCEPTION(Classifier::load(folder.path(), {true, "cuda:0", {}}), rif::Error, [](const rif::Error& error) {
        return error.slug() == "no-such-device" && error.message().find("cuda:0") != std::string::npos &&
               error.message().find("libtorch") != std::string::npos && error.help().find("cpu") != std::string::npos;
    });
    BOOST_TEST(Classifier::load(folder.path(), {true, "auto", {}}).labels().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_verdict_is_found_once_and_kept) {
    const rif::test::TemporaryFolder folder;
    const std::vector<ProductShape> shapes = {{24, 40}, {40, 24}};
    const Computing computing{false, "cpu", folder.path()};
    const rif::nn::Grouping found = rif::nn::grouping(shapes, computing);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder / "row_probe")) files.push_back(entry.path());
    BOOST_REQUIRE(files.size() == 1U);
    std::string text = rif::read_file(files[0]);
    BOOST_TEST(text.find("24x40") != std::string::npos);
    // What is kept is believed, for these shapes and no others.
    rif::write_file(files[0], text.substr(0, text.find('\n') + 1) + "together 7\n");
    BOOST_TEST(rif::nn::grouping({shapes[1], shapes[0]}, computing).fewest_rows == 7U);
    BOOST_TEST(rif::nn::grouping({{24, 41}}, computing).fewest_rows != 7U);
    // What is damaged is found anew.
    rif::write_file(files[0], text.substr(0, text.find('\n') + 1) + "together 1000000\n");
    BOOST_TEST(rif::nn::grouping(shapes, computing).fewest_rows == found.fewest_rows);
    BOOST_TEST(rif::read_file(files[0]) == text);
}

BOOST_AUTO_TEST_CASE(loops_over_rows_are_right_and_blind_to_their_place) {
    constexpr std::size_t k_rows = 5, k_width = 37;
    rif::Random random = rif::stream(3, {"rows"});
    std::vector<float> x(k_rows * k_width), weight(k_width), bias(k_width), y(x.size());
    for (auto* values : {&x, &weight, &bias})
        for (float& value : *values) value = static_cast<float>(4 * random.uniform() - 2);
    rif::nn::normalize_rows(x.data(), y.data(), k_rows, k_width, weight.data(), bias.data(), 1e-5F);
    for (std::size_t row = 0; row < k_rows; ++row) {
        double mean = 0, square = 0;
        for (std::size_t i = 0; i < k_width; ++i) mean += static_cast<double>(x[row * k_width + i]) / k_width;
        for (std::size_t i = 0; i < k_width; ++i) square += std::pow(static_cast<double>(x[row * k_width + i]) - mean, 2) / k_width;
        for (std::size_t i = 0; i < k_width; ++i) {
            const double expected =
                (static_cast<double>(x[row * k_width + i]) - mean) / std::sqrt(square + 1e-5) * static_cast<double>(weight[i]) +
                static_cast<double>(bias[i]);
            BOOST_TEST(std::abs(static_cast<double>(y[row * k_width + i]) - expected) < 1e-5);
        }
        std::vector<float> own(k_width);
        rif::nn::normalize_rows(x.data() + row * k_width, own.data(), 1, k_width, weight.data(), bias.data(), 1e-5F);
        BOOST_TEST(std::memcmp(own.data(), y.data() + row * k_width, k_width * sizeof(float)) == 0);
    }
    std::vector<float> scores(k_rows * 48), gelu(rif::nn::whole_vectors(1601));
    for (float& value : scores) value = static_cast<float>(40 * random.uniform() - 20);
    const std::vector<float> before = scores;
    rif::nn::softmax_columns(scores.data(), k_rows, k_width, 48);
    for (std::size_t column = 0; column < k_width; ++column) {
        double sum = 0;
        for (std::size_t row = 0; row < k_rows; ++row) sum += std::exp(static_cast<double>(before[row * 48 + column]));
        for (std::size_t row = 0; row < k_rows; ++row)
            BOOST_TEST(std::abs(static_cast<double>(scores[row * 48 + column]) -
                                std::exp(static_cast<double>(before[row * 48 + column])) / sum) < 1e-6);
    }
    for (std::size_t i = 0; i < 1601; ++i) gelu[i] = static_cast<float>(i) / 100.0F - 8.0F;
    const std::vector<float> inputs = gelu;
    rif::nn::activate(gelu.data(), 1601, rif::nn::Activation::gelu);
    for (std::size_t i = 0; i < 1601; ++i) {
        const auto v = static_cast<double>(inputs[i]);
        BOOST_TEST(std::abs(static_cast<double>(gelu[i]) - 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)))) <
                   2.5e-7 * std::max(1.0, std::abs(v)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
