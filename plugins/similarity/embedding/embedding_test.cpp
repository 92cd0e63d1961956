// similarity/embedding: cosines of the original library's sentence vectors, symmetry, range, and refusals.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <rif/api/similarity.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"
#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::Similarity;
using rif::TextPair;
using rif::test::checkpoint_setting;
using rif::test::Fixture;
using rif::test::fixture;
using rif::test::FixtureCase;

namespace {

constexpr double k_tolerance = 1e-5;  // of vectors of length 1, as the fixtures state; a cosine moves by no more than both together
const std::string k_plugin = "similarity/embedding";
const std::string k_tiny = "checkpoint = \"checkpoints/tiny_professions\"";

double product(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(similarity_embedding)

BOOST_AUTO_TEST_CASE(is_made_of_a_folder) { BOOST_TEST(rif::test::make<Similarity>(k_plugin, k_tiny)->scores({}).empty()); }

BOOST_AUTO_TEST_CASE(refuses_folders_and_settings_that_make_no_vectors) {
    BOOST_TEST(rif::test::refusal(k_plugin, "") == "missing-setting");
    BOOST_TEST(rif::test::refusal(k_plugin, "checkpoint = \"no/such/folder\"") == "missing-file");
    BOOST_TEST(rif::test::refusal(k_plugin, k_tiny + ", max_length = 1000") == "window-too-long");
    BOOST_TEST(rif::test::refusal(k_plugin, k_tiny + ", pooling = mean") == "unknown-setting");
}

BOOST_DATA_TEST_CASE(cosines_are_those_of_the_original_librarys_vectors, data::make({"bert_embedding", "mpnet_embedding"}), name) {
    if (!fs::exists(rif::test::fixture_folder(name))) {
        BOOST_TEST_MESSAGE("skipped: RIFAIR_TEST_DATA has no fixtures");
        return;
    }
    const Fixture expected = fixture(name);
    const auto embedding = rif::test::make<Similarity>(k_plugin, checkpoint_setting(expected.folder));
    const FixtureCase* before = nullptr;
    std::size_t asked = 0;
    for (const FixtureCase& each : expected.cases) {
        if (each.is_pair) continue;
        if (before && each.text != before->text) {
            const TextPair pair{before->text, each.text};
            const double reference = product(before->mean_pooled_l2norm, each.mean_pooled_l2norm);
            const double cosine = embedding->scores({&pair, 1}).at(0);
            BOOST_TEST(std::abs(cosine - reference) <= 2 * k_tolerance, "case " << asked);
            const std::vector<float> a = embedding->vector(pair.a), b = embedding->vector(pair.b);
            BOOST_TEST(std::abs(product(a, b) / std::sqrt(product(a, a) * product(b, b)) - cosine) <= k_tolerance);
            ++asked;
        }
        before = &each;
    }
    BOOST_TEST(asked >= 20);
}

BOOST_AUTO_TEST_CASE(is_symmetric_and_one_for_a_text_and_itself) {
    const auto embedding = rif::test::make<Similarity>(k_plugin, k_tiny);
    const std::vector<TextPair> pairs = {
        {"the flu", "the tumor"}, {"the tumor", "the flu"}, {"x", "x"}, {"", ""}, {"the flu", "the grippe"}};
    const std::vector<double> scores = embedding->scores(pairs);
    BOOST_TEST(scores[0] == scores[1]);
    BOOST_TEST(scores[2] == 1);
    BOOST_TEST(scores[3] == 1);
    BOOST_TEST(scores[4] > scores[0]);  // two words of one profession are nearer than words of two
    for (const double score : scores) BOOST_TEST((score >= -1 && score <= 1));
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_similarities) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_SUITE_END()
