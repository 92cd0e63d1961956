// Cutting, editing, case and articles (cases 1 to 8, 10, 11), and what must hold for any Unicode.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <rif/base/random.hpp>
#include <rif/base/text.hpp>
#include <support/random_text.hpp>

using namespace rif;
using rif::test::random_text;

namespace {

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> result;
    for (const ByteSpan& token : tokens(text)) result.emplace_back(token.of(text));
    return result;
}

std::vector<std::string> parts(const std::string& token) {
    std::vector<std::string> result;
    for (const ByteSpan& part : token_parts(token, {0, token.size()})) result.emplace_back(part.of(token));
    return result;
}

using Strings = std::vector<std::string>;

constexpr std::size_t k_random_texts = 3000;

}  // namespace

#define CHECK_WORDS(text, ...) BOOST_TEST(words(text) == (Strings __VA_ARGS__), boost::test_tools::per_element())

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(blank_and_letterless_texts_have_no_token) {
    for (const char* text : {"", " \t", "--- !!! ***", "''", "-", "’", "., ,.", "\xEF\xBB\xBF", "\xC2\xA0"})
        BOOST_TEST(tokens(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(a_token_is_a_run_of_letters_marks_and_digits) {
    CHECK_WORDS("at that attic", {"at", "that", "attic"});
    CHECK_WORDS("great", {"great"});
    CHECK_WORDS("a_b c3po, 42nd!", {"a", "b", "c3po", "42nd"});
}

BOOST_AUTO_TEST_CASE(quotes_stay_outside_and_apostrophes_and_hyphens_inside) {
    CHECK_WORDS("it’s ‘fine’ – she'd re-read the so-called 'rule'", {"it’s", "fine", "she'd", "re-read", "the", "so-called", "rule"});
    CHECK_WORDS("'tis the dogs' o'clock rock 'n' roll", {"tis", "the", "dogs", "o'clock", "rock", "n", "roll"});
    CHECK_WORDS("don''t well--known a-'b mother-in-law", {"don", "t", "well", "known", "a", "b", "mother-in-law"});
    CHECK_WORDS("Black\u2011owned co\u2010op x\u2013y", {"Black\u2011owned", "co\u2010op", "x", "y"});
}

BOOST_AUTO_TEST_CASE(a_point_or_comma_joins_digits_only) {
    CHECK_WORDS("1,000.50 3.14. a.b 1.a a,1 U.S. 2..3", {"1,000.50", "3.14", "a", "b", "1", "a", "a", "1", "U", "S", "2", "3"});
}

BOOST_AUTO_TEST_CASE(odd_spacing_and_marks_of_order_are_in_no_token) {
    CHECK_WORDS("\xEF\xBB\xBFone\ttwo\r\nthree\u00A0four\u2028five", {"one", "two", "three", "four", "five"});
    CHECK_WORDS("\u200Eשלום\u200F she", {"שלום", "she"});
    CHECK_WORDS("zero\u200Bwidth", {"zero", "width"});
}

BOOST_AUTO_TEST_CASE(a_sign_without_a_look_of_its_own_does_not_cut_a_word) {
    CHECK_WORDS("wo\u00ADman wo\u2060man", {"wo\u00ADman", "wo\u2060man"});
    CHECK_WORDS("\u00ADman\u00AD", {"man"});
}

BOOST_AUTO_TEST_CASE(composed_decomposed_and_other_scripts_are_never_cut_inside) {
    CHECK_WORDS("café cafe\u0301 sheän", {"café", "cafe\u0301", "sheän"});
    CHECK_WORDS("\u0455he 她是护士。 می\u200Cخواهم नमस्ते", {"\u0455he", "她是护士", "می\u200Cخواهم", "नमस्ते"});
    CHECK_WORDS("x \u0301y", {"x", "y"});
}

BOOST_AUTO_TEST_CASE(a_text_without_spaces_is_known_as_one) {
    for (const char* text : {"她是护士。", "hello 她是", "ฉันเป็นพยาบาล", "ひらがな"}) BOOST_TEST(is_written_without_spaces(text), text);
    for (const char* text : {"", "nurse", "한국 사람", "שלום", "नमस्ते", "a 木 tree"}) BOOST_TEST(!is_written_without_spaces(text), text);
}

BOOST_AUTO_TEST_CASE(an_emoji_sequence_is_one_token_without_a_letter) {
    const std::string family = "\U0001F469\u200D\U0001F469\u200D\U0001F467", thumb = "\U0001F44D\U0001F3FD", flag = "\U0001F1EB\U0001F1F7",
                      key = "1\uFE0F\u20E3", heart = "\u2764\uFE0F";
    CHECK_WORDS("ok" + family + thumb + " " + flag + key + heart + "x", {"ok", family, thumb, flag, key, heart, "x"});
    for (const std::string& emoji : {family, thumb, flag, key, heart}) BOOST_TEST(!has_letter_or_digit(emoji));
    CHECK_WORDS("a \u2764 b \u00A9", {"a", "b"});  // shown as text
}

BOOST_AUTO_TEST_CASE(letters_and_digits_of_any_script_make_a_token_editable) {
    for (const char* token : {"a", "7", "é", "她", "٣", "n'"}) BOOST_TEST(has_letter_or_digit(token), token);
    for (const char* token : {"", "-", "\U0001F600", "\xFF"}) BOOST_TEST(!has_letter_or_digit(token), token);
}

BOOST_AUTO_TEST_CASE(reserved_words_of_models_are_ordinary_text) {
    CHECK_WORDS("[MASK] [SEP] </s> {gender}", {"MASK", "SEP", "s", "gender"});
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_in_no_token) {
    CHECK_WORDS(
        "ab\xFF"
        "cd \xC3(x\xE2\x82",
        {"ab", "cd", "x"});
    BOOST_TEST(first_invalid_utf8("ab\xFF") == 2u);
    BOOST_TEST(first_invalid_utf8("\xC0\x80") == 0u);       // overlong
    BOOST_TEST(first_invalid_utf8("a\xED\xA0\x80") == 1u);  // surrogate
    BOOST_TEST(first_invalid_utf8("née 她 \U0001F600") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_joined_token_has_parts) {
    BOOST_TEST(parts("he's") == (Strings{"he", "s"}), boost::test_tools::per_element());
    BOOST_TEST(parts("Black-owned") == (Strings{"Black", "owned"}), boost::test_tools::per_element());
    BOOST_TEST(parts("he’s") == (Strings{"he", "s"}), boost::test_tools::per_element());
    BOOST_TEST(parts("mother-in-law's") == (Strings{"mother", "in", "law", "s"}), boost::test_tools::per_element());
    BOOST_TEST(parts("1,000") == (Strings{"1,000"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_edit_changes_its_own_bytes_and_no_others) {
    BOOST_TEST(with_edits("at that attic", std::vector<Edit>{{{0, 2}, "near"}}) == "near that attic");
    BOOST_TEST(with_edits("\xEF\xBB\xBF\"a\tb\r\n c\u00A0d", std::vector<Edit>{{{6, 7}, "long word"}}) ==
               "\xEF\xBB\xBF\"a\tlong word\r\n c\u00A0d");
    BOOST_TEST(with_edits("abc", std::vector<Edit>{{{2, 3}, "z"}, {{0, 1}, ""}, {{1, 1}, "-"}}) == "-bz");
}

BOOST_AUTO_TEST_CASE(longer_and_shorter_edits_leave_their_neighbours_in_place) {
    const std::string sentence = "one two three";
    const auto cut = tokens(sentence);
    const std::vector<Edit> edits = {{cut[1], "a pair of words"}, {cut[0], "1"}, {cut[2], "III"}};
    BOOST_TEST(with_edits(sentence, edits) == "1 a pair of words III");
}

BOOST_AUTO_TEST_CASE(deletion_takes_one_space_along) {
    const auto without = [](const std::string& sentence, std::size_t token) { return without_token(sentence, tokens(sentence)[token]); };
    BOOST_TEST(without("great", 0) == "");
    BOOST_TEST(without("one two three", 0) == "two three");
    BOOST_TEST(without("one two three", 1) == "one three");
    BOOST_TEST(without("one two three", 2) == "one two");
    BOOST_TEST(without("one  two, three", 1) == "one , three");
    BOOST_TEST(without("(one two)", 0) == "(two)");
    BOOST_TEST(without("one\ttwo", 1) == "one\t");
}

BOOST_AUTO_TEST_CASE(a_substitution_follows_the_case_of_what_it_replaces) {
    BOOST_TEST(follow_case("she", "he") == "he");
    BOOST_TEST(follow_case("She", "he") == "He");
    BOOST_TEST(follow_case("SHE", "he") == "HE");
    BOOST_TEST(follow_case("A", "one") == "One");
    BOOST_TEST(follow_case("É", "one") == "One");
    BOOST_TEST(follow_case("nurse", "MD") == "MD");
    BOOST_TEST(follow_case("NURSE", "McDonald") == "McDonald");
    BOOST_TEST(follow_case("McDonald", "smith") == "Smith");
    BOOST_TEST(follow_case("Nurse", "health worker") == "Health worker");
    BOOST_TEST(follow_case("NURSE", "straße") == "STRASSE");
    BOOST_TEST(follow_case("42", "nurse") == "nurse");
    BOOST_TEST(follow_case("iPhone", "phone") == "phone");
}

BOOST_AUTO_TEST_CASE(case_is_unicodes) {
    BOOST_TEST(lower("ÀÉΣ ABC") == "àéς abc");
    BOOST_TEST(upper("àéß") == "ÀÉSS");
    BOOST_TEST(title("éa BC") == "Éa BC");
    BOOST_TEST(title("3rd") == "3rd");
    BOOST_TEST(title("") == "");
    BOOST_TEST(fold_case("STRASSE") == fold_case("straße"));
    BOOST_TEST(fold_case("cafe\u0301") == fold_case("CAFÉ"));
    BOOST_TEST(fold_case("a\xFF"
                         "B\xC3") ==
               "a\xFF"
               "b\xC3");
    BOOST_TEST((is_lower("a1é") && !is_lower("aB") && !is_lower("12")));
    BOOST_TEST((is_upper("A1É") && !is_upper("Ab") && !is_upper("")));
    BOOST_TEST((is_title("Éa") && !is_title("ÉA") && !is_title("aB") && is_title("A")));
}

BOOST_AUTO_TEST_CASE(an_stands_before_a_vowel_sound) {
    for (const char* word :
         {"apple",        "hour",     "honest", "heiress", "MD",   "X-ray",    "x-ray",      "F",       "SUV",     "FBI",
          "MBA",          "8",        "80",     "11",      "18th", "18,000",   "1890",       "élite",   "uncle",   "unimportant",
          "unidentified", "umbrella", "usher",  "utter",   "upon", "unable",   "island",     "onerous", "yttrium", "EU",
          "herb",         "“apple",   "e-mail", "HTML",    "NFL",  "L-shaped", "Österreich", "actor",   "Asian",   "HONEST"})
        BOOST_TEST(indefinite_article(word) == "an", word);
    for (const char* word :
         {"nurse",    "house",      "horse",     "unit",       "university",     "unionized", "unanimous", "user",   "useful",
          "European", "ewe",        "one",       "once",       "one-off",        "USA",       "UK",        "U-turn", "B",
          "1",        "1,800",      "10",        "180",        "year",           "NASA",      "NURSE",     "LAWYER", "MAN",
          "utopia",   "ubiquitous", "Ukrainian", "ukulele",    "unidirectional", "hotel",     "history",   "DVD",    "PhD",
          "BBC",      "",           "她",        "\U0001F600", "xylophone",      "yes",       "herd"})
        BOOST_TEST(indefinite_article(word) == "a", word);
}

BOOST_AUTO_TEST_CASE(an_article_directly_before_agrees_and_keeps_its_case) {
    const auto agreed = [](const std::string& sentence, const std::string& old, const std::string& word) {
        const std::size_t at = sentence.find(old);
        const ByteSpan span{at, at + old.size()};
        std::vector<Edit> edits = article_edits(sentence, span, word);
        edits.push_back({span, word});
        return with_edits(sentence, edits);
    };
    BOOST_TEST(agreed("She is a nurse.", "nurse", "actor") == "She is an actor.");
    BOOST_TEST(agreed("An actor came.", "actor", "nurse") == "A nurse came.");
    BOOST_TEST(agreed("A nurse came.", "nurse", "actor") == "An actor came.");
    BOOST_TEST(agreed("THIS IS A NURSE", "NURSE", "ACTOR") == "THIS IS AN ACTOR");
    BOOST_TEST(agreed("AN ACTOR", "ACTOR", "NURSE") == "A NURSE");
    BOOST_TEST(agreed("a\u00A0 nurse", "nurse", "actor") == "an\u00A0 actor");
    BOOST_TEST(agreed("Vitamin A users", "users", "eaters") == "Vitamin A eaters");
    BOOST_TEST(agreed("a \"nurse\"", "nurse", "actor") == "a \"actor\"");  // not only blanks between
    BOOST_TEST(agreed("la nurse", "nurse", "actor") == "la actor");
    BOOST_TEST(agreed("x-a nurse", "nurse", "actor") == "x-a actor");
    BOOST_TEST(agreed("the nurse", "nurse", "actor") == "the actor");
    BOOST_TEST(agreed("a nurse", "nurse", "doctor") == "a doctor");
}

BOOST_AUTO_TEST_CASE(widths_and_counts_are_those_a_reader_sees) {
    BOOST_TEST(code_points("né\U0001F600") == 3u);
    BOOST_TEST(graphemes("e\u0301\U0001F469\u200D\U0001F467\r\nx").size() == 4u);
    BOOST_TEST(display_width("abc") == 3u);
    BOOST_TEST(display_width("她e\u0301\u200B") == 3u);
    BOOST_TEST(display_width("\U0001F469\u200D\U0001F467") == 2u);
    BOOST_TEST(display_width("\u2764\uFE0F") == 2u);
}

// Of any text.

BOOST_AUTO_TEST_CASE(the_identity_edit_of_any_text_is_byte_identical) {
    Random random(1);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        const std::string text = random_text(random);
        std::vector<Edit> edits;
        for (const ByteSpan& token : tokens(text)) edits.push_back({token, std::string(token.of(text))});
        random.shuffle(edits);
        BOOST_REQUIRE(with_edits(text, edits) == text);
    }
}

BOOST_AUTO_TEST_CASE(tokens_of_any_text_are_disjoint_ordered_and_never_inside_a_grapheme) {
    Random random(2);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        const std::string text = random_text(random);
        std::vector<bool> edge(text.size() + 1);
        for (const ByteSpan& grapheme : graphemes(text)) edge[grapheme.begin] = edge[grapheme.end] = true;
        std::size_t end = 0;
        for (const ByteSpan& token : tokens(text)) {
            BOOST_REQUIRE(token.begin >= end);
            BOOST_REQUIRE(token.begin < token.end);
            BOOST_REQUIRE(token.end <= text.size());
            BOOST_REQUIRE((edge[token.begin] && edge[token.end]));
            BOOST_REQUIRE(first_invalid_utf8(token.of(text)) == std::string::npos);
            end = token.end;
        }
    }
}

BOOST_AUTO_TEST_CASE(parts_of_any_token_lie_in_it_in_order) {
    Random random(3);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        const std::string text = random_text(random);
        for (const ByteSpan& token : tokens(text)) {
            const auto parts = token_parts(text, token);
            BOOST_REQUIRE((parts.front().begin == token.begin && parts.back().end == token.end));
            for (std::size_t p = 1; p < parts.size(); ++p) BOOST_REQUIRE(parts[p - 1].end < parts[p].begin);
        }
    }
}

BOOST_AUTO_TEST_CASE(edits_of_any_text_compose) {
    Random random(4);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        const std::string text = random_text(random);
        std::vector<Edit> all, left, right;
        for (const ByteSpan& token : tokens(text)) all.push_back({token, random_text(random)});
        const std::size_t middle = all.empty() ? 0 : random.below(all.size() + 1);
        left.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle));
        right.assign(all.begin() + static_cast<std::ptrdiff_t>(middle), all.end());
        // Right first, so that the left ones still stand where they stood.
        BOOST_REQUIRE(with_edits(with_edits(text, right), left) == with_edits(text, all));
    }
}

BOOST_AUTO_TEST_CASE(graphemes_of_any_text_are_the_whole_of_it) {
    Random random(5);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        const std::string text = random_text(random);
        std::size_t end = 0;
        for (const ByteSpan& grapheme : graphemes(text)) {
            BOOST_REQUIRE(grapheme.begin == end);
            end = grapheme.end;
        }
        BOOST_REQUIRE(end == text.size());
    }
}

BOOST_AUTO_TEST_CASE(plain_text_is_cut_alike_by_the_fast_and_the_full_rules) {
    Random random(6);
    const std::string alphabet = "ab A9.,'-’ é\u00AD–(\n";
    const auto letters = graphemes(alphabet);
    for (std::size_t i = 0; i < k_random_texts; ++i) {
        std::string text;
        for (std::size_t n = random.below(30); n > 0; --n) text += letters[random.below(letters.size())].of(alphabet);
        const auto fast = tokens(text);
        const auto full = tokens(text + " \U0001F600");  // the emoji asks for the full rules
        BOOST_REQUIRE(full.size() == fast.size() + 1);
        BOOST_REQUIRE(std::equal(fast.begin(), fast.end(), full.begin()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
