// Files that are damaged, unknown or hostile: one sentence that names the file and the place, never a crash.
#include "support.hpp"

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

#include "small_tokenizers.hpp"
#include "support/fuzz.hpp"
#include "support/random_text.hpp"

using rif::test::Files;
using rif::test::TokenizerFolder;

namespace {

/// The small WordPiece tokenizer with one thing changed.
std::string with(std::string_view old, std::string_view changed, std::string json = rif::test::k_small_wordpiece) {
    const std::size_t at = json.find(old);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, "there is no " << old);
    return json.replace(at, old.size(), changed);
}

void check_refused(const Files& files, const std::string& slug, const std::string& words) {
    const auto [found, message] = TokenizerFolder(files).refusal();
    BOOST_TEST(found == slug);
    BOOST_TEST(message.find(words) != std::string::npos, "'" << message << "' does not say '" << words << "'");
}

void check_refused(const std::string& json, const std::string& slug, const std::string& words) {
    check_refused(Files{{"tokenizer.json", json}}, slug, words);
}

/// Reads and uses it; only rif::Error may come out. true: it was read.
bool survives(const std::string& json) {
    try {
        const auto tokenizer = rif::nn::Tokenizer::from_json(json);
        const auto encoding = tokenizer->encode("the unaffable cafés ab <end> [MASK]", "世界  then \xFF", 12);
        tokenizer->decode(encoding.ids, false);
        for (const std::int64_t id : encoding.ids)
            if (id < 0 || static_cast<std::size_t>(id) >= tokenizer->vocabulary_size()) BOOST_ERROR("id " << id << " of " << json);
        return true;
    } catch (const rif::Error& error) {
        BOOST_TEST(!error.message().empty());
        return false;
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(a_folder_without_a_tokenizer_says_what_it_lacks) {
    check_refused(Files{}, "no-tokenizer", "none of tokenizer.json, vocab.txt, vocab.json and spm.model");
    check_refused(Files{{"vocab.json", "{}"}, {"tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizer"})"}}, "no-tokenizer",
                  "merges.txt");
    check_refused(Files{{"vocab.txt", "[UNK]\n"}, {"config.json", R"({"model_type": "canine"})"}}, "unknown-tokenizer", "'canine'");
}

BOOST_AUTO_TEST_CASE(parts_that_are_not_known_are_named_with_those_that_are) {
    check_refused(with("\"BertNormalizer\"", "\"Nmt\""), "unknown-tokenizer", "normalizer.type is 'Nmt'");
    check_refused(with("\"BertPreTokenizer\"", "\"UnicodeScripts\""), "unknown-tokenizer", "pre_tokenizer.type is 'UnicodeScripts'");
    check_refused(with("\"TemplateProcessing\"", "\"Other\""), "unknown-tokenizer", "post_processor.type is 'Other'");
    check_refused(with("\"type\": \"WordPiece\", \"prefix\"", "\"type\": \"CTC\", \"prefix\""), "unknown-tokenizer",
                  "decoder.type is 'CTC'");
    check_refused(with("\"type\": \"WordPiece\", \"unk", "\"type\": \"WordLevel\", \"unk"), "unknown-tokenizer",
                  "model.type is 'WordLevel'");
    check_refused(with(R"((?i:'s|'t)", R"((?i:'x|'t)", rif::test::k_small_bpe), "unknown-tokenizer",
                  "pre_tokenizer.pretokenizers[0].pattern.Regex");
}

BOOST_AUTO_TEST_CASE(damage_is_named_with_its_place) {
    check_refused("{", "damaged-tokenizer", "tokenizer.json' is no JSON");
    check_refused("[]", "damaged-tokenizer", "it is no object");
    check_refused("{}", "damaged-tokenizer", "model is missing");
    check_refused(with("\"[UNK]\": 1,", ""), "damaged-tokenizer", "lacks its unknown token '[UNK]'");
    check_refused(with("\"the\": 8", "\"the\": -8"), "damaged-tokenizer", "model.vocab gives the token 'the' an id");
    check_refused(with("\"the\": 8", "\"the\": 16000000"), "damaged-tokenizer", "the id 16000000");
    check_refused(with("\"the\": 8", "\"the\": 99999999999"), "damaged-tokenizer", "'the'");
    check_refused(with("\"lowercase\": true", "\"lowercase\": 1"), "damaged-tokenizer", "normalizer.lowercase is a number");
    check_refused(with("\"ids\": [2]", "\"ids\": [-2]"), "damaged-tokenizer", "post_processor.special_tokens.[CLS].ids[0]");
    check_refused(with("{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}", "{\"Sequence\": {\"id\": \"C\", \"type_id\": 0}}"),
                  "damaged-tokenizer", "texts are called A and B");
    check_refused(with("\"type_id\": 1", "\"type_id\": 1000"), "damaged-tokenizer", "type_id is 1000");
    check_refused(with("\"id\": 20", "\"id\": 1e300"), "damaged-tokenizer", "added_tokens[5].id");
    check_refused(with("\"hen\": 7, ", "", rif::test::k_small_bpe), "damaged-tokenizer", "needs the token 'hen'");
    check_refused(with("\"e n\"", "\"e  n\"", rif::test::k_small_bpe), "damaged-tokenizer", "model.merges has at place 0");
    check_refused(with("\"unk_id\": 0", "\"unk_id\": 6", rif::test::k_small_unigram), "damaged-tokenizer", "6 tokens");
    check_refused(with("[\"b\", -2.0]", "[\"b\"]", rif::test::k_small_unigram), "damaged-tokenizer", "model.vocab has at place 3");
    check_refused(with("{\"type\": \"NFKC\"}", R"({"type": "Precompiled", "precompiled_charsmap": "AAAA"})", rif::test::k_small_unigram),
                  "damaged-tokenizer", "table of normal forms");
    check_refused(with("{\"type\": \"NFKC\"}", R"({"type": "Precompiled", "precompiled_charsmap": "§"})", rif::test::k_small_unigram),
                  "damaged-tokenizer", "base64");
    check_refused(Files{{"spm.model", "no model"}, {"config.json", R"({"model_type": "deberta-v2"})"}}, "damaged-tokenizer",
                  "SentencePiece");
    check_refused(Files{{"vocab.txt", "[UNK]\n\xFF\n"}}, "damaged-tokenizer", "byte 6");
}

BOOST_AUTO_TEST_CASE(nesting_without_end_is_refused) {
    std::string json = R"({"type": "NFC"})";
    for (int i = 0; i < 10'000; ++i) json = R"({"type": "Sequence", "normalizers": [)" + json + "]}";
    check_refused("{\"normalizer\": " + json + "}", "damaged-tokenizer", "too deep");
}

BOOST_AUTO_TEST_CASE(steps_that_let_a_text_grow_without_end_are_refused) {
    const std::string ten = R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})";
    std::string steps = ten;
    for (int i = 0; i < 20; ++i) steps += ", " + ten;
    const auto tokenizer =
        TokenizerFolder(Files{{"tokenizer.json", with("{\"type\": \"NFKC\"}", steps, rif::test::k_small_unigram)}}).read();
    BOOST_CHECK_EXCEPTION(tokenizer->encode("a"), rif::Error, [](const rif::Error& e) { return e.slug() == "damaged-tokenizer"; });
}

// RIF_FUZZ_INPUTS and RIF_FUZZ_SEED set how many and which; share/scripts/fuzz_checkpoints tries a million.
BOOST_AUTO_TEST_CASE(mutated_files_are_read_or_refused) {
    const std::size_t inputs = rif::test::fuzz_inputs(100'000);
    rif::Random random = rif::stream(rif::test::fuzz_seed(), {"tokenizer.json"});
    const char* const small[] = {rif::test::k_small_wordpiece, rif::test::k_small_bpe, rif::test::k_small_unigram,
                                 rif::test::k_small_bytes};
    std::size_t read = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
        const std::string json = small[random.below(std::size(small))];
        const std::string changed = random.below(2) ? rif::test::mutated_text(json, random) : rif::test::mutated_json(json, random);
        rif::test::keep_fuzz_input(changed);
        read += survives(changed);
    }
    BOOST_TEST_MESSAGE(read << " of " << inputs << " were read");
    BOOST_TEST(read > inputs / 20);  // both ways are taken
    BOOST_TEST(read < inputs);
}

BOOST_AUTO_TEST_CASE(a_damaged_table_of_normal_forms_is_read_or_refused, *rif::test::needs_data("fixtures")) {
    const std::string model = rif::read_file(rif::test::test_data("fixtures/models/deberta_v3_3label/spm.model"));
    const std::string config = R"({"tokenizer_class": "DebertaV2Tokenizer"})";
    rif::Random random = rif::stream(1, {"spm.model"});
    std::size_t read = 0;
    for (int i = 0; i < 300; ++i) {
        std::string bytes = model;
        for (int n = 0; n < 20; ++n) bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        try {
            const auto tokenizer = TokenizerFolder(Files{{"spm.model", bytes}, {"tokenizer_config.json", config}}).read();
            for (int n = 0; n < 20; ++n) tokenizer->encode(rif::test::random_text(random));
            ++read;
        } catch (const rif::Error&) {
        }
    }
    BOOST_TEST(read > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
