// `like`: what is taken over, what is replaced, and what reaches a block through it.
#include <boost/test/unit_test.hpp>

#include "dsl/loaded.hpp"

namespace rif::test {

namespace {

dsl::CheckOptions with_set(std::vector<std::string> sets) {
    dsl::CheckOptions options;
    options.may_be_include = true;
    options.sets = std::move(sets);
    return options;
}

Loaded like(const std::string& text, std::vector<std::string> sets = {}) { return load(text, with_set(std::move(sets))); }

const std::string k_feature = "feature age { unit = year, weight = 0.02 per year, because = \"a\" }\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(likes)

BOOST_AUTO_TEST_CASE(settings_are_taken_over_and_those_given_replaced) {
    const Loaded loaded = like("attack a = rifair { tokens = 5, keep = on }\nattack b = rifair like a { tokens = 7, pairing = all }\n");
    BOOST_TEST(loaded.setting("attack.b", "tokens") == "7 tokens");
    BOOST_TEST(loaded.setting("attack.b", "keep") == "on");
    BOOST_TEST(loaded.setting("attack.b", "pairing") == "all");
    BOOST_TEST(loaded.setting("attack.a", "tokens") == "5 tokens");
    BOOST_TEST(loaded.setting("attack.a", "pairing") == "extremes");
}

BOOST_AUTO_TEST_CASE(order_does_not_matter_and_chains_are_followed) {
    const Loaded loaded = like("attack c = rifair like b\nattack b = rifair like a { keep = on }\nattack a = rifair { tokens = 5 }\n");
    BOOST_TEST(loaded.setting("attack.c", "tokens") == "5 tokens");
    BOOST_TEST(loaded.setting("attack.c", "keep") == "on");
}

BOOST_AUTO_TEST_CASE(a_group_with_the_same_label_is_replaced_whole_and_others_stay) {
    const Loaded loaded = like("similarity p = weighted_l1 {\n  because = \"x\"\n  " + k_feature +
                               "  feature race { weight = 1 per mismatch, because = \"b\" }\n}\n"
                               "similarity q = weighted_l1 like p { feature age { weight = 3 per mismatch, because = \"c\" } }\n");
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    const auto& groups = loaded.block("similarity.q").settings->groups;
    BOOST_REQUIRE(groups.size() == 2u);
    BOOST_TEST(groups[0].label == "race");
    BOOST_TEST(groups[1].label == "age");
    BOOST_TEST(!groups[1].settings->find("unit")->given);  // not the other's `year`
    BOOST_TEST(loaded.setting("similarity.q", "because") == "\"x\"");
}

BOOST_AUTO_TEST_CASE(a_group_without_label_is_replaced_whole) {
    const Loaded loaded =
        like("model a = embedding_bag { train { epochs = 9, hidden = 16 } }\nmodel b = embedding_bag like a { train { epochs = 2 } }\n");
    BOOST_TEST(print(loaded.block("model.b").settings->groups.at(0).settings->find("hidden")->value) == "128");
    BOOST_TEST(print(loaded.block("model.b").settings->groups.at(0).settings->find("epochs")->value) == "2");
}

BOOST_AUTO_TEST_CASE(an_override_of_the_original_reaches_all_that_do_not_give_the_setting) {
    const Loaded loaded = like(
        "attack a = rifair { tokens = 5 }\nattack b = rifair like a\nattack c = rifair like b { tokens = 7 }\nattack d = rifair like b { "
        "keep = on }\n",
        {"attack.a.tokens=9"});
    BOOST_TEST(loaded.setting("attack.a", "tokens") == "9 tokens");
    BOOST_TEST(loaded.setting("attack.b", "tokens") == "9 tokens");
    BOOST_TEST(loaded.setting("attack.c", "tokens") == "7 tokens");
    BOOST_TEST(loaded.setting("attack.d", "tokens") == "9 tokens");
}

BOOST_AUTO_TEST_CASE(an_override_of_the_copy_leaves_the_original_alone) {
    const Loaded loaded = like("attack a = rifair { tokens = 5 }\nattack b = rifair like a\n", {"attack.b.tokens=9"});
    BOOST_TEST(loaded.setting("attack.a", "tokens") == "5 tokens");
    BOOST_TEST(loaded.setting("attack.b", "tokens") == "9 tokens");
}

BOOST_AUTO_TEST_CASE(an_override_within_a_group_that_came_by_like_keeps_the_rest_of_the_group) {
    const Loaded loaded = like("similarity p = weighted_l1 { because = \"x\", " + k_feature + "}\nsimilarity q = weighted_l1 like p\n",
                               {"similarity.q.feature.age.weight=0.5 per year"});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    const Settings& age = *loaded.block("similarity.q").settings->groups.at(0).settings;
    BOOST_TEST(print(age.find("weight")->value) == "0.5 per year");
    BOOST_TEST(print(age.find("unit")->value) == "year");
    BOOST_TEST(print(loaded.block("similarity.p").settings->groups.at(0).settings->find("weight")->value) == "0.02 per year");
}

BOOST_AUTO_TEST_CASE(a_circle_is_one_error_that_shows_it) {
    const Loaded loaded = like("attack a = rifair like b\nattack b = rifair like c\nattack c = rifair like a\nattack d = rifair like a\n");
    BOOST_REQUIRE(loaded.slugs() == "like-cycle");
    BOOST_TEST(loaded.diagnostics.all().front().message == "this `like` goes round in a circle: a -> b -> c -> a");
    BOOST_TEST(like("attack a = rifair like a\n").slugs() == "like-cycle");
}

BOOST_AUTO_TEST_CASE(the_other_block_must_be_there_of_the_same_role_and_the_same_plugin) {
    BOOST_TEST(like("attack a = rifair like b\nattack c = rifair\n").slugs() == "unknown-block");
    BOOST_TEST(like("attack a = rifair like m\nmodel m = embedding_bag\n").slugs() == "wrong-role");
    BOOST_TEST(like("attack a = rifair like b\nattack b = adf\n").slugs() == "wrong-like");
}

BOOST_AUTO_TEST_CASE(a_setting_given_twice_in_the_copy_is_said_once) {
    BOOST_TEST(like("attack a = rifair { tokens = 5 }\nattack b = rifair like a { keep = on, keep = off }\n").slugs() == "given-twice");
    BOOST_TEST(like("attack a = rifair { tokens = 5 }\nattack b = rifair like a { tokens = 6, tokens = 7 }\n").slugs() == "given-twice");
}

BOOST_AUTO_TEST_CASE(a_mistake_of_the_original_is_said_once_however_many_are_like_it) {
    BOOST_TEST(like("attack a = rifair { tokenz = 5 }\nattack b = rifair like a\nattack c = rifair like b\n").slugs() == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(a_chain_as_long_as_the_file_is_folded) {
    std::string text = "attack a0 = rifair { tokens = 3 }\n";
    for (int i = 1; i < 5000; ++i) text += "attack a" + std::to_string(i) + " = rifair like a" + std::to_string(i - 1) + "\n";
    const Loaded loaded = like(text);
    BOOST_TEST(loaded.setting("attack.a4999", "tokens") == "3 tokens");
}

BOOST_AUTO_TEST_CASE(a_block_that_others_are_like_is_used) {
    std::string text = whole_experiment();
    text += "attack coupled = rifair like rifair { substitution = coupled }\n";
    text.replace(text.find("attack = rifair\n"), 15, "attack = coupled");
    const Loaded loaded = load(text);
    BOOST_TEST(loaded.slugs() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
