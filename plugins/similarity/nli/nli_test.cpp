// similarity/nli: probabilities out of the original library's logits, the label by its name, both directions, and refusals.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <boost/json.hpp>

#include <rif/api/similarity.hpp>
#include <rif/base/file.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
namespace json = boost::json;
using rif::DirectedScore;
using rif::Similarity;
using rif::TextPair;

namespace {

constexpr double k_tolerance = 1e-4;  // of logits, so of probabilities too
const std::string k_plugin = "similarity/nli";
const std::string k_tiny = "checkpoint = \"checkpoints/tiny_entailment\"";

std::string checkpoint(const fs::path& folder) { return "checkpoint = \"" + folder.string() + "\""; }
fs::path fixture(const std::string& name) { return rif::test::test_data("fixtures/models/" + name); }

double probability(const json::value& logits, std::size_t label) {
    double sum = 0;
    for (const json::value& logit : logits.get_array()) sum += std::exp(logit.to_number<double>());
    return std::exp(logits.at(label).to_number<double>()) / sum;
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
    if (!fs::exists(fixture(name))) {
        BOOST_TEST_MESSAGE("skipped: RIFAIR_TEST_DATA has no fixtures");
        return;
    }
    const auto nli = rif::test::make<Similarity>(k_plugin, checkpoint(fixture(name)));
    const json::value expected = json::parse(rif::read_file(fixture(name) / "expected.json"));
    std::size_t asked = 0;
    for (const json::value& each : expected.at("cases").get_array()) {
        if (each.at("text_pair").is_null() || each.at("text") == each.at("text_pair")) continue;
        const TextPair pair{std::string(each.at("text").get_string()), std::string(each.at("text_pair").get_string())};
        const DirectedScore score = nli->directed_scores({&pair, 1}).at(0);
        const double reference = probability(each.at("logits"), 0);  // entailment is the fixtures' first label
        BOOST_TEST(std::abs(score.forward.value() - reference) <= k_tolerance, "case " << asked);
        BOOST_TEST(score.value == *score.forward * score.backward.value());
        ++asked;
    }
    BOOST_TEST(asked >= 5);
}

BOOST_AUTO_TEST_CASE(the_label_is_found_by_its_name_wherever_it_stands) {
    const rif::test::TemporaryFolder folder;
    fs::copy(rif::test::source_folder() / "share/checkpoints/tiny_entailment", folder.path());
    std::string config = rif::read_file(folder / "config.json");
    const std::string old = R"("0": "entailment", "1": "neutral")", now = R"("0": "neutral", "1": "ENTAILMENT")";
    BOOST_REQUIRE(config.find(old) != std::string::npos);
    rif::write_file(folder / "config.json", config.replace(config.find(old), old.size(), now));
    const auto usual = rif::test::make<Similarity>(k_plugin, k_tiny),
               other = rif::test::make<Similarity>(k_plugin, checkpoint(folder.path()));
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
