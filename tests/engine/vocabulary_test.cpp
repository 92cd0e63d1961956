// Words and expressions: normal forms, sensitive terms, runs of tokens, and which words get candidates.
#include <boost/test/unit_test.hpp>

#include <rif/engine/vocabulary.hpp>

#include "engine/admission_fakes.hpp"

BOOST_AUTO_TEST_SUITE(vocabulary)

using rif::SensitiveTerms;
using rif::vocabulary_of;
using Names = std::vector<std::string>;

namespace {

Names keys(const rif::Vocabulary& vocabulary) {
    Names result;
    for (const auto& word : vocabulary.words) result.push_back(word.key);
    return result;
}

Names units(const std::string& text, const rif::Perturbation* perturbation) {
    const std::vector<rif::ByteSpan> tokens = rif::tokens(text);
    Names result;
    for (const rif::TokenRun run : rif::units_of(text, tokens, perturbation))
        result.push_back(text.substr(tokens[run.first].begin, tokens[run.last].end - tokens[run.first].begin));
    return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_are_compared_without_case_blanks_and_the_kind_of_apostrophe) {
    BOOST_TEST(rif::normal_form("County  \tHospital ") == "county hospital");
    BOOST_TEST(rif::normal_form("Doctor\u2019s") == "doctor's");
    BOOST_TEST(rif::normal_form("\u00c9COLE") == "\u00e9cole");
    BOOST_TEST(rif::normal_form(" \n") == "");
}

BOOST_AUTO_TEST_CASE(sensitive_terms_are_found_as_tokens_parts_and_runs_and_not_inside_words) {
    const SensitiveTerms terms({"he", "black", "pacific islander", "Native-American"});
    for (const char* holds : {"he", "HE", "he's", "he\u2019s", "Black-owned", "a Pacific  Islander.", "native-american", "black coffee"})
        BOOST_TEST(terms.stands_in(holds), holds);
    for (const char* clear : {"theme", "the", "pacific", "islander", "blackboard", "", "--"}) BOOST_TEST(!terms.stands_in(clear), clear);
    BOOST_TEST(!SensitiveTerms({}).stands_in("he"));
}

BOOST_AUTO_TEST_CASE(the_most_frequent_words_come_first_and_ties_by_name) {
    const Names texts = {"Nurse nurse cared. She cared", "NURSE and ward; the ward, beds"};
    const auto vocabulary = vocabulary_of(texts, 4, SensitiveTerms({"she"}), {}, nullptr);
    BOOST_TEST(keys(vocabulary) == (Names{"nurse", "cared", "ward", "and"}), boost::test_tools::per_element());
    BOOST_TEST(vocabulary.words[0].count == 3u);
    BOOST_TEST(vocabulary.occurrences == 11u);
    BOOST_TEST(vocabulary.occurrences_covered == 8u);
}

BOOST_AUTO_TEST_CASE(stop_words_sensitive_terms_and_emoji_get_no_place) {
    const auto stop = rif::stop_words(*rif::test::services(), {});
    BOOST_TEST(stop.contains("the"));
    BOOST_TEST(!stop.contains("# articles and determiners"));
    const Names texts = {"The nurse, he's here; a Black-owned shop \U0001F600"};
    const auto vocabulary = vocabulary_of(texts, 100, SensitiveTerms({"he", "black"}), stop, nullptr);
    for (const std::string& key : keys(vocabulary)) BOOST_TEST((key == "nurse" || key == "shop"), key);
    BOOST_TEST(vocabulary.words.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_longest_known_run_with_only_blanks_between_is_one_unit) {
    const rif::test::TablePerturbation known({{"county hospital", {}}, {"county hospital ward", {}}, {"hospital bed", {}}});
    BOOST_TEST(units("the County  Hospital ward", &known) == (Names{"the", "County  Hospital ward"}), boost::test_tools::per_element());
    BOOST_TEST(units("county hospital bed", &known) == (Names{"county hospital", "bed"}), boost::test_tools::per_element());
    BOOST_TEST(units("county, hospital", &known) == (Names{"county", "hospital"}), boost::test_tools::per_element());
    BOOST_TEST(units("county hospital", nullptr) == (Names{"county", "hospital"}), boost::test_tools::per_element());
    BOOST_TEST(units("", &known).empty());
}

BOOST_AUTO_TEST_CASE(an_expression_is_counted_as_one_word) {
    const rif::test::TablePerturbation known(rif::test::TablePerturbation::Table{{"county hospital", {}}});
    const Names texts = {"County hospital, county\nhospital; the county"};
    BOOST_TEST(keys(vocabulary_of(texts, 9, SensitiveTerms({}), {}, &known)) == (Names{"county hospital", "county", "the"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
