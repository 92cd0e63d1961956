#include <boost/test/unit_test.hpp>

#include <rif/api/similarity.hpp>
#include <rif/base/random.hpp>

#include "support/plugin.hpp"

namespace {

using rif::Similarity;
using rif::TextPair;

double score(const Similarity& similarity, std::string a, std::string b) {
    const TextPair pair{std::move(a), std::move(b)};
    return similarity.scores({&pair, 1}).at(0);
}

/// Up to 12 letters, accents, emoji and blanks.
std::string random_text(rif::Random& random) {
    const std::vector<std::string> pieces = {"a", "B", "é", "e\u0301", "ß", " ", "Ω", "文", "👍🏽", "🇩🇪", "'", "-"};
    std::string result;
    for (std::size_t n = random.below(12); n > 0; --n) result += pieces[random.below(pieces.size())];
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(similarity_edit)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults) {
    const auto edit = rif::test::make<Similarity>("similarity/edit");
    BOOST_TEST(edit->scores({}).empty());
    BOOST_TEST(score(*edit, "Nurse", "nurse") == 0.8);
}

BOOST_AUTO_TEST_CASE(refuses_a_unit_that_it_does_not_know) {
    BOOST_TEST(rif::test::refusal("similarity/edit", "unit = byte") == "unknown-choice");
    BOOST_TEST(rif::test::refusal("similarity/edit", "units = token") == "unknown-setting");
    BOOST_TEST(rif::test::refusal("similarity/edit", "ignore_case = 3") == "wrong-type");
}

BOOST_AUTO_TEST_CASE(kitten_and_sitting_are_three_edits_of_seven_apart) {
    const auto edit = rif::test::make<Similarity>("similarity/edit");
    BOOST_TEST(score(*edit, "kitten", "sitting") == 1 - 3.0 / 7);
    BOOST_TEST(score(*edit, "", "") == 1);
    BOOST_TEST(score(*edit, "", "four") == 0);
}

BOOST_AUTO_TEST_CASE(an_accent_a_flag_and_a_skin_tone_are_one_edit_each) {
    const auto edit = rif::test::make<Similarity>("similarity/edit");
    BOOST_TEST(score(*edit, "cafe", "cafe\u0301") == 0.75);
    BOOST_TEST(score(*edit, "🇩🇪", "🇫🇷") == 0);
    BOOST_TEST(score(*edit, "a👍🏽", "a👍") == 0.5);
}

BOOST_AUTO_TEST_CASE(tokens_are_compared_whole_and_without_case_where_that_is_asked) {
    const auto edit = rif::test::make<Similarity>("similarity/edit", "unit = token, ignore_case = on");
    BOOST_TEST(score(*edit, "The nurse, she said, is here", "the NURSE he said is here") == 1 - 1.0 / 6);
}

BOOST_AUTO_TEST_CASE(is_symmetric_and_one_only_for_equal_texts) {
    const auto edit = rif::test::make<Similarity>("similarity/edit");
    rif::Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const std::string a = random_text(random), b = random_text(random);
        const double there = score(*edit, a, b);
        BOOST_TEST_REQUIRE(there == score(*edit, b, a));
        BOOST_TEST_REQUIRE((there == 1) == (a == b));
        BOOST_TEST_REQUIRE((there >= 0 && there <= 1));
    }
}

BOOST_AUTO_TEST_SUITE_END()
