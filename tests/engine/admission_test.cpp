// Generate and filter: which candidates a run may use, in every context, and how they are looked up.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <set>
#include <thread>

#include <rif/engine/carriers.hpp>

#include "engine/admission_fakes.hpp"
#include "support/test_data.hpp"

BOOST_AUTO_TEST_SUITE(admission)

using namespace rif::test;
using rif::AdmitContext;
using rif::Candidate;
using rif::WordPair;
using Names = std::vector<std::string>;

namespace {

const TablePerturbation::Table k_table = {
    {"nurse", {"caregiver", "sister", "medic"}}, {"sick", {"ill", "ailing"}}, {"county hospital", {"infirmary"}}, {"hospital", {"clinic"}}};
const Names k_texts = {"The nurse cared for sick children at the county hospital."};

std::shared_ptr<TablePerturbation> table(TablePerturbation::Table entries = k_table) {
    return std::make_shared<TablePerturbation>(std::move(entries));
}

std::shared_ptr<FunctionSimilarity> similarity(FunctionSimilarity::Value value) {
    return std::make_shared<FunctionSimilarity>(std::move(value));
}

/// 0.9 for caregiver and ill, 0.8 for medic, 0.3 for all others.
double by_word(const WordPair& pair) {
    if (pair.candidate == "caregiver" || pair.candidate == "ill") return 0.9;
    return pair.candidate == "medic" ? 0.8 : 0.3;
}

void expect(const Names& found, const Names& expected) { BOOST_TEST(found == expected, boost::test_tools::per_element()); }

}  // namespace

BOOST_AUTO_TEST_CASE(without_a_condition_everything_proposed_is_admitted_in_its_order) {
    const auto admission = built(table(), plain_settings(), k_texts);
    expect(admitted(*admission, "nurse"), {"caregiver", "sister", "medic"});
    expect(admitted(*admission, "NURSE"), {"caregiver", "sister", "medic"});
    expect(admitted(*admission, "cared"), {});
    BOOST_TEST(admission->counts().words == 9u);
    BOOST_TEST(admission->counts().words_with_candidates == 3u);
    BOOST_TEST(admission->counts().proposed == 6u);
    BOOST_TEST(admission->counts().admitted == 6u);
    BOOST_TEST(!admission->reads_text());
}

BOOST_AUTO_TEST_CASE(a_word_outside_the_vocabulary_has_no_candidates_and_costs_nothing) {
    auto settings = plain_settings();
    settings.vocabulary = 1;
    const auto perturbation = table();
    const auto admission = built(perturbation, settings, {"nurse nurse sick"});
    BOOST_TEST(perturbation->asked == 1u);
    BOOST_TEST(admitted(*admission, "nurse").size() == 3u);
    BOOST_TEST(admitted(*admission, "sick").empty());
}

BOOST_AUTO_TEST_CASE(the_word_itself_doubles_empties_and_sensitive_terms_are_dropped) {
    const auto admission = built(table({{"nurse", {"NURSE", " medic ", "Medic", "", " ", "--", "his helper", "\xff", "theme", "he-man"}}}),
                                 plain_settings(), {"nurse"}, {"he", "his"});
    expect(admitted(*admission, "nurse"), {"medic", "theme"});
    const rif::AdmissionCounts counts = admission->counts();
    BOOST_TEST(counts.dropped_same == 1u);
    BOOST_TEST(counts.dropped_duplicate == 1u);
    BOOST_TEST(counts.dropped_empty == 4u);
    BOOST_TEST(counts.dropped_sensitive == 2u);
    BOOST_TEST(counts.proposed == 10u);
}

BOOST_AUTO_TEST_CASE(a_sensitive_word_is_never_substituted) {
    const auto admission =
        built(table({{"he", {"it"}}, {"he's", {"it's"}}, {"nurse", {"medic"}}}), plain_settings(), {"he's a nurse, he is"}, {"he"});
    BOOST_TEST(admitted(*admission, "he").empty());
    BOOST_TEST(admitted(*admission, "he's").empty());
    BOOST_TEST(admitted(*admission, "nurse").size() == 1u);
}

