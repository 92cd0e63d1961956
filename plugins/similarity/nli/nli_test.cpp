// similarity/nli: probabilities out of the original library's logits, the label by its name, both directions, and refusals.
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
using rif::DirectedScore;
using rif::Similarity;
using rif::TextPair;
using rif::test::checkpoint_setting;
using rif::test::Fixture;
using rif::test::fixture;
using rif::test::FixtureCase;

namespace {

constexpr double k_tolerance = 1e-4;  // of logits, so of probabilities too
const std::string k_plugin = "similarity/nli";
const std::string k_tiny = "checkpoint = \"checkpoints/tiny_entailment\"";

double probability(const std::vector<float>& logits, std::size_t label) {
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
    return std::exp(static_cast<double>(logits[label])) / sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(similarity_nli)

BOOST_AUTO_TEST_CASE(is_made_of_a_folder) { BOOST_TEST(rif::test::make<Similarity>(k_plugin, k_tiny)->scores({}).empty()); }

BOOST_AUTO_TEST_CASE(refuses_a_folder_without_the_label_and_settings_it_does_not_know) {
    BOOST_TEST(rif::test::refusal(k_plugin, "") == "missing-setting");
    BOOST_TEST(rif::test::refusal(k_plugin, "checkpoint = \"checkpoints/tiny_professions\"") == "no-entailment-label");
    BOOST_TEST(rif::test::refusal(k_plugin, "checkpoint = \"no/such/folder\"") == "missing-file");
    BOOST_TEST(rif::test::refusal(k_plugin, k_tiny + ", max_length = 1000") == "window-too-long");
    BOOST_TEST(rif::test::refusal(k_plugin, k_tiny + ", label = 0") == "unknown-setting");
}

BOOST_DATA_TEST_CASE(pairs_have_the_probabilities_of_the_original_library,
                     data::make({"bert_cased_3label", "roberta_3label", "deberta_v3_3label", "deberta_v2_unshared_3label"}), name) {
    if (!fs::exists(rif::test::fixture_folder(name))) {
        BOOST_TEST_MESSAGE("skipped: RIFAIR_TEST_DATA has no fixtures");
        return;
    }
    const Fixture expected = fixture(name);
    const auto nli = rif::test::make<Similarity>(k_plugin, checkpoint_setting(expected.folder));
    std::size_t asked = 0;
    for (const FixtureCase& each : expected.cases) {
        if (!each.is_pair || each.text == each.text_pair) continue;
        const TextPair pair{each.text, each.text_pair};
        const DirectedScore score = nli->directed_scores({&pair, 1}).at(0);
        const double reference = probability(each.logits, 0);  // entailment is the fixtures' first label
        BOOST_TEST(std::abs(score.forward.value() - reference) <= k_tolerance, "case " << asked);
        BOOST_TEST(score.value == *score.forward * score.backward.value());
        ++asked;
    }
    BOOST_TEST(asked >= 5);
}

BOOST_AUTO_TEST_CASE(the_label_is_found_by_its_name_wherever_it_stands) {
    const rif::test::TemporaryFolder folder;
    rif::test::copy_checkpoint("tiny_entailment", folder.path());
    rif::test::replace_in(folder / "config.json", R"("0": "entailment", "1": "neutral")", R"("0": "neutral", "1": "ENTAILMENT")");
    const auto usual = rif::test::make<Similarity>(k_plugin, k_tiny),
               other = rif::test::make<Similarity>(k_plugin, checkpoint_setting(folder.path()));
    const TextPair pair{"She has the flu.", "She has a fever."};
    const double first = usual->directed_scores({&pair, 1}).at(0).forward.value(),
                 second = other->directed_scores({&pair, 1}).at(0).forward.value();
    BOOST_TEST(first != second);
    BOOST_TEST(first + second < 1);  // two labels of one softmax
}

BOOST_AUTO_TEST_CASE(is_the_product_of_both_directions_and_one_for_a_text_and_itself) {
    const auto nli = rif::test::make<Similarity>(k_plugin, k_tiny);
    const std::vector<TextPair> pairs = {{"the flu", "the tumor"}, {"the tumor", "the flu"}, {"same", "same"}, {"", ""}, {"", "a"}};
    const std::vector<DirectedScore> scores = nli->directed_scores(pairs);
    BOOST_TEST(scores[0].forward.value() == scores[1].backward.value());
    BOOST_TEST(scores[0].forward.value() != scores[0].backward.value());
    BOOST_TEST(scores[0].value == scores[1].value);
    BOOST_TEST(scores[2].value == 1);
    BOOST_TEST(scores[3].value == 1);
    BOOST_TEST((scores[4].value > 0 && scores[4].value < 1));
    const std::vector<double> values = nli->scores(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) BOOST_TEST(values[i] == scores[i].value);
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_similarities) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_SUITE_END()
