// What a tokenizer does, by hand: tokens, the bytes that they cover, special tokens in the text, truncation, and back to text.
#include "support.hpp"

#include <thread>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/post_processor.hpp>

#include "small_tokenizers.hpp"
#include "support/random_text.hpp"

using rif::nn::Encoding;
using rif::nn::SpecialToken;
using rif::nn::Tokenizer;
using rif::test::Files;
using rif::test::Ids;
using rif::test::ids_of;
using rif::test::needs_data;
using rif::test::TokenizerFolder;

namespace {

std::shared_ptr<const Tokenizer> small(const char* json) { return Tokenizer::from_json(json); }

void check(const Tokenizer& tokenizer, std::string_view text, const Ids& ids) {
    BOOST_TEST_CONTEXT(text) { BOOST_TEST(ids_of(tokenizer, text) == ids, boost::test_tools::per_element()); }
}

/// The bytes that each token covers.
std::vector<std::string> covered(const Tokenizer& tokenizer, std::string_view text) {
    std::vector<std::string> parts;
    for (const rif::ByteSpan& span : tokenizer.encode(text, std::nullopt, Tokenizer::k_no_limit, false).spans)
        parts.emplace_back(span.of(text));
    return parts;
}

void check_covered(const Tokenizer& tokenizer, std::string_view text, const std::vector<std::string>& parts) {
    BOOST_TEST(covered(tokenizer, text) == parts, boost::test_tools::per_element());
}

bool is_boundary(std::string_view text, std::size_t at) {
    return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tokenizer)

BOOST_AUTO_TEST_CASE(wordpiece_takes_the_longest_token_from_the_left) {
    const auto words = small(rif::test::k_small_wordpiece);
    check(*words, "unaffable", {5, 6, 7});
    check(*words, "The cafés.", {8, 9, 11, 10});
    check(*words, "unaffablex the", {1, 8});  // one part that is unknown makes the word unknown
    check(*words, "thethethethe", {1});       // more than 10 characters
    check(*words, "世界", {12, 13});
    check(*words, "", {});
    check(*words, " \t\u00AD ", {});
}

BOOST_AUTO_TEST_CASE(byte_pairs_are_merged_in_the_order_in_which_they_were_learned) {
    const auto bytes = small(rif::test::k_small_bpe);
    check(*bytes, "then", {0, 7});  // t, hen: there is no merge of t and hen
    check(*bytes, " then", {8});
    check(*bytes, "e\u0301 11", {9, 10, 4, 11, 11});  // composed to é, two bytes; digits one by one
    check(*bytes, "hxe", {1, 2});                     // x has no token, and there is no unknown one
}

BOOST_AUTO_TEST_CASE(a_long_word_is_merged_like_a_short_one) {
    const auto bytes = small(rif::test::k_small_bpe);
    std::string text;
    Ids expected;
    for (int i = 0; i < 100; ++i) {
        text += "hen";
        expected.push_back(7);
        check(*bytes, text, expected);
    }
}

BOOST_AUTO_TEST_CASE(unigram_takes_the_most_probable_cut_and_joins_what_is_unknown) {
    const auto pieces = small(rif::test::k_small_unigram);
    check(*pieces, "ab", {4});
    check(*pieces, "  a  b ", {2, 1, 3});
    check(*pieces, "accb", {2, 0, 3});
    check(*pieces, "ｂ", {1, 3});  // a full-width b, by NFKC
}

BOOST_AUTO_TEST_CASE(unknown_characters_are_spelled_in_bytes_where_there_are_tokens_for_all_of_them) {
    const auto bytes = small(rif::test::k_small_bytes);
    check(*bytes, "a é", {3, 1, 4, 5});
    check(*bytes, "aßß", {3, 0});
    BOOST_TEST(bytes->decode({3, 1, 4, 5}) == "a é");
    BOOST_TEST(bytes->decode({3, 4}) == "a\uFFFD");
}

BOOST_AUTO_TEST_CASE(each_token_knows_the_bytes_that_it_came_from) {
    check_covered(*small(rif::test::k_small_wordpiece), "The  cafés. 世界", {"The", "café", "s", ".", "世", "界"});
    check_covered(*small(rif::test::k_small_wordpiece), "un\u00ADaff", {"un", "aff"});
    check_covered(*small(rif::test::k_small_bpe), "then e\u0301", {"t", "hen", " ", "e\u0301", "e\u0301"});
    check_covered(*small(rif::test::k_small_bpe), "é", {"é", "é"});  // a byte alone is no character
    check_covered(*small(rif::test::k_small_unigram), " a   ccb", {"a", "   ", "cc", "b"});
    check_covered(*small(rif::test::k_small_unigram), "b", {"", "b"});  // the first ▁ stands for nothing
}

BOOST_AUTO_TEST_CASE(added_tokens_are_found_in_the_text) {
    const auto words = small(rif::test::k_small_wordpiece);
    check(*words, "the  [MASK].", {8, 4, 10});
    check_covered(*words, "the  [MASK].", {"the", "  [MASK]", "."});
    check(*words, "[mask]", {1, 1, 1});          // special tokens are not looked for after lower-casing: [ mask ]
    check(*words, "New news new", {20, 1, 20});  // looked for after lower-casing, as a word of its own
    const auto bytes = small(rif::test::k_small_bpe);
    check(*bytes, "t<end> \n t", {0, 12, 0});
    check_covered(*bytes, "t<end> \n t", {"t", "<end> \n ", "t"});
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_become_one_replacement_each) {
    const auto words = small(rif::test::k_small_unigram);
    check(*words,
          "a\xFF\xFE"
          "b",
          {2, 0, 3});
    check_covered(*words,
                  "a\xFF\xFE"
                  "b",
                  {"a", "\xFF\xFE", "b"});
}

BOOST_AUTO_TEST_CASE(special_tokens_stand_around_a_text_and_a_pair) {
    const auto words = small(rif::test::k_small_wordpiece);
    const Encoding pair = words->encode("the", "cafe.");
    BOOST_TEST(pair.ids == (Ids{2, 8, 3, 9, 10, 3}), boost::test_tools::per_element());
    BOOST_TEST(pair.type_ids == (Ids{0, 0, 0, 1, 1, 1}), boost::test_tools::per_element());
    const std::vector<std::int8_t> texts{-1, 0, -1, 1, 1, -1};
    BOOST_TEST(pair.texts == texts, boost::test_tools::per_element());
    BOOST_TEST(words->special_count(false) == 2U);
    BOOST_TEST(words->special_count(true) == 3U);
    BOOST_TEST((words->special(SpecialToken::mask) == 4 && words->special(SpecialToken::cls) == 2 && !words->special(SpecialToken::begin)));
    BOOST_TEST(words->vocabulary_size() == 21U);
    BOOST_TEST((words->id("new") == 20 && words->id("##aff") == 6 && !words->id("##affx")));
    BOOST_TEST((words->token(20) == "new" && words->token(6) == "##aff" && words->token(99).empty() && words->token(-1).empty()));
}

BOOST_AUTO_TEST_CASE(what_is_cut_away_is_not_visible) {
    const auto words = small(rif::test::k_small_wordpiece);
    const Encoding cut = words->encode("the cafe. the", std::nullopt, 4);
    BOOST_TEST(cut.ids == (Ids{2, 8, 9, 3}), boost::test_tools::per_element());
    BOOST_TEST(cut.is_truncated);
    BOOST_TEST((cut.visible(0) == rif::ByteSpan{0, 8}));
    BOOST_TEST((cut.visible(1) == rif::ByteSpan{0, 0}));
    BOOST_TEST(!words->encode("the cafe", std::nullopt, 4).is_truncated);
    BOOST_TEST(words->encode("the", std::nullopt, 2).size() == 2U);
    BOOST_CHECK_EXCEPTION(words->encode("the", std::nullopt, 1), rif::Error,
                          [](const rif::Error& e) { return e.slug() == "max-length-too-small"; });
}

// tokenizers, truncation.rs, as it is written there.
BOOST_AUTO_TEST_CASE(pairs_are_cut_as_the_reference_cuts_them) {
    for (std::size_t budget = 0; budget < 30; ++budget) {
        for (std::size_t i = 0; i < 26 * 26; ++i) {
            const std::size_t first = i / 26, second = i % 26;
            std::size_t n1 = first, n2 = second;
            if (first + second > budget) {
                const bool swapped = n1 > n2;
                if (swapped) std::swap(n1, n2);
                n2 = n1 > budget ? n1 : std::max(n1, budget - n1);
                if (n1 + n2 > budget) {
                    n1 = budget / 2;
                    n2 = n1 + budget % 2;
                }
                if (swapped) std::swap(n1, n2);
            }
            const rif::nn::Lengths lengths = rif::nn::truncated_lengths(first, second, budget);
            if (lengths.first != n1 || lengths.second != n2) BOOST_ERROR(first << " and " << second << " with room for " << budget);
        }
    }
    BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(tokens_become_text_again) {
    const auto words = small(rif::test::k_small_wordpiece);
    BOOST_TEST(words->decode({2, 8, 5, 6, 7, 10, 3}) == "the unaffable.");
    BOOST_TEST(words->decode({2, 8, 3}, false) == "[CLS] the [SEP]");
    BOOST_TEST(words->decode({8, 99, -5, 1'000'000'000'000}) == "the");
    const auto bytes = small(rif::test::k_small_bpe);
    BOOST_TEST(bytes->decode({8, 4, 9, 10}) == " then é");
    BOOST_TEST(bytes->decode({0, 9, 0}) == "t\uFFFDt");
    BOOST_TEST(small(rif::test::k_small_unigram)->decode({2, 1, 3}) == "a b");
}

BOOST_AUTO_TEST_CASE(settings_of_the_folder_go_before_those_of_tokenizer_json) {
    const std::string config = R"({"do_lower_case": false, "strip_accents": false, "model_max_length": 1000000000000000019884624838656,
        "mask_token": {"content": "the"}, "added_tokens_decoder": {"30": {"content": "<x>", "special": true}}})";
    const auto words = TokenizerFolder(Files{{"tokenizer.json", rif::test::k_small_wordpiece}, {"tokenizer_config.json", config}}).read();
    check(*words, "The the <x>", {1, 8, 30});
    BOOST_TEST((words->special(SpecialToken::mask) == 8));
    BOOST_TEST(!words->max_length());
    BOOST_TEST(words->vocabulary_size() == 31U);
}

