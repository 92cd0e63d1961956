// rif build: a dictionary out of a whole experiment, with WordNet as proposer and as judge.
#include <boost/test/unit_test.hpp>

#include <rif/base/file.hpp>
#include <rif/engine/build.hpp>
#include <rif/engine/dictionary.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

BOOST_AUTO_TEST_SUITE(build)

namespace {

constexpr std::string_view k_experiment = R"(rif 1
dataset notes = table { file = "notes.csv", text = text, label = label }
counterpart swapped = lexicon { attributes = [gender] }
similarity senses = wordnet
perturbation synonyms = wordnet {
  admit      = senses >= 0.05
  dictionary = "synonyms.toml"
}
perturbation forgetful = wordnet
run {
  dataset     = notes
  counterpart = swapped
}
)";

struct Bench {
    rif::test::TemporaryFolder folder;
    std::string file = folder / "x.rif";

    Bench() {
        rif::write_file(file, k_experiment);
        rif::write_file(folder / "notes.csv", "text,label\nThe sick woman saw a physician,1\nShe bought a car,0\n");
    }

    /// errors: rif::Error.
    rif::BuildSummary build(const std::string& address, const std::vector<std::string>& sets = {}) {
        rif::Diagnostics diagnostics;
        rif::dsl::CheckOptions options;
        options.sets = sets;
        options.needs_run = false;
        const auto experiment = rif::dsl::load_experiment(file, rif::test::catalogue(), options, diagnostics);
        for (const rif::Diagnostic& each : diagnostics.all()) BOOST_TEST_MESSAGE(rif::as_text(each));
        BOOST_TEST_REQUIRE(experiment.has_value());
        const std::size_t dot = address.find('.');
        return rif::build(*experiment, *experiment->find(*rif::role_named(address.substr(0, dot)), address.substr(dot + 1)), {});
    }

    std::string refusal(const std::string& address) {
        try {
            build(address);
        } catch (const rif::Error& error) {
            return error.slug();
        }
        return {};
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_dictionary_is_made_from_the_texts_of_the_run_and_made_once) {
    Bench bench;
    const auto first = bench.build("perturbation.synonyms");
    const auto read = rif::read_dictionary(bench.folder / "synonyms.toml", {});
    BOOST_TEST_REQUIRE(read.has_value());
    const rif::Dictionary& dictionary = *read;
    BOOST_TEST(dictionary.perturbation == "wordnet");
    BOOST_TEST(dictionary.words.contains("physician"));
    BOOST_TEST(!dictionary.words.contains("woman"));  // a term of the attribute
    BOOST_TEST(!dictionary.words.contains("the"));    // a stop word
    const rif::DictionaryEntry& entry = dictionary.words.at("physician").entries.at(0);
    BOOST_TEST(entry.measured.at(0).by.starts_with("senses bare "));  // a similarity of words
    BOOST_TEST((entry.verdict != rif::Verdict::open));
    BOOST_TEST(first.facts.at(2).find(", 0 before") != std::string::npos, first.facts.at(2));
    const std::string before = rif::read_file(bench.folder / "synonyms.toml");
    const auto second = bench.build("perturbation.synonyms");
    BOOST_TEST(second.facts.at(2).find("measured 0 now") != std::string::npos, second.facts.at(2));
    BOOST_TEST(rif::read_file(bench.folder / "synonyms.toml") == before);
}

BOOST_AUTO_TEST_CASE(another_threshold_and_fewer_candidates_go_on_with_the_same_file) {
    Bench bench;
    bench.build("perturbation.synonyms");
    for (const char* set :
         {"perturbation.synonyms.admit=senses >= 0.5", "perturbation.synonyms.candidates=2", "perturbation.synonyms.vocabulary=3"}) {
        const auto again = bench.build("perturbation.synonyms", {set});
        BOOST_TEST(again.facts.at(2).find("measured 0 now") != std::string::npos, again.facts.at(2));
    }
}

BOOST_AUTO_TEST_CASE(what_keeps_nothing_cannot_be_built) {
    Bench bench;
    for (const char* address : {"perturbation.forgetful", "dataset.notes", "counterpart.swapped"})
        BOOST_TEST(bench.refusal(address) == "nothing-to-build", address);
    rif::write_file(bench.file, std::string(k_experiment.substr(0, k_experiment.find("run {"))));
    BOOST_TEST(bench.refusal("perturbation.synonyms") == "missing-in-run");
}

BOOST_AUTO_TEST_SUITE_END()
