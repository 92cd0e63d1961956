#include <rif/api/dataset.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <boost/test/unit_test.hpp>
#include <toml++/toml.h>

#include <rif/base/text.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

using namespace rif;
using rif::test::refusal;
using rif::test::TemporaryFolder;

namespace {

const std::string k_loans = "file = \"templates/loans.toml\", ";

std::vector<Individual> made(const std::string& settings) { return rif::test::make<Dataset>("dataset/templates", settings)->individuals(); }

std::string attribute_of(const Individual& individual, const std::string& name) {
    const auto found = individual.attributes.find(name);
    return found == individual.attributes.end() ? "none" : found->second;
}

std::map<std::string, std::size_t> counts(const std::vector<Individual>& individuals, std::size_t label, const std::string& attribute) {
    std::map<std::string, std::size_t> result;
    for (const Individual& individual : individuals) {
        if (individual.label == label) ++result[attribute_of(individual, attribute)];
    }
    return result;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (const ByteSpan& token : tokens(text)) words.push_back(lower(token.of(text)));
    return words;
}

/// Offsets of the synsets that a lemma is in, read out of WordNet's index as its manual page wndb(5) describes it.
std::set<std::string> synsets(const std::string& lemma, const std::string& part) {
    std::ifstream index("/usr/share/wordnet/index." + part);
    for (std::string line; std::getline(index, line);) {
        if (!line.starts_with(lemma + " ")) continue;
        std::istringstream fields(line);
        std::vector<std::string> all{std::istream_iterator<std::string>(fields), {}};
        const std::size_t count = std::stoul(all[2]);
        return {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
    }
    return {};
}

/// The file of templates, read apart from the plugin.
toml::table file_of(const std::string& name) { return toml::parse_file((rif::test::source_folder() / "share/templates" / name).string()); }

std::vector<std::string> strings(const toml::array* array) {
    std::vector<std::string> result;
    for (const toml::node& node : *array) result.push_back(node.value_or(std::string()));
    return result;
}

/// A file of templates with one thing changed.
std::string changed(const std::string& from, const std::string& to) {
    std::ifstream file(rif::test::source_folder() / "share/templates/loans.toml");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t at = text.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos, from);
    return text.replace(at, from.size(), to);
}

Error error_with(const std::string& from, const std::string& to) {
    TemporaryFolder folder;
    std::ofstream(folder / "t.toml") << changed(from, to);
    try {
        made("file = \"" + (folder / "t.toml").string() + "\"");
    } catch (const Error& error) {
        return error;
    }
    return Error("none", "no error");
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(dataset_templates_test)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) {
    const auto dataset = rif::test::make<Dataset>("dataset/templates");
    BOOST_TEST(dataset->individuals().size() == 600u);
    BOOST_TEST(dataset->labels() == (std::vector<std::string>{"nurse", "surgeon", "teacher", "architect"}),
               boost::test_tools::per_element());
    BOOST_TEST(dataset->features().empty());
    BOOST_TEST(dataset->skipped().empty());
}

BOOST_AUTO_TEST_CASE(labels_are_balanced_and_all_texts_differ) {
    for (const std::string& settings : {std::string("texts = 2001"), k_loans + "texts = 2001"}) {
        const std::vector<Individual> individuals = made(settings);
        std::set<std::string> texts, ids;
        std::map<std::size_t, std::size_t> of_label;
        for (const Individual& individual : individuals) {
            texts.insert(individual.text);
            ids.insert(individual.id);
            ++of_label[individual.label];
        }
        BOOST_TEST(texts.size() == 2001u);
        BOOST_TEST(ids.size() == 2001u);
        for (const auto& [label, count] : of_label) BOOST_TEST(std::abs(double(count) - 2001.0 / double(of_label.size())) < 1.0);
    }
}

BOOST_AUTO_TEST_CASE(the_planted_share_is_what_it_says) {
    const std::vector<Individual> individuals = made("texts = 2000, bias = 24 %, unnamed = 10 %");
    const std::vector<std::string> stereotype = {"female", "male", "female", "male"};
    std::size_t planted = 0;
    for (const Individual& individual : individuals) planted += individual.attributes.at("planted") == "yes";
    BOOST_TEST(planted == 480u);
    for (std::size_t label = 0; label < 4; ++label) {
        auto of_gender = counts(individuals, label, "gender");
        const std::string other = stereotype[label] == "female" ? "male" : "female";
        BOOST_TEST(of_gender["none"] == 50u);
        BOOST_TEST(of_gender[stereotype[label]] - of_gender[other] == 120u);  // bias times 500
        BOOST_TEST(counts(individuals, label, "planted")["yes"] == 120u);
    }
}

BOOST_AUTO_TEST_CASE(without_bias_label_and_attribute_are_independent_and_with_all_of_it_one_decides_the_other) {
    const std::vector<Individual> none = made("texts = 800, bias = 0 %, unnamed = 0 %");
    for (std::size_t label = 0; label < 4; ++label) BOOST_TEST(counts(none, label, "gender")["female"] == 100u);
    const std::vector<Individual> all = made("texts = 800, bias = 100 %, unnamed = 0 %");
    BOOST_TEST(counts(all, 0, "gender")["female"] == 200u);
    BOOST_TEST(counts(all, 1, "gender")["male"] == 200u);
}

BOOST_AUTO_TEST_CASE(the_bias_can_be_planted_on_another_attribute) {
    const std::vector<Individual> loans = made(k_loans + "texts = 1000, bias = 40 %, attribute = race");
    auto approved = counts(loans, 0, "race"), declined = counts(loans, 1, "race");
    BOOST_TEST(approved["white"] - approved["asian"] >= 199u);
    BOOST_TEST(declined["black"] - declined["asian"] >= 199u);
    auto gender = counts(loans, 0, "gender");
    BOOST_TEST(gender["female"] == gender["male"]);
}

BOOST_AUTO_TEST_CASE(a_text_names_its_value_of_an_attribute_and_no_other) {
    const std::set<std::string> female = {"she", "her", "woman"}, male = {"he", "him", "his", "man"};
    for (const std::string& settings : {std::string(), k_loans}) {
        for (const Individual& individual : made(settings)) {
            std::size_t of_women = 0, of_men = 0;
            for (const std::string& word : words_of(individual.text)) of_women += female.contains(word), of_men += male.contains(word);
            const std::string gender = attribute_of(individual, "gender");
            BOOST_TEST_REQUIRE((of_women > 0) == (gender == "female"), individual.text);
            BOOST_TEST_REQUIRE((of_men > 0) == (gender == "male"), individual.text);
            BOOST_TEST_REQUIRE(!contains(individual.text, "{"));
        }
    }
}

BOOST_AUTO_TEST_CASE(most_job_relevant_words_of_a_text_say_its_label) {
    for (const std::string name : {"biographies.toml", "loans.toml"}) {
        const toml::table file = file_of(name);
        const std::vector<std::string> labels = strings(file["labels"].as_array());
        std::map<std::string, std::string> label_of;
        for (const toml::node& node : *file["groups"].as_array()) {
            const toml::table& group = *node.as_table();
            for (const std::string& word : strings(group["words"].as_array())) label_of[word] = group["label"].value_or("");
            label_of[group["turned"].value_or("")] = group["label"].value_or("");
        }
        std::size_t turned_from = 0;
        for (const Individual& individual : made("file = \"templates/" + name + "\"")) {
            std::map<std::string, std::size_t> votes;
            for (const std::string& word : words_of(individual.text)) {
                if (label_of.contains(word)) ++votes[label_of[word]];
            }
            BOOST_TEST_REQUIRE(votes[labels[individual.label]] == 3u, individual.text);
            turned_from += votes.size() == 2;
        }
        BOOST_TEST(turned_from == 600u);  // each has one sentence about another label
    }
}

BOOST_AUTO_TEST_CASE(wordnet_knows_every_group_as_synonyms) {
    const std::map<std::string, std::string> index_of = {{"noun", "noun"}, {"adjective", "adj"}, {"adverb", "adv"}, {"verb", "verb"}};
    for (const std::string name : {"biographies.toml", "loans.toml"}) {
        const toml::table file = file_of(name);
        for (const toml::node& node : *file["groups"].as_array()) {
            const toml::table& group = *node.as_table();
            const std::string turned = group["turned"].value_or("");
            const std::string part = index_of.at(group["part"].value_or(""));
            const std::set<std::string> of_turned = synsets(turned, part);
            for (const std::string& word : strings(group["words"].as_array())) {
                const std::set<std::string> of_word = synsets(word, part);
                const bool share =
                    std::any_of(of_word.begin(), of_word.end(), [&](const std::string& each) { return of_turned.contains(each); });
                BOOST_TEST(share, word << " and " << turned << " are in no synset together");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_turned_word_is_more_frequent_with_the_other_label_and_its_synonyms_with_their_own) {
    const std::vector<Individual> individuals = made("texts = 4000");
    const auto share = [&](const std::string& word, std::size_t label) {
        std::size_t has = 0;
        for (const Individual& individual : individuals) {
            const std::vector<std::string> words = words_of(individual.text);
            has += individual.label == label && std::find(words.begin(), words.end(), word) != words.end();
        }
        return double(has) / 1000;
    };
    // nurse: 3 of 5 groups, 15 % turned: 0.6 * 0.15. surgeon: 1 of 5 groups, 80 %: 0.2 * 0.8. Standard deviation of each below 0.014.
    BOOST_TEST(std::abs(share("vertigo", 0) - 0.09) < 0.04);
    BOOST_TEST(std::abs(share("vertigo", 1) - 0.16) < 0.05);
    BOOST_TEST(std::abs(share("flu", 0) - 0.255) < 0.06);
    BOOST_TEST(std::abs(share("flu", 1) - 0.02) < 0.02);
    BOOST_TEST(share("flu", 2) == 0);
}

BOOST_AUTO_TEST_CASE(the_same_seed_makes_the_same_bytes) {
    const auto texts = [](const std::string& settings) {
        std::string all;
        for (const Individual& individual : made(settings)) all += individual.text + "\n";
        return all;
    };
    BOOST_TEST((texts("") == texts("")));
    BOOST_TEST((texts("texts = 100") != texts("texts = 100, bias = 90 %")));
}

BOOST_AUTO_TEST_CASE(refuses_each_wrong_setting_by_slug) {
    BOOST_TEST(refusal("dataset/templates", "texts = 0") == "out-of-range");
    BOOST_TEST(refusal("dataset/templates", "bias = 1.5") == "out-of-range");
    BOOST_TEST(refusal("dataset/templates", "bias = 80 %, unnamed = 30 %") == "out-of-range");
    BOOST_TEST(refusal("dataset/templates", "attribute = gendre") == "unknown-attribute");
    BOOST_TEST(refusal("dataset/templates", "colour = red") == "unknown-setting");
    BOOST_TEST(refusal("dataset/templates", "columns = [text]") == "not-for-templates");
    BOOST_TEST(refusal("dataset/templates", "file = \"/nowhere.toml\"") == "missing-file");
    BOOST_TEST(refusal("dataset/templates", "file = [\"templates/loans.toml\", \"templates/biographies.toml\"]") == "wrong-length");
}

BOOST_AUTO_TEST_CASE(more_texts_than_there_are_is_refused) {
    TemporaryFolder folder;
    std::ofstream(folder / "few.toml") << R"(
summary = "few"
labels = ["a", "b"]
own = 1
other = 0
turned = 0.5
misplaced = 0.5
[[attributes]]
name = "gender"
values = ["female", "male"]
stereotype = {a = "female", b = "male"}
slots = {subject = ["she", "he", "someone"]}
[[groups]]
label = "a"
with = "b"
part = "noun"
words = ["sofa"]
turned = "couch"
[[groups]]
label = "b"
with = "a"
part = "noun"
words = ["car"]
turned = "auto"
[sentences]
opening = ["{Subject} waits."]
noun = ["A {word}."]
closing = ["The end."]
[fillers]
)";
    const std::string file = "file = \"" + (folder / "few.toml").string() + "\", unnamed = 0 %, bias = 0 %, texts = ";
    BOOST_TEST(made(file + "8").size() == 8u);  // two labels, two genders, two words
    BOOST_TEST(refusal("dataset/templates", file + "9") == "too-many-texts");
}

BOOST_AUTO_TEST_CASE(faults_of_a_file_are_named_with_their_line) {
    BOOST_TEST(error_with("own       = 3", "own       = 3").slug() == "none");
    const Error syntax = error_with("own       = 3", "own       = = 3");
    BOOST_TEST(syntax.slug() == "bad-template");
    BOOST_TEST(contains(syntax.message(), "t.toml:6"), syntax.message());
    const auto message = [](const std::string& from, const std::string& to) { return error_with(from, to).message(); };
    BOOST_TEST(contains(message("labels    =", "lables    ="), "there is no 'labels'"));
    BOOST_TEST(contains(message("own       = 3", "own       = 1"), "own is not above other"));
    BOOST_TEST(contains(message("own       = 3", "own       = 6"), "has 5 groups, and own asks for 6"));
    BOOST_TEST(contains(message("turned    = 0.15", "turned    = 2"), "no share from 0 to 1"));
    BOOST_TEST(contains(message("approve = \"male\"", "approve = \"men\""), "'men' is no value; there are female, male"));
    BOOST_TEST(contains(message("\"he\", \"the applicant\"]", "\"he\"]"), "needs one for each of the 2 values"));
    BOOST_TEST(contains(message("label  = \"approve\"", "label  = \"accept\""), "'accept' is no label; there are approve, decline"));
    BOOST_TEST(contains(message("turned = \"industry\"", "turned = \"diligence\""), "'turned' is one of 'words'"));
    BOOST_TEST(contains(message("part   = \"noun\"", "part   = \"verb\""), "there is no 'verb'"));
    BOOST_TEST(contains(message("{Subject} rents", "{Subjekt} rents"), "'{subjekt}'"));
    BOOST_TEST(contains(message("A landlord wrote of {word}.", "A landlord wrote."), "0 places for {word}"));
}

BOOST_AUTO_TEST_SUITE_END()