BOOST_AUTO_TEST_CASE(spans_lie_in_the_text_in_order_and_never_inside_a_character, *needs_data("fixtures")) {
    rif::Random random = rif::stream(1, {"spans"});
    for (const std::string model :
         {"bert_uncased_2label", "deberta_v3_3label", "deberta_v3_2label", "roberta_2label", "qwen2_causal_lm", "mpnet_embedding"}) {
        const auto tokenizer = rif::test::tokenizer_of(model);
        for (int i = 0; i < 500; ++i) {
            const std::string text = rif::test::random_text(random);
            const bool is_text = rif::first_invalid_utf8(text) == std::string::npos;
            std::size_t before = 0;
            for (const rif::ByteSpan& span : tokenizer->encode(text, std::nullopt, Tokenizer::k_no_limit, false).spans) {
                const bool is_right = before <= span.begin && span.begin <= span.end && span.end <= text.size() &&
                                      (!is_text || (is_boundary(text, span.begin) && is_boundary(text, span.end)));
                if (!is_right) BOOST_ERROR(model << ": " << text << ": " << span.begin << " to " << span.end);
                before = span.begin;
            }
        }
    }
    BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(byte_level_tokens_leave_nothing_out_and_spell_the_text, *needs_data("fixtures")) {
    const auto tokenizer = rif::test::tokenizer_of("roberta_2label");
    for (const std::string& text : rif::test::golden_texts()) {
        if (text.find("<mask>") != std::string::npos) continue;  // takes the space before it
        const Encoding encoding = tokenizer->encode(text, std::nullopt, Tokenizer::k_no_limit, false);
        BOOST_TEST(tokenizer->decode(encoding.ids, false) == text);
        std::size_t end = 0;
        for (const rif::ByteSpan& span : encoding.spans) {
            BOOST_TEST(span.begin <= end);
            end = std::max(end, span.end);
        }
        BOOST_TEST(end == text.size());
    }
}

BOOST_AUTO_TEST_CASE(many_threads_get_the_same_tokens, *needs_data("fixtures")) {
    const auto tokenizer = rif::test::tokenizer_of("deberta_v3_3label");
    const std::vector<std::string> texts = rif::test::golden_texts();
    const auto all = [&] {
        std::vector<Ids> ids;
        for (const std::string& text : texts) ids.push_back(ids_of(*tokenizer, text));
        return ids;
    };
    const std::vector<Ids> alone = all();
    std::vector<std::vector<Ids>> found(4);
    std::vector<std::thread> threads;
    for (auto& ids : found) threads.emplace_back([&ids, &all] { ids = all(); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& ids : found) BOOST_TEST((ids == alone));
}

BOOST_AUTO_TEST_SUITE_END()
