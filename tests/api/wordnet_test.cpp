// WordNet's files read as they are: values looked up by hand in the files of package wordnet-base.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include <rif/api/wordnet.hpp>
#include <rif/base/error.hpp>
#include <rif/base/mapped_file.hpp>
#include <rif/base/random.hpp>

#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::PartOfSpeech;
using rif::Sense;
using rif::Synset;
using rif::WordNet;
using Words = std::vector<std::string>;

namespace {

constexpr const char* k_folder = "/usr/share/wordnet";

std::string file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The whole database linked into a new folder, one file of it replaced.
struct Changed {
    explicit Changed(const std::string& name, const std::string& contents) {
        for (const auto& entry : fs::directory_iterator(k_folder)) {
            if (entry.path().filename() != name) fs::create_symlink(entry.path(), folder / entry.path().filename().string());
        }
        std::ofstream(folder / name, std::ios::binary) << contents;
    }
    rif::test::TemporaryFolder folder;
};

std::string slug_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const rif::Error& error) {
        return error.slug();
    }
    return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wordnet)

BOOST_AUTO_TEST_CASE(senses_come_in_wordnets_order_with_their_tag_counts) {
    const auto wordnet = WordNet::open(k_folder);
    const std::vector<Sense> noun = wordnet->senses("nurse", PartOfSpeech::noun);
    BOOST_REQUIRE_EQUAL(noun.size(), 2);
    BOOST_TEST(noun[0].synset.to_string() == "10366966-n");
    BOOST_TEST(noun[0].tag_count == 2);
    BOOST_TEST(noun[1].synset.to_string() == "10345100-n");
    BOOST_TEST(noun[1].number == 2);
    BOOST_TEST(noun[1].tag_count == 1);
    BOOST_TEST(wordnet->senses("nurse", PartOfSpeech::verb).size() == 5);
    BOOST_TEST(wordnet->senses("nurse", PartOfSpeech::adjective).empty());
    BOOST_TEST(wordnet->senses("nurze", PartOfSpeech::noun).empty());
    BOOST_TEST(wordnet->senses("", PartOfSpeech::noun).empty());
}

BOOST_AUTO_TEST_CASE(a_count_belongs_to_its_sense_and_not_to_its_number) {
    // cntlist.rev: acknowledge%2:32:00:: has 5 tags and number 2; in data.verb that sense is the first
    const std::vector<Sense> senses = WordNet::open(k_folder)->senses("acknowledge", PartOfSpeech::verb);
    BOOST_REQUIRE_EQUAL(senses.size(), 6);
    BOOST_TEST(senses[0].synset.to_string() == "00817329-v");
    BOOST_TEST(senses[0].tag_count == 5);
    BOOST_TEST(senses[1].tag_count == 3);
}

BOOST_AUTO_TEST_CASE(an_adjective_in_a_cluster_is_counted_under_its_head) {
    // good%5:00:00:full:00 22 (head "full(a)" of the cluster), beside good%3:00:01:: 190
    const std::vector<Sense> senses = WordNet::open(k_folder)->senses("good", PartOfSpeech::adjective);
    BOOST_REQUIRE(senses.size() > 2);
    BOOST_TEST(senses[0].tag_count == 190);
    BOOST_TEST(senses[1].synset.to_string() == "00106020-a");
    BOOST_TEST(senses[1].tag_count == 22);
}

BOOST_AUTO_TEST_CASE(lemmas_keep_their_spelling_and_lose_their_markers) {
    const auto wordnet = WordNet::open(k_folder);
    BOOST_TEST(wordnet->lemmas({PartOfSpeech::noun, 2958343}) == (Words{"car", "auto", "automobile", "machine", "motorcar"}),
               boost::test_tools::per_element());
    BOOST_TEST(wordnet->lemmas({PartOfSpeech::noun, 2084071}) == (Words{"dog", "domestic_dog", "Canis_familiaris"}),
               boost::test_tools::per_element());
    for (const Sense& sense : wordnet->senses("alive", PartOfSpeech::adjective)) {  // alive(p) in the data
        for (const std::string& lemma : wordnet->lemmas(sense.synset)) BOOST_TEST(lemma.find('(') == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_hypernym_is_a_class_or_the_class_of_an_instance) {
    const auto wordnet = WordNet::open(k_folder);
    const std::vector<Synset> dog = wordnet->hypernyms({PartOfSpeech::noun, 2084071});
    BOOST_REQUIRE_EQUAL(dog.size(), 2);
    BOOST_TEST(dog[0].to_string() == "02083346-n");
    BOOST_TEST(dog[1].to_string() == "01317541-n");
    BOOST_TEST(wordnet->hypernyms({PartOfSpeech::noun, 1740}).empty());  // entity
    const Synset paris = wordnet->senses("paris", PartOfSpeech::noun).front().synset;
    BOOST_TEST(!wordnet->hypernyms(paris).empty());
    BOOST_TEST(wordnet->hypernyms(wordnet->senses("good", PartOfSpeech::adjective).front().synset).empty());
}

BOOST_AUTO_TEST_CASE(exceptions_are_read_both_ways) {
    const auto wordnet = WordNet::open(k_folder);
    BOOST_TEST(wordnet->bases_of("axes", PartOfSpeech::noun) == (Words{"ax", "axis"}), boost::test_tools::per_element());
    BOOST_TEST(wordnet->bases_of("nurses", PartOfSpeech::noun).empty());
    BOOST_TEST(wordnet->irregulars_of("begin", PartOfSpeech::verb) == (Words{"began", "beginning", "begun"}),
               boost::test_tools::per_element());
    BOOST_TEST(wordnet->bases_of("better", PartOfSpeech::adjective) == (Words{"good", "well"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_lemma_of_every_index_is_found) {
    const auto wordnet = WordNet::open(k_folder);
    for (const PartOfSpeech part : rif::k_parts_of_speech) {
        const char* names[] = {"noun", "verb", "adj", "adv"};
        std::istringstream lines(file(fs::path(k_folder) / (std::string("index.") + names[static_cast<int>(part)])));
        std::size_t lemmas = 0, missed = 0, longest = 0;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with(' ')) continue;
            const std::string lemma = line.substr(0, line.find(' '));
            missed += !wordnet->has(lemma, part);
            longest = std::max<std::size_t>(longest, std::ranges::count(lemma, '_') + 1);
            ++lemmas;
        }
        BOOST_TEST(lemmas > 3000);
        BOOST_TEST(missed == 0);
        BOOST_TEST(longest <= rif::k_longest_lemma);
    }
}

BOOST_AUTO_TEST_CASE(every_synset_that_an_index_names_is_a_line_with_that_lemma) {
    const auto wordnet = WordNet::open(k_folder);
    std::istringstream lines(file(fs::path(k_folder) / "index.verb"));
    std::size_t senses = 0, without = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' ')) continue;
        const std::string lemma = line.substr(0, line.find(' '));
        for (const Sense& sense : wordnet->senses(lemma, PartOfSpeech::verb)) {
            const Words words = wordnet->lemmas(sense.synset);
            without += std::ranges::none_of(words, [&](const std::string& w) { return w.size() == lemma.size(); });
            ++senses;
        }
    }
    BOOST_TEST(senses == 25047);  // wnstats(7WN): word-sense pairs of verbs
    BOOST_TEST(without == 0);
}

