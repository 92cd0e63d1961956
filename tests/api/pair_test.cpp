// A pair's two texts: equal outside the slots, aligned token by token.
#include <boost/test/unit_test.hpp>

#include <rif/api/pair.hpp>
#include <rif/base/error.hpp>
#include <rif/base/random.hpp>
#include <support/random_text.hpp>

using namespace rif;
using rif::test::random_text;

namespace {

Individual individual(std::string text) { return {.id = "7", .text = std::move(text)}; }

Slot slot(ByteSpan v, ByteSpan v_prime) { return {"gender", "pronoun", v, v_prime, "female", "male"}; }

CounterpartText counterpart(std::string text, std::vector<Slot> slots) {
    return {.text = std::move(text), .slots = std::move(slots), .from = {{"gender", "female"}}, .to = {{"gender", "male"}}};
}

std::vector<std::string> words(const Pair& pair) {
    std::vector<std::string> result;
    for (const AlignedToken& token : pair.tokens) {
        BOOST_TEST(token.v.of(pair.text(Member::v)) == token.v_prime.of(pair.text(Member::v_prime)));
        result.emplace_back(token.v.of(pair.text(Member::v)));
    }
    return result;
}

using Strings = std::vector<std::string>;

const auto is_not_a_counterpart = [](const Error& error) {
    return error.slug() == "not-a-counterpart" && error.message().find("'7'") != std::string::npos;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pair)

BOOST_AUTO_TEST_CASE(tokens_outside_the_slots_are_aligned) {
    const Pair made = make_pair(individual("She is a nurse. She reads."),
                                counterpart("He is a nurse. He reads.", {slot({0, 3}, {0, 2}), slot({16, 19}, {15, 17})}));
    BOOST_TEST(words(made) == (Strings{"is", "a", "nurse", "reads"}), boost::test_tools::per_element());
    BOOST_TEST(made.id == "7");
    BOOST_TEST(made.tokens.back().v_prime.begin == 18u);
}

BOOST_AUTO_TEST_CASE(a_joined_token_is_sensitive_as_a_whole) {
    const Pair made = make_pair(individual("he's in"), counterpart("she's in", {slot({0, 2}, {0, 3})}));
    BOOST_TEST(words(made) == (Strings{"in"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_a_token_in_one_text_only_is_none_of_the_pair) {
    const Pair made = make_pair(individual("a Black-owned shop"), counterpart("a U.S.-owned shop", {slot({2, 7}, {2, 6})}));
    BOOST_TEST(words(made) == (Strings{"a", "shop"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_later_pair_of_an_individual_has_its_number_in_its_id) {
    BOOST_TEST(make_pair(individual("a"), counterpart("a", {}), 2).id == "7/2");
}

BOOST_AUTO_TEST_CASE(texts_that_differ_outside_the_slots_are_refused_with_the_place) {
    BOOST_CHECK_EXCEPTION(make_pair(individual("She is in."), counterpart("He was in.", {slot({0, 3}, {0, 2})})), Error,
                          is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("She is in."), counterpart("He is in. ", {slot({0, 3}, {0, 2})})), Error,
                          is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("She is in."), counterpart("He is in", {slot({0, 3}, {0, 2})})), Error,
                          is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("She"), counterpart("He", {})), Error, is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("é she é"), counterpart("é he ä", {slot({3, 6}, {3, 5})})), Error, is_not_a_counterpart);
}

BOOST_AUTO_TEST_CASE(slots_out_of_order_out_of_the_text_or_inside_a_character_are_refused) {
    BOOST_CHECK_EXCEPTION(make_pair(individual("a b"), counterpart("a b", {slot({2, 3}, {2, 3}), slot({0, 1}, {0, 1})})), Error,
                          is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("a b"), counterpart("a b", {slot({2, 9}, {2, 9})})), Error, is_not_a_counterpart);
    BOOST_CHECK_EXCEPTION(make_pair(individual("é"), counterpart("è", {slot({1, 2}, {1, 2})})), Error, is_not_a_counterpart);
}

BOOST_AUTO_TEST_CASE(an_empty_text_is_a_pair_without_tokens) { BOOST_TEST(make_pair(individual(""), counterpart("", {})).tokens.empty()); }

BOOST_AUTO_TEST_CASE(a_view_lists_its_units_and_deletes_each_from_the_clean_text) {
    auto made = std::make_shared<const Pair>(make_pair(individual("She is in"), counterpart("He is in", {slot({0, 3}, {0, 2})})));
    std::vector<EditableUnit> units;
    for (const AlignedToken& token : made->tokens) units.push_back({token.v, token.v_prime});
    const PairView view(made, units);
    BOOST_TEST(view.editable_tokens() == (std::vector<TokenIndex>{0, 1}), boost::test_tools::per_element());
    BOOST_TEST(view.word(1) == "in");
    BOOST_TEST(view.each_without(Member::v_prime, {1, 0}) == (Strings{"He is", "He in"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_text_with_any_of_its_tokens_replaced_is_a_pair_whose_tokens_are_equal) {
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
        const std::string text = random_text(random);
        std::vector<Edit> edits;
        std::vector<Slot> slots;
        std::size_t shift = 0;
        for (const ByteSpan& token : tokens(text)) {
            if (random.below(3) > 0) continue;
            edits.push_back({token, "they"});
            slots.push_back(slot(token, {token.begin + shift, token.begin + shift + 4}));
            shift += 4 - token.size();
        }
        const Pair made = make_pair(individual(text), counterpart(with_edits(text, edits), slots));
        for (const AlignedToken& token : made.tokens) {
            BOOST_REQUIRE(token.v.of(made.text(Member::v)) == token.v_prime.of(made.text(Member::v_prime)));
            for (const Slot& taken : slots) BOOST_REQUIRE((!token.v.overlaps(taken.v) && !token.v_prime.overlaps(taken.v_prime)));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