BOOST_AUTO_TEST_CASE(at_most_so_many_candidates_are_kept_whatever_the_perturbation_gives) {
    auto settings = plain_settings();
    settings.candidates = 2;
    const auto perturbation = table();
    perturbation->gives_too_many = true;
    expect(admitted(*built(perturbation, settings, k_texts), "nurse"), {"caregiver", "sister"});
}

BOOST_AUTO_TEST_CASE(a_candidate_at_the_threshold_is_admitted) {
    auto settings = plain_settings();
    settings.admit = {condition(similarity(by_word), 0.8)};
    const auto admission = built(table(), settings, k_texts);
    expect(admitted(*admission, "nurse"), {"caregiver", "medic"});
    const auto candidates = admission->candidates("nurse", "", {});
    BOOST_TEST(*candidates[1].value == 0.8);
    BOOST_TEST(*candidates[1].forward == std::sqrt(0.8));
    BOOST_TEST(candidates[1].source == "table");
    BOOST_TEST(admission->counts().rejected == 3u);
    BOOST_TEST(admission->counts().measured == 6u);
}

BOOST_AUTO_TEST_CASE(a_threshold_of_one_admits_only_certain_candidates) {
    auto settings = plain_settings();
    settings.admit = {condition(similarity([](const WordPair& pair) { return pair.candidate == "ill" ? 1.0 : 0.999999; }), 1.0)};
    const auto admission = built(table(), settings, k_texts);
    BOOST_TEST(admitted(*admission, "nurse").empty());
    expect(admitted(*admission, "sick"), {"ill"});
}

BOOST_AUTO_TEST_CASE(all_conditions_must_hold) {
    auto settings = plain_settings();
    settings.admit = {
        condition(similarity(by_word), 0.8),
        condition(similarity([](const WordPair& pair) { return double(pair.candidate.size()); }), 5, "length", rif::Comparison::at_most)};
    expect(admitted(*built(table(), settings, k_texts), "nurse"), {"medic"});
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_number_is_an_error_and_never_a_verdict) {
    for (const auto comparison : {rif::Comparison::at_least, rif::Comparison::at_most}) {
        auto settings = plain_settings();
        settings.admit = {
            condition(similarity([](const WordPair&) { return std::numeric_limits<double>::quiet_NaN(); }), 0.5, "broken", comparison)};
        BOOST_CHECK_EXCEPTION(built(table(), settings, k_texts), rif::Error, [](const rif::Error& error) {
            return error.slug() == "similarity-output" && error.message().find("broken gave no number") != std::string::npos;
        });
    }
}

BOOST_AUTO_TEST_CASE(in_carrier_sentences_the_worst_of_them_counts) {
    std::multiset<std::string> sentences;
    const auto strict_in_one = [&](const WordPair& pair) {
        if (pair.candidate == "medic") sentences.insert(pair.before + "{}" + pair.after);
        return pair.candidate == "medic" && pair.before.starts_with("They said") ? 0.1 : 0.9;
    };
    auto settings = plain_settings();
    settings.context = AdmitContext::carrier;
    settings.admit = {condition(similarity(strict_in_one), 0.8)};
    expect(admitted(*built(table(), settings, k_texts), "nurse"), {"caregiver", "sister"});
    // Those of [any], as the file of this tree has them, each once.
    const auto carriers = rif::Carriers::read(*services(), {});
    BOOST_TEST(sentences.size() == carriers.frames({"x", "table"}).size());
    for (const rif::Frame& frame : carriers.frames({"x", "table"})) BOOST_TEST(sentences.count(frame.before + "{}" + frame.after) == 1u);

    settings.admit = {condition(similarity(strict_in_one), 0.8, "distance", rif::Comparison::at_most)};
    expect(admitted(*built(table(), settings, k_texts), "nurse"), {});  // the largest is 0.9
}

BOOST_AUTO_TEST_CASE(a_source_that_names_a_word_class_chooses_its_sentences) {
    const auto carriers = rif::Carriers::read(*services(), {});
    const auto first = [&](const std::string& source) { return carriers.frames({"x", source}).front().before; };
    BOOST_TEST(first("wordnet:02084071-n") != first("wordnet:00469651-v"));
    BOOST_TEST(first("wordnet:00469651-a") == first("wordnet:00469651-s"));
    BOOST_TEST(first("wordnet:00469651-r") != first("llm"));
    BOOST_TEST(first("") == first("llm"));
}

