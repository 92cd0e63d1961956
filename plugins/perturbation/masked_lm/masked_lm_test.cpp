// perturbation/masked_lm: proposals are the original library's best tokens, filtered; words of several pieces against every combination.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <thread>

#include <rif/api/perturbation.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/models/masked_model.hpp>
#include <rif/nn/ops/log_sum.hpp>
#include <rif/nn/text_input.hpp>

#include "support/checkpoints.hpp"
#include "support/fixture.hpp"
#include "support/plugin.hpp"
#include "support/random_text.hpp"

namespace data = boost::unit_test::data;
namespace fs = std::filesystem;
using rif::ByteSpan;
using rif::Candidate;
using rif::Perturbation;
using rif::test::checkpoint_setting;
using Words = std::vector<std::string>;

namespace {

const std::string k_plugin = "perturbation/masked_lm";
const std::string k_tiny = "checkpoint = \"checkpoints/tiny_synonyms\"";

/// Candidates of the first `word` in `text`.
std::vector<Candidate> candidates(const Perturbation& perturbation, const std::string& text, const std::string& word,
                                  std::size_t most = 5) {
    const std::size_t at = text.find(word);
    const ByteSpan span{at, at + word.size()};
    return perturbation.candidates({span.of(text), text, span}, most);
}

Words words(const std::vector<Candidate>& all) {
    Words result;
    for (const Candidate& each : all) result.push_back(each.text);
    return result;
}

double probability(const Candidate& candidate) {
    BOOST_TEST_REQUIRE(candidate.source.starts_with("masked_lm:"), candidate.source);
    return std::stod(candidate.source.substr(std::string("masked_lm:").size()));
}

Words lines(const fs::path& file) {
    Words result;
    std::istringstream in(rif::read_file(file));
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

/// Whether a token of the BERT fixture's vocabulary may replace a word that is no `word`.
bool may_replace(const std::string& token, const std::string& word) {
    return !token.starts_with("##") && !token.starts_with("[") && token != word && std::isalnum(static_cast<unsigned char>(token[0]));
}

/// The reference's ten best at the first position of a case, those that may replace `word`; with their logits.
std::vector<std::pair<std::string, float>> reference(const rif::test::FixtureCase& each, const Words& vocabulary, const std::string& word) {
    std::vector<std::pair<std::string, float>> result;
    for (std::size_t i = 0; i < each.top[0].ids.size(); ++i) {
        const std::string& token = vocabulary.at(static_cast<std::size_t>(each.top[0].ids[i]));
        if (may_replace(token, word)) result.emplace_back(token, each.top[0].logits[i]);
    }
    return result;
}

void check_against(const std::vector<Candidate>& found, const std::vector<std::pair<std::string, float>>& expected) {
    BOOST_TEST_REQUIRE(expected.size() >= 3);
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST(found[i].text == expected[i].first);
        const double odds = std::exp(static_cast<double>(expected[i].second - expected[0].second));
        BOOST_TEST(std::abs(probability(found[i]) / probability(found[0]) - odds) <= 1e-3 * odds + 1e-4);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perturbation_masked_lm)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults_and_reads_the_text) {
    const auto tiny = rif::test::make<Perturbation>(k_plugin, k_tiny);
    BOOST_TEST(tiny->needs_text());
    BOOST_TEST(tiny->longest_expression() == 1);
}

BOOST_AUTO_TEST_CASE(refuses_folders_that_fill_no_mask_and_settings_it_does_not_know) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal(k_plugin, settings); };
    BOOST_TEST(refusal("") == "missing-setting");
    BOOST_TEST(refusal("checkpoint = \"checkpoints/tiny_professions\"") == "no-masked-head");
    BOOST_TEST(refusal("checkpoint = \"no/such/folder\"") == "missing-file");
    BOOST_TEST(refusal(k_tiny + ", top = 0") == "out-of-range");
    BOOST_TEST(refusal(k_tiny + ", word = hidden") == "unknown-choice");
    BOOST_TEST(refusal(k_tiny + ", max_length = 1000") == "window-too-long");
    BOOST_TEST(refusal(k_tiny + ", mask = 1") == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(words_of_one_set_stand_for_each_other) {
    const auto tiny = rif::test::make<Perturbation>(k_plugin, k_tiny);
    const std::vector<Candidate> found = candidates(*tiny, "She has a fable about the flu.", "fable", 2);
    Words both = words(found);
    std::ranges::sort(both);
    BOOST_TEST(both == Words({"allegory", "parable"}), boost::test_tools::per_element());
    BOOST_TEST(probability(found[0]) >= probability(found[1]));
    BOOST_TEST(!found[0].value.has_value());
    BOOST_TEST(words(candidates(*tiny, "A DEFT hand", "DEFT", 1)) == Words{"dexterous"}, boost::test_tools::per_element());
    BOOST_TEST(words(tiny->candidates({"deft"}, 1)) == Words{"dexterous"}, boost::test_tools::per_element());  // a bare word
    BOOST_TEST(candidates(*tiny, "a deft hand", "deft", 0).empty());
}

BOOST_AUTO_TEST_CASE(a_shown_word_has_the_references_best_tokens, *rif::test::needs_data("fixtures")) {
    const auto expected = rif::test::fixture("bert_uncased_masked_lm");
    const rif::test::FixtureCase& unmasked = expected.cases.at(5);  // "no mask here": the reference's best at "no"
    BOOST_TEST_REQUIRE(unmasked.kind == "mlm-nomask");
    const auto model = rif::test::make<Perturbation>(k_plugin, checkpoint_setting(expected.folder) + ", top = 10");
    check_against(candidates(*model, unmasked.text, "no", 100), reference(unmasked, lines(expected.folder / "vocab.txt"), "no"));
}

BOOST_AUTO_TEST_CASE(a_masked_word_has_the_references_best_tokens, *rif::test::needs_data("fixtures")) {
    const auto expected = rif::test::fixture("bert_uncased_masked_lm");
    const Words vocabulary = lines(expected.folder / "vocab.txt");
    const auto model = rif::test::make<Perturbation>(k_plugin, checkpoint_setting(expected.folder) + ", word = masked, top = 10");
    check_against(candidates(*model, "The film is a quiet triumph .", "film", 100), reference(expected.cases.at(0), vocabulary, "film"));
    // a word of several pieces has one mask all the same
    check_against(
        candidates(*model, "the director is extraordinarily brilliant and the script works well at midnight!", "extraordinarily", 100),
        reference(expected.cases.at(3), vocabulary, "extraordinarily"));
}

BOOST_AUTO_TEST_CASE(a_byte_level_vocabulary_says_which_tokens_begin_a_word, *rif::test::needs_data("fixtures")) {
    const auto expected = rif::test::fixture("roberta_masked_lm");
    const auto model = rif::test::make<Perturbation>(k_plugin, checkpoint_setting(expected.folder) + ", word = masked, top = 10");
    const auto tokenizer = rif::nn::Tokenizer::from_folder(expected.folder);
    Words best;
    for (const std::int64_t id : expected.cases[0].top[0].ids) {
        const std::string token = tokenizer->token(id);
        const std::string mark = "\u0120";
        if (token.starts_with(mark) && std::isalnum(static_cast<unsigned char>(token[mark.size()])))
            best.push_back(token.substr(mark.size()));
    }
    BOOST_TEST(!best.empty());
    BOOST_TEST(words(candidates(*model, "The film is a quiet triumph .", "film", 100)) == best, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pieces_of_a_word_are_combined_by_their_product, *rif::test::needs_data("fixtures")) {
    const fs::path folder = rif::test::fixture_folder("bert_uncased_masked_lm");
    const Words vocabulary = lines(folder / "vocab.txt");
    const std::string text = "no mask here";
    constexpr std::size_t k_top = 20;
    const auto input = rif::nn::Tokenizer::from_folder(folder)->encode(text);
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < input.size(); ++i)
        if (input.texts[i] == 0 && ByteSpan{3, 7}.overlaps(input.spans[i])) at.push_back(i);
    BOOST_TEST_REQUIRE(at.size() == 3);
    const rif::Matrix logits = rif::nn::MaskedModel::load(folder).logits(rif::nn::token_ids(input), at);
    std::vector<std::pair<double, std::string>> all = {{0, ""}};  // every combination, one piece after the other
    for (std::size_t piece = 0; piece < at.size(); ++piece) {
        std::vector<std::pair<double, std::string>> longer;
        for (const auto& [sum, begun] : all) {
            for (const std::size_t id : rif::nn::best_tokens(logits[piece], k_top)) {
                const std::string& token = vocabulary[id];
                const double more = static_cast<double>(logits[piece][id]) - rif::nn::log_sum_exp(logits[piece]);
                if (piece == 0 && may_replace(token, "")) longer.emplace_back(sum + more, token);
                if (piece > 0 && token.starts_with("##") && std::isalnum(static_cast<unsigned char>(token[2])))
                    longer.emplace_back(sum + more, begun + token.substr(2));
            }
        }
        all = std::move(longer);
    }
    std::erase_if(all, [](const auto& each) { return each.second == "mask"; });
    std::ranges::stable_sort(all, std::greater(), &std::pair<double, std::string>::first);
    const auto model = rif::test::make<Perturbation>(k_plugin, checkpoint_setting(folder) + ", top = 20");
    const std::vector<Candidate> found = candidates(*model, text, "mask", 20);
    BOOST_TEST_REQUIRE(found.size() == 20);
    for (std::size_t i = 0; i < found.size(); ++i) {
        BOOST_TEST(found[i].text == all[i].second);
        BOOST_TEST(std::abs(probability(found[i]) / std::exp(all[i].first) - 1) <= 1e-4);
    }
}

BOOST_AUTO_TEST_CASE(a_long_text_is_read_around_the_word) {
    const auto whole = rif::test::make<Perturbation>(k_plugin, k_tiny);
    std::string text;
    for (int i = 0; i < 400; ++i) text += "the ";
    text += "deft hand";
    BOOST_TEST(words(candidates(*whole, text, "deft", 1)) == Words{"dexterous"}, boost::test_tools::per_element());
    // with a window of three tokens beside the special ones, what lies further away changes nothing
    const auto narrow = rif::test::make<Perturbation>(k_plugin, k_tiny + ", max_length = 5");
    const auto first = candidates(*narrow, "the of the deft has the of", "deft"),
               second = candidates(*narrow, "her is the deft has he she", "deft");
    BOOST_TEST_REQUIRE(!first.empty());
    BOOST_TEST(words(first) == words(second), boost::test_tools::per_element());
    BOOST_TEST(first[0].source == second[0].source);
    BOOST_TEST(candidates(*narrow, "a xylophone", "xylophone").empty());  // nine pieces, three have room
}

BOOST_AUTO_TEST_CASE(hyphens_stay_and_no_candidate_is_a_piece_or_the_word_itself, *rif::test::needs_data("fixtures")) {
    for (const char* name : {"bert_uncased_masked_lm", "roberta_masked_lm"}) {
        const auto model = rif::test::make<Perturbation>(k_plugin, checkpoint_setting(rif::test::fixture_folder(name)));
        for (const Candidate& each : candidates(*model, "a well-known film", "well-known", 50))
            BOOST_TEST(std::ranges::count(each.text, '-') == 1, each.text);
        rif::Random random(3);
        std::size_t found = 0;
        for (int round = 0; round < 60; ++round) {
            const std::string text = rif::test::random_text(random);
            for (const ByteSpan& token : rif::tokens(text)) {
                for (const Candidate& each : model->candidates({token.of(text), text, token}, 8)) {
                    const std::vector<ByteSpan> cut = rif::tokens(each.text);
                    BOOST_TEST((cut.size() == 1 && cut[0] == ByteSpan{0, each.text.size()}), each.text);
                    BOOST_TEST(rif::fold_case(each.text) != rif::fold_case(token.of(text)));
                    ++found;
                }
            }
        }
        BOOST_TEST(found > 100);
    }
}

BOOST_AUTO_TEST_CASE(several_threads_get_what_one_gets) {
    const auto one = rif::test::make<Perturbation>(k_plugin, k_tiny), many = rif::test::make<Perturbation>(k_plugin, k_tiny);
    const Words texts = {"a deft hand", "the flu and the fever", "her garret", "no loft", "the foyer of the mantel"};
    std::vector<std::vector<std::string>> found(4);
    const auto all = [&](const Perturbation& perturbation) {
        std::vector<std::string> result;
        for (const std::string& text : texts) {
            for (const ByteSpan& token : rif::tokens(text)) {
                for (const Candidate& each : perturbation.candidates({token.of(text), text, token}, 6))
                    result.push_back(each.text + " " + each.source);
            }
        }
        return result;
    };
    {
        std::vector<std::jthread> threads;
        for (auto& mine : found) threads.emplace_back([&] { mine = all(*many); });
    }
    for (const auto& mine : found) BOOST_TEST(mine == all(*one), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_perturbations) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_SUITE_END()
