// perturbation/wordnet: synsets looked up by hand in the data files of WordNet 3.0.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <thread>

#include <rif/api/perturbation.hpp>
#include <rif/api/wordnet.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

using rif::Candidate;
using rif::Occurrence;
using rif::Perturbation;
using Words = std::vector<std::string>;

namespace {

const Perturbation& wordnet() {
    static const auto kept = rif::test::make<Perturbation>("perturbation/wordnet");
    return *kept;
}

Words words(std::string_view word, std::size_t most = 100) {
    Words result;
    for (const Candidate& candidate : wordnet().candidates(Occurrence{word}, most)) result.push_back(candidate.text);
    return result;
}

bool proposes(std::string_view word, const std::string& candidate) {
    const Words all = words(word);
    return std::ranges::find(all, candidate) != all.end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(perturbation_wordnet)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) {
    BOOST_TEST(!wordnet().needs_text());
    BOOST_TEST(wordnet().longest_expression() == 9);
}

BOOST_AUTO_TEST_CASE(refuses_a_folder_without_wordnet_and_names_the_package) {
    const rif::test::TemporaryFolder folder;
    const std::string setting = "folder = \"" + folder.path().string() + "\"";
    BOOST_TEST(rif::test::refusal("perturbation/wordnet", setting) == "missing-wordnet");
    try {
        rif::test::make<Perturbation>("perturbation/wordnet", setting);
        BOOST_FAIL("nothing was thrown");
    } catch (const rif::Error& error) {
        BOOST_TEST(error.help().find("wordnet-base") != std::string::npos);
        BOOST_TEST(error.place().text().find(folder.path().string()) != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_know) {
    BOOST_TEST(rif::test::refusal("perturbation/wordnet", "folders = \"x\"") == "unknown-setting");
    BOOST_TEST(rif::test::refusal("perturbation/wordnet", "folder = 3") == "wrong-type");
}

// Tag counts: noun 10366966 (nurse) 2, verb 00080705 (nurse) 2, noun 10345100 (nanny nursemaid nurse) 1,
// verb 01773148 (harbor harbour hold entertain nurse) 1, verb 01186446 (breastfeed suckle suck nurse wet-nurse lactate give_suck) 0.
BOOST_AUTO_TEST_CASE(lemmas_of_all_synsets_come_by_the_frequency_of_their_sense) {
    const Words expected = {"nanny",      "nursemaid", "harbor", "harbour",   "hold",    "entertain",
                            "breastfeed", "suckle",    "suck",   "wet-nurse", "lactate", "give suck"};
    BOOST_TEST(words("nurse") == expected, boost::test_tools::per_element());
    BOOST_TEST(words("NURSE") == expected, boost::test_tools::per_element());
    BOOST_TEST(words("nurse", 3) == Words(expected.begin(), expected.begin() + 3), boost::test_tools::per_element());
    BOOST_TEST(words("nurse", 0).empty());
}

BOOST_AUTO_TEST_CASE(a_candidate_says_which_synset_it_is_from) {
    const std::vector<Candidate> candidates = wordnet().candidates(Occurrence{"nurse"}, 4);
    BOOST_REQUIRE_EQUAL(candidates.size(), 4);
    BOOST_TEST(candidates[0].source == "wordnet:10345100-n");
    BOOST_TEST(candidates[2].source == "wordnet:01773148-v");
    BOOST_TEST(!candidates[0].value.has_value());
}

BOOST_AUTO_TEST_CASE(candidates_have_the_form_of_the_word_that_they_replace) {
    BOOST_TEST(proposes("nurses", "nannies"));
    BOOST_TEST(proposes("nurses", "harbors"));
    BOOST_TEST(proposes("nursing", "harboring"));
    BOOST_TEST(proposes("physicians", "doctors"));
    BOOST_TEST(proposes("wives", "married women"));
    BOOST_TEST(proposes("bought", "purchased"));
    BOOST_TEST(proposes("purchasing", "buying"));
    BOOST_TEST(proposes("bigger", "larger"));
    BOOST_TEST(proposes("smartest", "brightest"));
    BOOST_TEST(proposes("helped", "aided"));
    BOOST_TEST(!proposes("helped", "aid"));
    BOOST_TEST(proposes("chosen", "picked out"));
}

BOOST_AUTO_TEST_CASE(a_genitive_keeps_its_ending_and_only_nouns_replace_it) {
    BOOST_TEST(proposes("physician's", "doctor's"));
    BOOST_TEST(proposes("physician’s", "doctor’s"));
    BOOST_TEST(!proposes("nurse's", "harbor's"));
    BOOST_TEST(words("it's").size() < 8);  // information technology and its like, no verb
}

BOOST_AUTO_TEST_CASE(expressions_are_known_and_replaced_as_one) {
    BOOST_TEST(wordnet().knows_expression("nursing home"));
    BOOST_TEST(wordnet().knows_expression("nursing homes"));
    BOOST_TEST(wordnet().knows_expression("took off"));
    BOOST_TEST(!wordnet().knows_expression("nursing county"));
    BOOST_TEST(!wordnet().knows_expression("nurse"));
    BOOST_TEST(!wordnet().knows_expression(""));
    BOOST_TEST(proposes("took part", "participated"));
    BOOST_TEST(proposes("elementary schools", "grade schools"));
}

BOOST_AUTO_TEST_CASE(a_lemma_with_capitals_keeps_them) { BOOST_TEST(proposes("paris", "City of Light")); }

BOOST_AUTO_TEST_CASE(unknown_words_and_odd_bytes_have_no_candidates) {
    for (const char* word :
         {"", " ", "zzyzx", "नर्स", "看護師", "🙂", "\xff\xfe\x80", "---", "'s", "’s", "_", "[MASK]", "1,000.5", "a\nb"}) {
        BOOST_TEST(words(word).empty(), "'" << word << "' has candidates");
    }
}

BOOST_AUTO_TEST_CASE(never_the_word_itself_nor_one_candidate_twice) {
    std::ifstream index("/usr/share/wordnet/index.noun");
    std::size_t number = 0, tried = 0;
    for (std::string line; std::getline(index, line);) {
        if (line.starts_with(' ') || ++number % 97 != 0) continue;
        std::string word = line.substr(0, line.find(' '));
        std::ranges::replace(word, '_', ' ');
        std::set<std::string> seen = {rif::fold_case(word)};
        const Words all = words(word);
        for (const std::string& candidate : all) BOOST_TEST(seen.insert(rif::fold_case(candidate)).second, word << ": " << candidate);
        BOOST_TEST((words(word) == all));
        ++tried;
    }
    BOOST_TEST(tried > 1000);
}

BOOST_AUTO_TEST_CASE(every_candidate_is_a_lemma_of_a_synset_with_the_word) {
    // independent of inflection: base forms only, against the lines of the data file
    const auto database = rif::WordNet::open("/usr/share/wordnet");
    for (const char* word : {"nurse", "teacher", "school", "help", "happy", "quickly", "great", "movie", "money"}) {
        for (const Candidate& candidate : wordnet().candidates(Occurrence{word}, 100)) {
            const std::size_t offset = std::stoul(candidate.source.substr(8, 8));
            const char letter = candidate.source.back();
            const auto part = *std::ranges::find_if(rif::k_parts_of_speech, [&](auto p) { return rif::part_letter(p) == letter; });
            Words lemmas = database->lemmas({part, static_cast<std::uint32_t>(offset)});
            for (std::string& lemma : lemmas) std::ranges::replace(lemma, '_', ' ');
            BOOST_TEST((std::ranges::find(lemmas, word) != lemmas.end()));
            BOOST_TEST((std::ranges::find(lemmas, candidate.text) != lemmas.end()));
        }
    }
}

BOOST_AUTO_TEST_CASE(several_threads_get_what_one_gets) {
    const Words alone = words("good");
    std::vector<Words> found(4);
    {
        std::vector<std::jthread> threads;
        for (Words& mine : found) threads.emplace_back([&mine] { mine = words("good"); });
    }
    for (const Words& mine : found) BOOST_TEST(mine == alone, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
