// Every Unicode code point is cleaned, split and lowered as the reference does it.
#include "support.hpp"

#include <boost/json.hpp>

#include <rif/base/file.hpp>
#include <rif/base/normal_form.hpp>
#include <rif/nn/tokenizer/byte_level.hpp>
#include <rif/nn/tokenizer/normalizer.hpp>
#include <rif/nn/tokenizer/pre_tokenizer.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace json = boost::json;
using rif::nn::AlignedText;
using rif::nn::BertCleaning;

namespace {

constexpr char32_t k_code_points = 0x110000;

bool is_surrogate(char32_t c) { return c >= 0xD800 && c < 0xE000; }

std::string utf8(char32_t c) {
    std::string text;
    rif::nn::append_character(text, c);
    return text;
}

/// A class name for each code point; "" for those that the file does not list.
std::vector<std::string> classes(const json::value& of_kind) {
    std::vector<std::string> names(k_code_points);
    for (const auto& [name, list] : of_kind.as_object()) {
        for (const json::value& item : list.as_array()) {
            const json::array* range = item.if_array();
            const auto first = range ? (*range)[0].to_number<std::size_t>() : item.to_number<std::size_t>();
            const auto last = range ? (*range)[1].to_number<std::size_t>() : first;
            for (std::size_t c = first; c <= last; ++c) names.at(c) = name;
        }
    }
    return names;
}

json::value golden(const std::string& file) { return json::parse(rif::read_file(rif::test::test_data("fixtures/tokenizers/" + file))); }

/// Compares what `found` says of each code point, and shows the first that differs.
template <class Found>
void check_classes(const char* kind, Found found) {
    const json::value file = golden("code_point_classes.json");
    const std::vector<std::string> expected = classes(file.at(kind));
    std::size_t wrong = 0;
    for (char32_t c = 0; c < k_code_points; ++c) {
        if (is_surrogate(c) || found(c) == expected[c]) continue;
        if (++wrong == 1)
            BOOST_TEST_MESSAGE(kind << ": the first is " << static_cast<std::uint32_t>(c) << ", '" << found(c) << "' for '" << expected[c]
                                    << "'");
    }
    BOOST_TEST(wrong == 0U, kind << ": " << wrong << " code points are of another class");
}

std::string cleaned(const BertCleaning& cleaning, const std::string& text) {
    const auto step = rif::nn::bert_normalizer(cleaning);
    AlignedText aligned(text, 0);
    step->apply(aligned);
    return std::string(aligned.text());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(code_points, *rif::test::needs_data("fixtures"))

BOOST_AUTO_TEST_CASE(bert_drops_and_spaces_the_ones_that_the_reference_drops_and_spaces) {
    const auto step = rif::nn::bert_normalizer({true, true, false, false});
    check_classes("bert_clean_text_and_chinese", [&](char32_t c) -> std::string {
        AlignedText text("a" + utf8(c) + "b", 0);
        step->apply(text);
        if (text.text() == "ab") return "dropped";
        if (text.text() == "a b" && c != U' ') return "space";
        if (text.text() == "a " + utf8(c) + " b") return "spaced";
        return c == U' ' ? "space" : "";
    });
}

BOOST_AUTO_TEST_CASE(bert_splits_at_the_ones_that_the_reference_splits_at) {
    const auto step = rif::nn::bert_pre_tokenizer();
    check_classes("bert_pre_tokenizer", [&](char32_t c) -> std::string {
        const std::string text = "a" + utf8(c) + "b";
        rif::nn::Words words{AlignedText(text, 0), {{0, text.size()}}, true};
        step->apply(words);
        return words.spans.size() == 1 ? "" : words.spans.size() == 2 ? "space" : "punct";
    });
}

BOOST_AUTO_TEST_CASE(byte_level_rules_take_letters_numbers_and_spaces_for_what_the_reference_does) {
    const auto joins = [](std::string_view first, char32_t c) {
        std::vector<rif::ByteSpan> pieces;
        rif::nn::append_split(rif::nn::SplitRule::gpt2, std::string(first) + utf8(c), pieces);
        return pieces.size() == 1;
    };
    check_classes("byte_level_regex", [&](char32_t c) -> std::string {
        if (joins("a", c)) return "L";
        if (joins("1", c)) return "N";
        return joins("!", c) ? "" : "space";
    });
}

// Not compared: white space, which cleaning has made spaces of before, and ideographs, which stand apart by then.
BOOST_AUTO_TEST_CASE(lower_case_and_stripped_accents_are_those_of_the_reference) {
    const json::value file = golden("bert_lowercase_strip.json"), kinds = golden("code_point_classes.json");
    const std::vector<std::string> cleaning = classes(kinds.at("bert_clean_text_and_chinese"));
    const auto lower = rif::nn::bert_normalizer({false, false, false, true}), both = rif::nn::bert_normalizer({false, false, true, true});
    const auto after = [](const rif::nn::Normalizer& step, const std::string& text) {
        AlignedText aligned(text, 0);
        step.apply(aligned);
        return std::string(aligned.text());
    };
    std::size_t wrong = 0, listed = 0;
    for (char32_t c = 0; c < k_code_points; ++c) {
        const bool is_hangul = c >= 0xAC00 && c <= 0xD7A3;
        if (is_surrogate(c) || is_hangul || cleaning[c] == "space" || cleaning[c] == "spaced") continue;
        std::string expected[2] = {utf8(c), utf8(c)};
        if (const json::value* one = file.as_object().if_contains(std::to_string(static_cast<std::uint32_t>(c)))) {
            ++listed;
            const json::array* pair = one->if_array();
            expected[0] = std::string(pair ? (*pair)[0].as_string() : one->as_string());
            expected[1] = std::string(pair ? (*pair)[1].as_string() : one->as_string());
        }
        const bool is_right =
            after(*lower, "a" + utf8(c) + "b") == "a" + expected[0] + "b" && after(*both, "a" + utf8(c) + "b") == "a" + expected[1] + "b";
        if (!is_right && ++wrong < 4) BOOST_TEST_MESSAGE("wrong: " << static_cast<std::uint32_t>(c));
    }
    BOOST_TEST(wrong == 0U);
    BOOST_TEST(listed == file.as_object().size() - 1);  // and the note
}

BOOST_AUTO_TEST_CASE(hangul_syllables_become_their_letters_when_accents_are_stripped) {
    constexpr char32_t first = 0xAC00, last = 0xD7A3;  // The Unicode Standard 3.12: arithmetic decomposition
    const auto step = rif::nn::bert_normalizer({true, true, true, true});
    std::size_t wrong = 0;
    for (char32_t c = first; c <= last; ++c) {
        const char32_t index = c - first, trailing = index % 28;
        const std::string letters =
            utf8(0x1100 + index / 588) + utf8(0x1161 + index % 588 / 28) + (trailing ? utf8(0x11A7 + trailing) : "");
        AlignedText text(utf8(c), 0);
        step->apply(text);
        wrong += text.text() != letters;
    }
    BOOST_TEST(wrong == 0U);
    BOOST_TEST(cleaned({true, true, false, true}, "각") == "각");
}

BOOST_AUTO_TEST_SUITE_END()
