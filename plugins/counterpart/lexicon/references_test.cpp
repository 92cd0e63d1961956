// counterpart/lexicon against pairs that people wrote: Winogender (Rudinger et al. 2018), 240 sentences in a female, a male and a neutral
// version, and WinoBias (Zhao et al. 2018), sentences with the pronoun of either gender.
#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>

#include <rif/api/counterpart.hpp>
#include <rif/base/file.hpp>
#include <support/plugin.hpp>
#include <support/test_data.hpp>

using namespace rif;

namespace {

/// Sentences by "technician.customer.1" and version.
std::map<std::string, std::map<std::string, std::string>> sentences() {
    std::map<std::string, std::map<std::string, std::string>> result;
    std::istringstream lines(read_file(test::test_data("data/pairs/winogender_all_sentences.tsv")));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const std::size_t tab = line.find('\t');
        const std::string id = line.substr(0, tab - 4);  // without ".txt"
        const std::size_t dot = id.rfind('.');
        result[id.substr(0, dot)][id.substr(dot + 1)] = line.substr(tab + 1);
    }
    return result;
}

struct Agreeing {
    std::size_t same = 0, sure_and_wrong = 0, ambiguous = 0, all = 0;
    double share() const { return static_cast<double>(same) / static_cast<double>(all); }
};

Agreeing agreeing(const std::string& from, const std::string& to) {
    const auto lexicon = test::make<Counterpart>("counterpart/lexicon", "attributes = gender, values = [\"" + from + "\", \"" + to + "\"]");
    Agreeing result;
    for (const auto& [id, versions] : sentences()) {
        const Counterparts found = lexicon->counterparts({.id = id, .text = versions.at(from)}, Random(1));
        ++result.all;
        if (found.made.empty()) continue;
        const bool same = found.made[0].text == versions.at(to);
        result.same += same;
        result.ambiguous += found.made[0].ambiguous;
        result.sure_and_wrong += !same && !found.made[0].ambiguous;
        if (!same) BOOST_TEST_MESSAGE(from << ": " << id << (found.made[0].ambiguous ? " (ambiguous)" : ""));
    }
    BOOST_TEST_MESSAGE(from << " to " << to << ": " << result.same << " of " << result.all << " as people wrote it, " << result.ambiguous
                            << " ambiguous, " << result.sure_and_wrong << " sure and otherwise");
    return result;
}

/// Lines without their number and the brackets around mentions.
std::vector<std::string> winobias(const std::string& file) {
    std::vector<std::string> result;
    std::istringstream lines(read_file(test::test_data("data/pairs/winobias") / file));
    for (std::string line; std::getline(lines, line);) {
        std::erase_if(line, [](char c) { return c == '[' || c == ']' || c == '\r'; });
        result.push_back(line.substr(line.find(' ') + 1));
    }
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(references)

BOOST_AUTO_TEST_CASE(female_sentences_become_the_male_ones_that_people_wrote, *test::needs_data("data/pairs")) {
    const Agreeing found = agreeing("female", "male");
    BOOST_TEST(found.share() >= 0.99);
    BOOST_TEST(found.sure_and_wrong == 0u);
}

BOOST_AUTO_TEST_CASE(male_sentences_become_the_female_ones_that_people_wrote, *test::needs_data("data/pairs")) {
    BOOST_TEST(agreeing("male", "female").share() >= 0.99);
}

BOOST_AUTO_TEST_CASE(they_and_its_verbs_come_out_as_people_wrote_them, *test::needs_data("data/pairs")) {
    BOOST_TEST(agreeing("female", "neutral").share() >= 0.99);
    BOOST_TEST(agreeing("male", "neutral").share() >= 0.99);
}

BOOST_AUTO_TEST_CASE(winobias_sentences_become_their_other_version, *test::needs_data("data/pairs")) {
    const auto lexicon = test::make<Counterpart>("counterpart/lexicon", "attributes = gender");
    std::size_t all = 0, same = 0, ambiguous = 0, sure_and_otherwise = 0;
    for (const char* kind : {"type1.txt.dev", "type1.txt.test", "type2.txt.dev", "type2.txt.test"}) {
        const auto anti = winobias(std::string("anti_stereotyped_") + kind), pro = winobias(std::string("pro_stereotyped_") + kind);
        BOOST_REQUIRE(anti.size() == pro.size());
        for (std::size_t i = 0; i < anti.size(); ++i) {
            for (const auto& [from, to] : {std::pair(anti[i], pro[i]), std::pair(pro[i], anti[i])}) {
                ++all;
                const Counterparts found = lexicon->counterparts({.id = "1", .text = from}, Random(1));
                const bool is_same = !found.made.empty() && found.made[0].text == to;
                const bool tagged = !found.made.empty() && found.made[0].ambiguous;
                same += is_same;
                ambiguous += tagged;
                sure_and_otherwise += !is_same && !tagged;
            }
        }
    }
    BOOST_TEST_MESSAGE("WinoBias: " << same << " of " << all << " as people wrote it, " << ambiguous << " ambiguous, " << sure_and_otherwise
                                    << " sure and otherwise");
    BOOST_TEST(static_cast<double>(same) / static_cast<double>(all) >= 0.96);
    BOOST_TEST(static_cast<double>(sure_and_otherwise) / static_cast<double>(all) <=
               0.03);  // some lines of the two files are not each other's version
}

BOOST_AUTO_TEST_SUITE_END()
