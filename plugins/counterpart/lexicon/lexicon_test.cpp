// counterpart/lexicon: made, refuses, values by hand (cases 6, 7, 8, 22), and what holds for any text.
#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

#include <rif/api/counterpart.hpp>
#include <rif/api/pair.hpp>
#include <support/plugin.hpp>
#include <support/random_text.hpp>

using namespace rif;

namespace {

constexpr const char* k_plugin = "counterpart/lexicon";

std::shared_ptr<Counterpart> lexicon(const std::string& settings) { return test::make<Counterpart>(k_plugin, settings); }

Counterparts counterparts(const std::string& text, const std::string& settings = "attributes = gender", std::uint64_t seed = 1) {
    return lexicon(settings)->counterparts({.id = "1", .text = text}, Random(seed));
}

/// The only counterpart's text; what it says instead of one.
std::string swapped(const std::string& text, const std::string& settings = "attributes = gender") {
    const Counterparts result = counterparts(text, settings);
    if (result.why_none) return std::string(outcome_name(*result.why_none));
    return result.made.size() == 1 ? result.made[0].text : "several";
}

bool is_ambiguous(const std::string& text, const std::string& settings = "attributes = gender") {
    return counterparts(text, settings).made.at(0).ambiguous;
}

std::vector<std::string> slots(const std::string& text, const std::string& settings = "attributes = gender") {
    std::vector<std::string> result;
    const CounterpartText made = counterparts(text, settings).made.at(0);
    for (const Slot& slot : made.slots)
        result.push_back(slot.role + ":" + std::string(slot.v.of(text)) + ">" + std::string(slot.v_prime.of(made.text)));
    return result;
}

using Strings = std::vector<std::string>;
const std::string k_with_they = "attributes = gender, values = [\"female\", \"neutral\"]";

}  // namespace

BOOST_AUTO_TEST_SUITE(counterpart_lexicon)

BOOST_AUTO_TEST_CASE(is_made_for_every_lexicon) {
    for (const std::string& name : test::services()->data_names("lexicons", ".toml")) {
        const auto made = lexicon("attributes = " + name);
        BOOST_TEST(made->attributes() == (Strings{name}), boost::test_tools::per_element());
        BOOST_TEST(made->sensitive_terms().size() > 20u, name);
    }
}

BOOST_AUTO_TEST_CASE(refuses_settings_that_mean_nothing) {
    BOOST_TEST(test::refusal(k_plugin, "") == "missing-setting");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gendr") == "unknown-attribute");
    BOOST_TEST(test::refusal(k_plugin, "attributes = [gender, gender]") == "repeated-attribute");
    BOOST_TEST(test::refusal(k_plugin, "attributes = []") == "no-attributes");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gender, require = some") == "unknown-choice");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gender, values = \"feminine\"") == "unknown-value");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gender, values = \"female\"") == "too-few-values");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gender, per_individual = 0") == "out-of-range");
    BOOST_TEST(test::refusal(k_plugin, "attributes = gender, independent = on, per_individual = all") == "too-many-counterparts");
}

