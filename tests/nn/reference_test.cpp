// Every checkpoint of the fixtures against the original library, whatever it is: classifiers and sentence encoders as a user asks them,
// through the program; masked and causal language models through the library, from the text on.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/file.hpp>
#include <rif/base/json.hpp>
#include <rif/nn/models/causal_model.hpp>
#include <rif/nn/models/masked_model.hpp>
#include <rif/nn/models/sentence_modules.hpp>
#include <rif/nn/text_input.hpp>

#include "support/command_line.hpp"
#include "support/fixture.hpp"

namespace fs = std::filesystem;
namespace json = boost::json;
using rif::test::best;
using rif::test::Fixture;
using rif::test::FixtureCase;
using rif::test::furthest;
using rif::test::same_top;

namespace {

constexpr double k_tolerance = 1e-4;        // of logits and mean_pooled
constexpr double k_unit_tolerance = 1e-5;   // of mean_pooled_l2norm
constexpr double k_logit_tolerance = 2e-4;  // of the ten best, and of the sum behind a log-probability

/// Names of all fixtures.
std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(rif::test::test_data("fixtures/models"))) result.push_back(entry.path().filename());
    std::ranges::sort(result);
    return result;
}

/// The lines that `rif try ADDRESS --file … --json --detail` answers to these cases, asked of one block.
std::vector<json::object> asked(const std::string& address, const std::string& block, const std::vector<FixtureCase>& cases) {
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "x.rif", "rif 1\n" + block + "\n");
    std::string lines;
    for (const FixtureCase& each : cases) {
        lines += fmt::format(R"({{"text": {}, "text_pair": {}}})", rif::json_string(each.text),
                             each.is_pair ? rif::json_string(each.text_pair) : "null") +
                 "\n";
    }
    rif::write_file(folder / "texts.jsonl", lines);
    const auto ran = rif::test::run_rif(
        fmt::format("try '{}' {} --file '{}' --json --detail", (folder / "x.rif").string(), address, (folder / "texts.jsonl").string()));
    BOOST_TEST_REQUIRE(ran.code == 0, ran.errors);
    std::vector<json::object> result;
    std::istringstream out(ran.out);
    for (std::string line; std::getline(out, line);) result.push_back(json::parse(line).get_object());
    BOOST_TEST_REQUIRE(result.size() == cases.size());
    return result;
}

template <class T>
std::vector<T> list(const json::object& from, const char* key) {
    return json::value_to<std::vector<T>>(from.at(key));
}

/// Each token is the line of vocab.txt that its id says.
void check_spellings(const fs::path& folder, const json::object& found) {
    if (!fs::exists(folder / "vocab.txt")) return;
    std::vector<std::string> lines;
    std::istringstream file(rif::read_file(folder / "vocab.txt"));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    const auto ids = list<std::size_t>(found, "input_ids");
    const auto tokens = list<std::string>(found, "tokens");
    for (std::size_t i = 0; i < ids.size(); ++i) BOOST_TEST(tokens.at(i) == lines.at(ids[i]));
}

void check_classifier(const Fixture& expected) {
    const auto answers =
        asked("model.m", fmt::format("model m = transformer {{ checkpoint = \"{}\" }}", expected.folder.string()), expected.cases);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const FixtureCase& each = expected.cases[i];
        const json::object& found = answers[i];
        BOOST_TEST_CONTEXT("case " << each.id) {
            BOOST_TEST(list<std::int64_t>(found, "input_ids") == each.input.ids, boost::test_tools::per_element());
            BOOST_TEST(list<std::int64_t>(found, "token_type_ids") == each.types, boost::test_tools::per_element());
            BOOST_TEST(list<int>(found, "attention_mask") == std::vector<int>(each.input.ids.size(), 1), boost::test_tools::per_element());
            BOOST_TEST(list<std::string>(found, "tokens").size() == each.input.ids.size());
            check_spellings(expected.folder, found);
            BOOST_TEST(furthest(list<float>(found, "logits"), each.logits) <= k_tolerance);
            double sum = 0;
            for (const float logit : each.logits) sum += std::exp(static_cast<double>(logit));
            const auto probabilities = list<double>(found, "probabilities");
            for (std::size_t label = 0; label < each.logits.size(); ++label)
                BOOST_TEST(std::abs(probabilities.at(label) - std::exp(static_cast<double>(each.logits[label])) / sum) <= k_tolerance);
            BOOST_TEST(std::string(found.at("predicted").get_string()) == list<std::string>(found, "labels").at(best(each.logits)));
        }
    }
}