BOOST_AUTO_TEST_CASE(a_word_that_begins_its_sentence_has_a_capital) {
    std::set<std::string> words;
    auto settings = plain_settings();
    settings.context = AdmitContext::carrier;
    settings.admit = {condition(similarity([&](const WordPair& pair) {
                                    if (pair.before.empty()) words.insert(pair.word), words.insert(pair.candidate);
                                    return 1.0;
                                }),
                                0.5)};
    struct Adverbs final : rif::Perturbation {
        std::vector<Candidate> candidates(const rif::Occurrence&, std::size_t) const override { return {{"swiftly", "wordnet:1-r"}}; }
    };
    built(std::make_shared<Adverbs>(), settings, {"quickly"});
    BOOST_TEST((words == std::set<std::string>{"Quickly", "Swiftly"}));
}

BOOST_AUTO_TEST_CASE(a_similarity_of_words_is_asked_bare_whatever_the_context) {
    for (const auto context : {AdmitContext::carrier, AdmitContext::sentence}) {
        const auto words_only =
            similarity([](const WordPair& pair) { return pair.before.empty() && pair.after.empty() ? by_word(pair) : -1; });
        auto settings = plain_settings();
        settings.context = context;
        settings.admit = {condition(words_only, 0.8)};
        settings.admit[0].takes_texts = false;
        const auto admission = built(table(), settings, k_texts);
        expect(admitted(*admission, "nurse"), {"caregiver", "medic"});
        BOOST_TEST(words_only->asked == 6u);
        BOOST_TEST(!admission->reads_text());
    }
}

BOOST_AUTO_TEST_CASE(in_the_individuals_own_text_each_place_is_measured_once) {
    const auto in_text =
        similarity([](const WordPair& pair) { return pair.candidate.starts_with("The medic") || pair.word.starts_with("A") ? 0.9 : 0.1; });
    auto settings = plain_settings();
    settings.context = AdmitContext::sentence;
    settings.admit = {condition(in_text, 0.8)};
    const std::string one = "The Nurse cared.", two = "A nurse cared.";
    const auto admission = built(table(), settings, {one, two});
    BOOST_TEST(admission->reads_text());
    BOOST_TEST(in_text->asked == 0u);
    expect(admitted(*admission, "Nurse", one, {4, 9}), {});  // "The Medic", as the case follows
    expect(admitted(*admission, "nurse", two, {2, 7}), {"caregiver", "sister", "medic"});
    BOOST_TEST(in_text->asked == 6u);
    admitted(*admission, "Nurse", one, {4, 9});
    admitted(*admission, "nurse", two, {2, 7});
    BOOST_TEST(in_text->asked == 6u);
    BOOST_TEST(admitted(*admission, "cared", one, {10, 15}).empty());
}

BOOST_AUTO_TEST_CASE(in_the_text_an_article_before_the_word_follows) {
    std::set<std::string> seen;
    const auto noted = similarity([&](const WordPair& pair) { return seen.insert(pair.candidate), 1.0; });
    auto settings = plain_settings();
    settings.context = AdmitContext::sentence;
    settings.admit = {condition(noted, 0.8)};
    const std::string text = "a sick child";
    admitted(*built(table(), settings, {text}), "sick", text, {2, 6});
    settings.agreement = false;
    admitted(*built(table(), settings, {text}), "sick", text, {2, 6});
    BOOST_TEST((seen == std::set<std::string>{"an ill child", "an ailing child", "a ill child", "a ailing child"}));
}