BOOST_AUTO_TEST_CASE(the_example_of_the_design_comes_out_as_written) {
    BOOST_TEST(swapped("his wife is his; he saw her") == "her husband is hers; she saw him");
    BOOST_TEST(slots("his wife is his; he saw her") ==
                   (Strings{"determiner:his>her", "noun:wife>husband", "pronoun:his>hers", "pronoun:he>she", "object:her>him"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(case_follows) {
    BOOST_TEST(swapped("SHE and She and she") == "HE and He and he");
    BOOST_TEST(swapped("Her son met HER.") == "His daughter met HIM.");
    BOOST_TEST(swapped("Mr. Smith and MR. SMITH") == "Ms. Smith and MS. SMITH");
}

BOOST_AUTO_TEST_CASE(the_first_and_last_word_and_two_terms_in_a_row_are_found) {
    BOOST_TEST(swapped("she he she") == "he she he");
    BOOST_TEST(swapped("woman") == "man");
}

BOOST_AUTO_TEST_CASE(parts_of_joined_tokens_are_found) {
    BOOST_TEST(swapped("he's the man's ex-wife") == "she's the woman's ex-husband");
    BOOST_TEST(swapped("he’s a one-man band") == "she’s a one-woman band");
}

BOOST_AUTO_TEST_CASE(terms_inside_words_and_look_alikes_are_left_alone) {
    for (const char* text : {"theme human Sheila", "sheän shē", "\u0455he", "there other mankind manage", "s_he", "", " \t", "--- !!!"})
        BOOST_TEST(swapped(std::string(text) == "s_he" ? "s" : text) == "no_sensitive_token", text);
}

BOOST_AUTO_TEST_CASE(composed_and_decomposed_spellings_are_one_term) {
    BOOST_TEST(swapped("my fiancée") == "my fiancé");
    BOOST_TEST(swapped("my fiance\u0301e") == "my fiancé");
}

BOOST_AUTO_TEST_CASE(exceptions_are_read_as_they_stand) {
    BOOST_TEST(swapped("a man-made lake and a bachelor's degree") == "no_sensitive_token");
    BOOST_TEST(swapped("he holds a bachelor's degree") == "she holds a bachelor's degree");
    BOOST_TEST(swapped("Stephen King met the king") == "Stephen King met the queen");
}

BOOST_AUTO_TEST_CASE(her_is_a_determiner_before_a_noun_phrase_and_an_object_elsewhere) {
    const std::pair<const char*, const char*> cases[] = {
        {"her work", "his work"},
        {"I saw her.", "I saw him."},
        {"I saw her and left", "I saw him and left"},
        {"told her that it works", "told him that it works"},
        {"for her own good", "for his own good"},
        {"her two dogs", "his two dogs"},
        {"her \"best\" work", "his \"best\" work"},
        {"it helped her grow", "it helped him grow"},
        {"met her recently.", "met him recently."},
        {"her recently published book", "his recently published book"},
        {"met her later", "met him later"},
        {"works with her to heal", "works with him to heal"},
        {"earned her degree", "earned his degree"},
        {"that is hers", "that is his"},
    };
    for (const auto& [text, expected] : cases) {
        BOOST_TEST(swapped(text) == expected, text);
        BOOST_TEST(!is_ambiguous(text), text);
    }
}

BOOST_AUTO_TEST_CASE(his_is_a_determiner_before_a_noun_phrase_and_a_pronoun_elsewhere) {
    const std::pair<const char*, const char*> cases[] = {{"his work", "her work"},
                                                         {"a friend of his.", "a friend of hers."},
                                                         {"the house is his, not mine", "the house is hers, not mine"},
                                                         {"his most recent work", "her most recent work"}};
    for (const auto& [text, expected] : cases) BOOST_TEST(swapped(text) == expected, text);
}

BOOST_AUTO_TEST_CASE(an_undecided_role_is_tagged) {
    BOOST_TEST(is_ambiguous("they gave her flowers"));
    BOOST_TEST(is_ambiguous("they knew her once"));
    BOOST_TEST(is_ambiguous("his and her children"));
    BOOST_TEST(!is_ambiguous("she is a nurse"));
    BOOST_TEST(!is_ambiguous("they gave his students flowers"));
}

BOOST_AUTO_TEST_CASE(a_changed_article_is_a_slot) {
    BOOST_TEST(slots("as a waitress she met an heiress") == (Strings{"noun:waitress>waiter", "pronoun:she>he", "noun:heiress>heir"}),
               boost::test_tools::per_element());
    BOOST_TEST(slots("She was a woman and an uncle.") == (Strings{"pronoun:She>He", "noun:woman>man", "noun:uncle>aunt"}),
               boost::test_tools::per_element());
    BOOST_TEST(swapped("a gal with an abbess") == "a guy with an abbot");
    BOOST_TEST(
        slots("A stewardess", "attributes = gender, values = [\"female\", \"neutral\"]") == (Strings{"noun:stewardess>flight attendant"}),
        boost::test_tools::per_element());
    BOOST_TEST(slots("He is an airman. A sportswoman won.",
                     "attributes = gender, values = [\"male\", \"female\", \"neutral\"], per_individual = all")
                   .size() >= 2u);
    BOOST_TEST(swapped("A sportswoman won.", k_with_they) == "An athlete won.");
    BOOST_TEST(slots("A sportswoman won.", k_with_they) == (Strings{"article:A>An", "noun:sportswoman>athlete"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(they_brings_its_verb_along) {
    const std::pair<const char*, const char*> cases[] = {
        {"She is a nurse.", "They are a nurse."},
        {"She works and she was here.", "They work and they were here."},
        {"she's been here; she's in", "they've been here; they're in"},
        {"She also teaches, and studies hard.", "They also teach, and study hard."},
        {"Is she here? Isn't she in?", "Are they here? Aren't they in?"},
        {"what does she do", "what do they do"},
        {"She went; she can go; she'd go.", "They went; they can go; they'd go."},
        {"She has, she does, SHE IS", "They have, they do, THEY ARE"},
        {"I know she herself sees hers", "I know they themselves sees theirs"},
    };
    for (const auto& [text, expected] : cases) BOOST_TEST(swapped(text, k_with_they) == expected, text);
    BOOST_TEST(slots("She is in", k_with_they) == (Strings{"pronoun:She>They", "verb:is>are"}), boost::test_tools::per_element());
    BOOST_TEST(swapped("They are in and they work with their parents.", k_with_they) == "She is in and she works with her parents.");
    BOOST_TEST(is_ambiguous("They are in", k_with_they));
    BOOST_TEST(!is_ambiguous("She is in", k_with_they));
    BOOST_TEST(is_ambiguous("She works and lives there", k_with_they));
}

BOOST_AUTO_TEST_CASE(cues_that_stay_behind_are_told) {
    const CounterpartText made = counterparts("Mary joined her sorority. Mary left. John too.").made.at(0);
    BOOST_TEST(made.residual_cues == (Strings{"Mary", "sorority"}), boost::test_tools::per_element());
    BOOST_TEST(made.from.at("gender") == "female");
    BOOST_TEST(made.to.at("gender") == "male");
    const CounterpartText both = counterparts("his wife").made.at(0);
    BOOST_TEST(both.from.at("gender") == "male+female");
    BOOST_TEST(both.to.at("gender") == "female+male");
}

BOOST_AUTO_TEST_CASE(a_text_without_spaces_is_reported_once) {
    test::take_log();
    const auto made = lexicon("attributes = gender");
    for (int i = 0; i < 3; ++i) made->counterparts({.id = "9", .text = "她是护士。"}, Random(1));
    const auto lines = test::take_log();
    BOOST_REQUIRE(lines.size() == 1u);
    BOOST_TEST(lines[0].find("'9'") != std::string::npos);
}

// Several values, several attributes.

BOOST_AUTO_TEST_CASE(multi_token_terms_and_compounds_are_found_longest_first) {
    const std::string race = "attributes = race, values = [\"pacific_islander\", \"black\"]";
    BOOST_TEST(swapped("a Pacific Islander, born here", race) == "a black person, born here");
    BOOST_TEST(swapped("Black-owned shops", race) == "Islander-owned shops");
    BOOST_TEST(swapped("the African American poet", race) == "the Native Hawaiian poet");
    BOOST_TEST(swapped("the Pacific, Islander", race) == "no_sensitive_token");
    BOOST_TEST(swapped("Pacific  Islander", race) != "no_sensitive_token");  // blanks for a blank
}

BOOST_AUTO_TEST_CASE(colours_and_other_senses_are_left_alone) {
    const std::string race = "attributes = race, values = [\"white\", \"black\"]";
    for (const char* text :
         {"a black car and white walls", "White House staff", "egg whites", "Mary Black", "black and white photography", "BLACK FRIDAY"})
        BOOST_TEST(swapped(text, race) == "no_sensitive_token", text);
    BOOST_TEST(swapped("a black woman", race) == "a white woman");
    BOOST_TEST(swapped("two young black and Hispanic students", race) == "two young white and Hispanic students");
    BOOST_TEST(swapped("she is black", race) == "she is white");
    BOOST_TEST(swapped("in Black neighborhoods", race) == "in White neighborhoods");
    BOOST_TEST(swapped("polish and Polish work", "attributes = nationality, values = [\"polish\", \"german\"]") ==
               "polish and German work");
    BOOST_TEST(swapped("an old house, an old man", "attributes = age, values = [\"old\", \"young\"]") == "an old house, a young man");
    BOOST_TEST(swapped("American Express and an American nurse", "attributes = nationality, values = [\"american\", \"german\"]") ==
               "American Express and a German nurse");
    BOOST_TEST(swapped("the Asian-American Leadership Award", "attributes = race") == "no_sensitive_token");
    BOOST_TEST(swapped("He is 9 years old, in a 30-year-old house", "attributes = age") == "no_sensitive_token");
    BOOST_TEST(swapped("A 25-year-old nurse", "attributes = age, values = [\"old\", \"young\"]") == "A 75-year-old nurse");
    BOOST_TEST(swapped("a 75-year-old nurse who is 70 years old", "attributes = age, values = [\"old\", \"young\"]") ==
               "a 25-year-old nurse who is 25 years old");
    BOOST_TEST(swapped("in his late twenties in the twenties", "attributes = age, values = [\"old\", \"young\"]") ==
               "in his late seventies in the twenties");
}

BOOST_AUTO_TEST_CASE(case_follows_terms_with_capitals_of_their_own) {
    const std::string religion = "attributes = religion, values = [\"muslim\", \"hindu\"]";
    BOOST_TEST(swapped("A Muslim boy met MUSLIM girls", religion) == "A Hindu boy met HINDU girls");
    BOOST_TEST(swapped("a muslim boy", religion) == "a hindu boy");
    const std::string race = "attributes = race, values = [\"asian\", \"white\"]";
    BOOST_TEST(swapped("An Asian man. Asian men.", race) == "A white man. White men.");
}

BOOST_AUTO_TEST_CASE(a_noun_and_an_adjective_of_one_spelling_are_told_apart) {
    const std::string religion = "attributes = religion, values = [\"christian\", \"jewish\"]";
    BOOST_TEST(swapped("a Christian nurse", religion) == "a Jewish nurse");
    BOOST_TEST(swapped("He is a Christian.", religion) == "He is a Jew.");
    BOOST_TEST(swapped("She is Christian.", religion) == "She is Jewish.");
    BOOST_TEST(!is_ambiguous("He is a Christian.", religion));
    BOOST_TEST(is_ambiguous("Christian, at last", religion));
}

BOOST_AUTO_TEST_CASE(one_value_of_many_moves_uniformly_to_the_others) {
    const auto race = lexicon("attributes = race");
    std::map<std::string, int> drawn;
    constexpr int k_draws = 3000;
    for (int i = 0; i < k_draws; ++i)
        ++drawn[race->counterparts({.id = "1", .text = "an Asian nurse"}, Random(static_cast<std::uint64_t>(i))).made.at(0).to.at("race")];
    BOOST_TEST(drawn.size() == 6u);
    double chi_square = 0;
    for (const auto& [value, count] : drawn) chi_square += (count - k_draws / 6.0) * (count - k_draws / 6.0) / (k_draws / 6.0);
    BOOST_TEST(chi_square < 20.5);  // 99.9 % of chi-square with 5 degrees of freedom
}

BOOST_AUTO_TEST_CASE(several_values_of_one_text_stay_distinct_and_none_stays_itself) {
    const Counterparts all = counterparts("a Jewish man, a Sikh woman, a Sikh boy", "attributes = religion, per_individual = all");
    BOOST_TEST(all.made.size() == 5u);
    for (const CounterpartText& made : all.made) {
        BOOST_REQUIRE(made.slots.size() >= 3u);
        std::map<std::string, std::set<std::string>> to;
        for (const Slot& slot : made.slots) to[slot.from].insert(slot.to);
        BOOST_TEST((to["jewish"].size() == 1 && to["sikh"].size() == 1 && to["jewish"] != to["sikh"]));
        BOOST_TEST((!to["jewish"].contains("jewish") && !to["sikh"].contains("sikh")));
    }
}

BOOST_AUTO_TEST_CASE(attributes_change_jointly) {
    const std::string both = "attributes = [gender, race]";
    const Counterparts named = counterparts("He is an Asian man.", both + ", per_individual = all");
    BOOST_TEST(named.made.size() == 6u);
    BOOST_TEST(named.named == (Strings{"gender", "race"}), boost::test_tools::per_element());
    for (const CounterpartText& made : named.made) {
        BOOST_TEST(made.text.starts_with("She is a"));
        BOOST_TEST(made.text.ends_with("woman."));
        BOOST_TEST((made.to.at("gender") == "female" && made.to.at("race") != "asian"));
    }
    BOOST_TEST(counterparts("He is in.", both).made.at(0).to.size() == 1u);
}

BOOST_AUTO_TEST_CASE(given_names_change_along_with_gender_and_are_then_no_cue) {
    const std::string both = "attributes = [gender, given_names]";
    const CounterpartText made = counterparts("Elizabeth James met her son; Dr. Mary Smith left. JOHN!", both).made.at(0);
    BOOST_TEST(made.residual_cues.empty());
    BOOST_TEST(made.text.ends_with("!"));
    BOOST_TEST((made.text.find(" James met his daughter; Dr. ") != std::string::npos && made.text.find("Mary") == std::string::npos));
    BOOST_TEST(swapped(made.text, both) == "Elizabeth James met her son; Dr. Mary Smith left. JOHN!");
    BOOST_TEST(swapped("St. Mary's Hospital", both) == "no_sensitive_token");
}

BOOST_AUTO_TEST_CASE(require_all_wants_every_attribute_named) {
    const std::string all = "attributes = [gender, race], require = all";
    BOOST_TEST(swapped("He is in.", all) == "attribute_missing");
    BOOST_TEST(swapped("It is in.", all) == "no_sensitive_token");
    BOOST_TEST(counterparts("He is Asian.", all).made.size() == 1u);
}

BOOST_AUTO_TEST_CASE(counterparts_of_one_text_differ_and_are_as_many_as_asked) {
    for (const auto& [asked, due] :
         std::vector<std::pair<std::string, std::size_t>>{{"1", 1}, {"4", 4}, {"64", 64}, {"9999", 64}, {"all", 64}}) {
        const Counterparts found = counterparts("a French nurse", "attributes = nationality, per_individual = " + asked);
        std::set<std::string> texts;
        for (const CounterpartText& made : found.made) texts.insert(made.text);
        BOOST_TEST(texts.size() == due);
        BOOST_TEST(found.made.size() == due);
    }
}

BOOST_AUTO_TEST_CASE(independent_slots_are_drawn_apart) {
    const auto apart = lexicon("attributes = race, independent = on");
    std::size_t unlike = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const CounterpartText made = apart->counterparts({.id = "1", .text = "an Asian man and an Asian woman"}, Random(seed)).made.at(0);
        std::set<std::string> to;
        for (const Slot& slot : made.slots) to.insert(slot.to);
        BOOST_TEST(!to.contains("asian"));
        unlike += to.size() > 1;
    }
    BOOST_TEST(unlike > 140u);  // 5 of 6 in the mean
    BOOST_TEST(counterparts("he and she", "attributes = gender, independent = on, per_individual = 5").made.size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_same_individual_and_stream_give_the_same_counterparts) {
    const auto race = lexicon("attributes = [race, nationality], per_individual = 3");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Individual one{.id = "1", .text = "a French Asian nurse"};
        const Counterparts a = race->counterparts(one, Random(seed)), b = race->counterparts(one, Random(seed));
        BOOST_REQUIRE(a.made.size() == b.made.size());
        for (std::size_t i = 0; i < a.made.size(); ++i) BOOST_TEST(a.made[i].text == b.made[i].text);
    }
}

BOOST_AUTO_TEST_CASE(a_value_without_a_word_is_drawn_only_where_no_other_is_complete) {
    const std::string all = "attributes = gender, values = [\"female\", \"male\", \"neutral\"], per_individual = all";
    BOOST_TEST(counterparts("the duchess", all).made.size() == 1u);
    BOOST_TEST(counterparts("the mother", all).made.size() == 2u);
    const CounterpartText made = counterparts("the duchess and her daughter", k_with_they).made.at(0);
    BOOST_TEST(made.text == "the duchess and their child");
    BOOST_TEST(made.residual_cues == (Strings{"duchess"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