/// Pairs that the reference encoded as one text are no texts of a similarity: the single ones are asked.
void check_sentence_encoder(const Fixture& expected) {
    std::vector<FixtureCase> single;
    std::ranges::copy_if(expected.cases, std::back_inserter(single), [](const FixtureCase& each) { return !each.is_pair; });
    const bool normalises = rif::nn::read_sentence_modules(expected.folder).normalises;
    const auto answers =
        asked("similarity.s", fmt::format("similarity s = embedding {{ checkpoint = \"{}\" }}", expected.folder.string()), single);
    for (std::size_t i = 0; i < single.size(); ++i) {
        const double away = furthest(list<float>(answers[i], "vector"), normalises ? single[i].mean_pooled_l2norm : single[i].mean_pooled);
        BOOST_TEST(away <= (normalises ? k_unit_tolerance : k_tolerance), "case " << single[i].id);
    }
}

rif::nn::TokenIds ids_of(const Fixture& expected, const FixtureCase& each) {
    const auto tokenizer = rif::nn::Tokenizer::from_folder(expected.folder);
    const auto pair = each.is_pair ? std::optional<std::string_view>(each.text_pair) : std::nullopt;
    const rif::nn::TokenIds result = rif::nn::token_ids(tokenizer->encode(each.text, pair, expected.max_length));
    BOOST_TEST(result.ids == each.input.ids, boost::test_tools::per_element());
    return result;
}

void check_masked_model(const Fixture& expected) {
    const auto model = rif::nn::MaskedModel::load(expected.folder);
    for (const FixtureCase& each : expected.cases) {
        const rif::Matrix logits = model.logits(ids_of(expected, each), each.positions);
        for (std::size_t i = 0; i < each.positions.size(); ++i)
            BOOST_TEST(same_top(logits[i], each.top[i]), "case " << each.id << ", mask " << i);
    }
}

void check_causal_model(const Fixture& expected) {
    const auto model = rif::nn::CausalModel::load(expected.folder);
    for (const FixtureCase& each : expected.cases) {
        BOOST_TEST_CONTEXT("case " << each.id) {
            const std::vector<std::int64_t> ids = ids_of(expected, each).ids;
            if (ids.empty()) continue;
            const std::vector<float> next = model.next(ids);
            BOOST_TEST(same_top(next, each.top.at(0)));
            double sum = 0;
            for (const float logit : next) sum += std::exp(static_cast<double>(logit));
            BOOST_TEST(std::abs(std::log(sum) - each.logsumexp) <= k_logit_tolerance);
            if (each.has_nll) BOOST_TEST(std::abs(model.mean_nll(ids).value() - each.mean_nll) <= k_tolerance);
            if (!each.greedy.empty())
                BOOST_TEST(model.generate(ids, {each.greedy.size()}) == each.greedy, boost::test_tools::per_element());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reference, *rif::test::needs_data("fixtures"))

BOOST_AUTO_TEST_CASE(every_checkpoint_of_the_fixtures_says_what_the_original_library_says) {
    const std::vector<std::string> all = names();
    BOOST_TEST(all.size() >= 18);
    std::size_t classifiers = 0;
    for (const std::string& name : all) {
        BOOST_TEST_CONTEXT(name) {
            const Fixture expected = rif::test::fixture(name);
            const auto is = [&](const char* ending) { return expected.architecture.ends_with(ending); };
            if (is("ForSequenceClassification"))
                check_classifier(expected), ++classifiers;
            else if (is("ForMaskedLM"))
                check_masked_model(expected);
            else if (is("ForCausalLM"))
                check_causal_model(expected);
            else
                check_sentence_encoder(expected);
        }
    }
    BOOST_TEST(classifiers == rif::test::fixture_classifiers().size());
}

BOOST_AUTO_TEST_SUITE_END()