BOOST_AUTO_TEST_CASE(many_threads_see_the_same_candidates_in_a_text) {
    auto settings = plain_settings();
    settings.context = AdmitContext::sentence;
    settings.admit = {
        condition(similarity([](const WordPair& pair) { return pair.candidate.find("medic") == std::string::npos ? 0.9 : 0.1; }), 0.8)};
    Names texts;
    for (int i = 0; i < 40; ++i) texts.push_back("nurse " + std::to_string(i));
    const auto admission = built(table(), settings, texts);
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (const std::string& text : texts) wrong += admitted(*admission, "nurse", text, {0, 5}) != Names{"caregiver", "sister"};
        });
    threads.clear();
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(a_perturbation_that_needs_the_text_is_asked_once_a_place) {
    const auto perturbation = table();
    perturbation->text_needed = true;
    auto settings = plain_settings();
    settings.dictionary = "not-written.toml";
    take_log();
    const auto admission = built(perturbation, settings, {"nurse, nurse"});
    BOOST_TEST(perturbation->asked == 0u);
    expect(admitted(*admission, "nurse", "nurse, nurse", {7, 12}), {"caregiver@7", "sister@7", "medic@7"});
    admitted(*admission, "nurse", "nurse, nurse", {7, 12});
    BOOST_TEST(perturbation->asked == 1u);
    BOOST_TEST(admitted(*admission, "doctor", "doctor", {0, 6}).empty());
    BOOST_TEST(!std::filesystem::exists("not-written.toml"));
    BOOST_TEST(take_log().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_known_expression_is_one_unit_of_a_pair_and_a_slot_parts_it) {
    auto settings = plain_settings();
    settings.phrases = true;
    const std::string v = "He saw the county  hospital, county she hospital", v_prime = "She saw the county  hospital, county he hospital";
    const auto admission = built(table(), settings, {v}, {"he", "she"});
    const rif::CounterpartText counterpart{
        v_prime, {{"gender", "pronoun", {0, 2}, {0, 3}, "male", "female"}, {"gender", "pronoun", {36, 39}, {37, 39}, "female", "male"}},
        {},      {},
        false,   {}};
    const rif::Pair pair = rif::make_pair({"1", v, 0}, counterpart);
    Names of_v, of_v_prime;
    for (const rif::EditableUnit& unit : admission->units(pair)) {
        of_v.emplace_back(unit.v.of(v));
        of_v_prime.emplace_back(unit.v_prime.of(v_prime));
    }
    expect(of_v, {"saw", "the", "county  hospital", "county", "hospital"});
    expect(of_v_prime, of_v);
    expect(admitted(*admission, "county  hospital"), {"infirmary"});
    expect(admitted(*admission, "hospital"), {"clinic"});
}

BOOST_AUTO_TEST_CASE(words_are_found_whatever_their_case_and_script) {
    const auto admission = built(table({{"\u00e9cole", {"lyc\u00e9e"}}, {"doctor's", {"medic's"}}}), plain_settings(),
                                 {"L'\u00c9cole \u00e9cole doctor\u2019s"});
    expect(admitted(*admission, "\u00c9COLE"), {"lyc\u00e9e"});
    expect(admitted(*admission, "Doctor\u2019s"),
           {});  // the perturbation was asked with the apostrophe of the text, which it does not know
    BOOST_TEST(admitted(*admission, "").empty());
    BOOST_TEST(admitted(*admission, std::string(500, 'a')).empty());
    BOOST_TEST(admitted(*admission, "\xff\xfe").empty());
}

BOOST_AUTO_TEST_CASE(no_texts_no_words) {
    const auto admission = built(table(), plain_settings(), {});
    BOOST_TEST(admission->counts().words == 0u);
    BOOST_TEST(admitted(*admission, "nurse").empty());
}

BOOST_AUTO_TEST_CASE(several_threads_build_the_same_as_one) {
    auto settings = plain_settings();
    settings.admit = {condition(similarity(by_word), 0.8)};
    TablePerturbation::Table entries;
    std::string text;
    for (int i = 0; i < 300; ++i)
        entries["w" + std::to_string(i)] = {"medic", "sister", "x" + std::to_string(i)}, text += " w" + std::to_string(i);
    const auto one = built(table(entries), settings, {text});
    settings.threads = 4;
    const auto four = built(table(entries), settings, {text});
    for (const auto& [word, candidates] : entries) expect(admitted(*one, word), admitted(*four, word));
    BOOST_TEST(one->counts().measured == four->counts().measured);
    BOOST_TEST(four->counts().admitted == 300u);
}

BOOST_AUTO_TEST_SUITE_END()
