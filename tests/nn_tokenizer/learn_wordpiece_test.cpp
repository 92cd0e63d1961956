// Learning a WordPiece vocabulary: joins by hand, ties, sizes, and that the tokenizer that is written spells every text.
#include <algorithm>

#include <rif/base/random.hpp>
#include <rif/nn/tokenizer/learn_wordpiece.hpp>

#include "nn_tokenizer/support.hpp"

using rif::nn::learn_wordpiece;
using rif::nn::Tokenizer;
using rif::nn::WordPieceLearning;
using Pieces = std::vector<std::string>;

namespace {

const Pieces k_special = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};

/// What is learned after the special pieces.
Pieces learned(const Pieces& texts, WordPieceLearning settings = {}) {
    Pieces result = learn_wordpiece(texts, settings);
    BOOST_REQUIRE(result.size() >= k_special.size());
    BOOST_TEST(Pieces(result.begin(), result.begin() + 5) == k_special, boost::test_tools::per_element());
    result.erase(result.begin(), result.begin() + 5);
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(learning_wordpiece)

BOOST_AUTO_TEST_CASE(pairs_are_joined_by_how_often_they_stand) {
    // Words: hug 10, pug 5, pun 12, bun 4, hugs 5. Pairs: ug 20, un 16, hu 15, pu 17, bu 4, gs 5.
    Pieces texts;
    for (const auto& [word, count] : {std::pair("hug", 10), {"pug", 5}, {"pun", 12}, {"bun", 4}, {"hugs", 5}})
        for (int i = 0; i < count; ++i) texts.emplace_back(word);
    const Pieces letters = {"b", "h", "p", "##g", "##n", "##s", "##u"};
    Pieces expected = letters;
    // ##u ##g 20 -> ##ug; ##u ##n 16 -> ##un (p ##u is 12 + 0 by then); h ##ug 15 -> hug; p ##un 12 -> pun; ties of 5: hugs, pug
    for (const char* piece : {"##ug", "##un", "hug", "pun", "hugs", "pug", "bun"}) expected.emplace_back(piece);
    BOOST_TEST(learned(texts) == expected, boost::test_tools::per_element());
    expected.resize(letters.size() + 2);
    BOOST_TEST(learned(texts, {.size = 5 + expected.size()}) == expected, boost::test_tools::per_element());
    BOOST_TEST(learned(texts, {.size = 1}) == letters, boost::test_tools::per_element());  // letters always
}

BOOST_AUTO_TEST_CASE(what_stands_once_is_not_joined) {
    BOOST_TEST(learned({"ab", "ac"}) == (Pieces{"a", "##b", "##c"}), boost::test_tools::per_element());
    BOOST_TEST(learned({"ab", "ac"}, {.minimum_count = 1}) == (Pieces{"a", "##b", "##c", "ab", "ac"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_letter_that_repeats_is_joined_from_the_left) {
    // a ##a ##a ##a, twice: (##a, ##a) stands four times -> a ##aa ##a; then (##aa, ##a) and (a, ##aa) twice each, the smaller text first.
    BOOST_TEST(learned({"aaaa", "aaaa"}) == (Pieces{"a", "##a", "##aa", "##aaa", "aaaa"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rare_letters_beyond_the_limit_have_no_piece) {
    const Pieces few = learned({"aaa bbb c", "ab"}, {.letters = 2});
    BOOST_TEST(std::ranges::count(few, "c") == 0);
    BOOST_TEST(std::ranges::count(few, "a") == 1);
}

BOOST_AUTO_TEST_CASE(words_are_cut_as_the_tokenizer_cuts_them) {
    const Pieces pieces = learned({"Café, CAFÉ! cafe?", "ÄRGER ärger"});
    BOOST_TEST(std::ranges::count(pieces, "cafe") == 1);
    BOOST_TEST(std::ranges::count(pieces, "arger") == 1);
    BOOST_TEST(std::ranges::count(pieces, "!") == 1);
    const Pieces cased = learned({"Café Café"}, {.lowercase = false});
    BOOST_TEST(std::ranges::count(cased, "Café") == 1);
}

BOOST_AUTO_TEST_CASE(texts_in_another_order_teach_the_same_and_bytes_that_are_no_text_nothing) {
    rif::Random random(5);
    Pieces texts;
    for (int i = 0; i < 200; ++i) {
        std::string text;
        for (std::size_t w = 1 + random.below(6); w > 0; --w) {
            for (std::size_t c = 1 + random.below(7); c > 0; --c) text += static_cast<char>('a' + random.below(6));
            text += ' ';
        }
        texts.push_back(text);
    }
    const Pieces first = learned(texts, {.size = 150});
    BOOST_TEST(first.size() == 145);
    random.shuffle(texts);
    BOOST_TEST(learned(texts, {.size = 150}) == first, boost::test_tools::per_element());
    texts.emplace_back("\xff\xfe zzz");
    BOOST_TEST(learned(texts, {.size = 150}) == first, boost::test_tools::per_element());
    BOOST_TEST(learned({}).empty());
    BOOST_TEST(learned({"", " \t"}).empty());
}

BOOST_AUTO_TEST_CASE(the_written_tokenizer_spells_texts_with_the_pieces) {
    const Pieces texts = {"the nurse was kind", "the nurse was tall", "She said \"it's the nurse\".", "naïve 東京 é"};
    const Pieces pieces = learn_wordpiece(texts, {.size = 120});
    const rif::test::TokenizerFolder folder({{"tokenizer.json", rif::nn::wordpiece_tokenizer_json(pieces, true)}});
    const auto tokenizer = folder.read();
    BOOST_TEST(tokenizer->vocabulary_size() == pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) BOOST_TEST(tokenizer->token(static_cast<std::int64_t>(i)) == pieces[i]);
    const rif::nn::Encoding encoding = tokenizer->encode("The NURSE was");
    BOOST_REQUIRE(encoding.ids.size() >= 5u);
    BOOST_TEST(encoding.ids.front() == 2);
    BOOST_TEST(encoding.ids.back() == 3);
    BOOST_TEST(tokenizer->decode(encoding.ids) == "the nurse was");
    for (const std::string& text : texts) {
        const rif::test::Ids ids = rif::test::ids_of(*tokenizer, text);
        BOOST_TEST(std::ranges::count(ids, 1) == 0, text << " has a piece that is unknown");
    }
    BOOST_TEST(tokenizer->special(rif::nn::SpecialToken::pad).value_or(-1) == 0);
    BOOST_TEST(tokenizer->encode("nurse", "kind").type_ids.back() == 1);
    BOOST_TEST(rif::test::ids_of(*tokenizer, "ω") == (rif::test::Ids{1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
