// Every golden tokenization: the ids that the reference tokenizers give.
#include <boost/test/unit_test.hpp>

#include <boost/json.hpp>

#include <rif/base/file.hpp>
#include <rif/nn/tokenizer/tokenizer.hpp>

#include "support/test_data.hpp"

using rif::nn::Tokenizer;
using rif::test::test_data;
namespace json = boost::json;

namespace {

using Ids = std::vector<std::int64_t>;

json::value read(const std::filesystem::path& file) { return json::parse(rif::read_file(file)); }

std::shared_ptr<const Tokenizer> tokenizer_of(const std::string& model) {
    return Tokenizer::from_folder(test_data("fixtures/models/" + model));
}

/// Compares all texts of a golden file; special tokens are not added.
void check_golden(const std::string& file, const Tokenizer& tokenizer) {
    const json::value texts = read(test_data("fixtures/tokenizers/texts.json")), golden = read(test_data("fixtures/tokenizers/" + file));
    const auto& cases = golden.at("cases").as_array();
    BOOST_TEST(cases.size() == 325U);
    for (const json::value& one : cases) {
        const std::string text(texts.at(one.at("i").to_number<std::size_t>()).at("text").as_string());
        const auto encoding = tokenizer.encode(text, std::nullopt, Tokenizer::k_no_limit, false);
        BOOST_TEST_CONTEXT("text " << one.at("i")) {
            BOOST_TEST(encoding.ids == json::value_to<Ids>(one.at("ids")), boost::test_tools::per_element());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden, *rif::test::needs_data("fixtures"))

BOOST_AUTO_TEST_CASE(texts_become_the_ids_of_the_reference) {
    for (const auto& entry : std::filesystem::directory_iterator(test_data("fixtures/tokenizers"))) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with("tiny_")) continue;
        const std::string model = file.substr(5, file.size() - 10);
        BOOST_TEST_CONTEXT(model) { check_golden(file, *tokenizer_of(model)); }
    }
}

BOOST_AUTO_TEST_CASE(every_case_of_every_checkpoint_has_the_ids_masks_and_types_of_the_reference) {
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_data("fixtures/models"))) {
        const auto tokenizer = Tokenizer::from_folder(entry.path());
        const json::value expected = read(entry.path() / "expected.json");
        const auto max_length = expected.at("max_length").to_number<std::size_t>();
        BOOST_TEST_CONTEXT(entry.path().filename().string()) {
            BOOST_TEST(tokenizer->max_length().value_or(0) == max_length);
            for (const json::value& one : expected.at("cases").as_array()) {
                std::optional<std::string_view> pair;
                if (one.at("text_pair").is_string()) pair = one.at("text_pair").as_string();
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

BOOST_AUTO_TEST_SUITE_END()