BOOST_AUTO_TEST_CASE(a_folder_without_wordnet_is_refused_with_the_package_to_install) {
    const rif::test::TemporaryFolder folder;
    try {
        WordNet::open(folder.path());
        BOOST_FAIL("nothing was thrown");
    } catch (const rif::Error& error) {
        BOOST_TEST(error.slug() == "missing-wordnet");
        BOOST_TEST(error.message().find(folder.path().string()) != std::string::npos);
        BOOST_TEST(error.help().find("wordnet-base") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_an_error_that_names_file_and_byte) {
    const std::string data = file(fs::path(k_folder) / "data.noun"), index = file(fs::path(k_folder) / "index.noun");
    const auto nouns = [](const Changed& changed) {
        return slug_of([&] { WordNet::open(changed.folder.path())->senses("nurse", PartOfSpeech::noun); });
    };
    BOOST_TEST(nouns(Changed("data.noun", data.substr(0, 10366966 + 20))) == "damaged-wordnet");  // cut in the line
    BOOST_TEST(nouns(Changed("data.noun", data.substr(0, 1000))) == "damaged-wordnet");           // cut before it
    BOOST_TEST(nouns(Changed("data.noun", "")) == "damaged-wordnet");
    std::string shifted = "x" + data;
    BOOST_TEST(nouns(Changed("data.noun", shifted)) == "damaged-wordnet");
    BOOST_TEST(nouns(Changed("index.noun", "nurse n 2 99999999999 @\n")) == "damaged-wordnet");
    BOOST_TEST(nouns(Changed("index.noun", "nurse n two\n")) == "damaged-wordnet");
    std::string hostile = data;
    hostile.replace(10366966 + 14, 2, "ff");  // claims 255 words
    BOOST_TEST(nouns(Changed("data.noun", hostile)) == "damaged-wordnet");
}

BOOST_AUTO_TEST_CASE(two_who_ask_share_one_database) {
    const auto first = WordNet::open(k_folder);
    BOOST_TEST(first.get() == WordNet::open(k_folder).get());
}

BOOST_AUTO_TEST_CASE(many_threads_read_the_same) {
    const auto wordnet = WordNet::open(k_folder);
    std::vector<std::size_t> counts(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t& count : counts) {
            threads.emplace_back([&] {
                for (const char* word : {"good", "nurse", "run", "set", "quickly", "dog"}) {
                    for (const PartOfSpeech part : rif::k_parts_of_speech) {
                        for (const Sense& sense : wordnet->senses(word, part))
                            count += sense.tag_count + wordnet->lemmas(sense.synset).size();
                    }
                }
            });
        }
    }
    BOOST_TEST(counts[0] > 100);
    for (const std::size_t count : counts) BOOST_TEST(count == counts[0]);
}

BOOST_AUTO_TEST_CASE(a_sorted_line_is_found_wherever_it_stands) {
    rif::Random random(11);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> keys;
        for (std::size_t i = random.below(30); i > 0; --i)
            keys.push_back(std::string(1 + random.below(4), static_cast<char>('a' + random.below(26))));
        std::ranges::sort(keys);
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        std::string text;
        for (const std::string& key : keys) text += key + " " + std::string(random.below(40), 'x') + "\n";
        if (random.below(2) == 0 && !text.empty()) text.pop_back();  // no line end at the end
        for (const std::string& key : keys) BOOST_TEST(rif::sorted_line(text, key).starts_with(key + " "));
        for (const char* key : {"A", "aaaaaaa", "zzzzz", "~", ""}) BOOST_TEST(rif::sorted_line(text, key).empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
