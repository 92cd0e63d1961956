#include "support.hpp"

#include <cstdlib>
#include <fstream>

#include <boost/json.hpp>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

namespace rif::test {

namespace json = boost::json;
using nn::Tokenizer;

std::shared_ptr<const Tokenizer> tokenizer_of(const std::string& model) {
    return Tokenizer::from_folder(test_data("fixtures/models/" + model));
}

std::vector<std::string> golden_texts() {
    std::vector<std::string> texts;
    const json::value file = json::parse(read_file(test_data("fixtures/tokenizers/texts.json")));
    for (const json::value& one : file.as_array()) texts.emplace_back(one.at("text").as_string());
    return texts;
}

Ids ids_of(const Tokenizer& tokenizer, std::string_view text) {
    return tokenizer.encode(text, std::nullopt, Tokenizer::k_no_limit, false).ids;
}

void check_golden(const std::string& file, const Tokenizer& tokenizer) {
    const std::vector<std::string> texts = golden_texts();
    const json::value golden = json::parse(read_file(test_data("fixtures/tokenizers/" + file)));
    const auto& cases = golden.at("cases").as_array();
    BOOST_TEST(cases.size() == 325U);
    for (const json::value& one : cases) {
        const auto i = one.at("i").to_number<std::size_t>();
        BOOST_TEST_CONTEXT("text " << i) {
            BOOST_TEST(ids_of(tokenizer, texts.at(i)) == json::value_to<Ids>(one.at("ids")), boost::test_tools::per_element());
        }
    }
}

std::filesystem::path vocabulary(const std::string& name) {
    const char* named = std::getenv("RIFAIR_VOCABULARIES");
    return (named ? std::filesystem::path(named) : source_folder() / "build" / "vocabularies") / name;
}

boost::unit_test::decorator::base& needs_vocabulary(const std::string& name) {
    const auto there = [name](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result result = std::filesystem::exists(vocabulary(name));
        if (!result) result.message() << "share/scripts/vocabularies has not fetched " << name;
        return result;
    };
    static std::vector<std::unique_ptr<boost::unit_test::decorator::precondition>> kept;
    kept.push_back(std::make_unique<boost::unit_test::decorator::precondition>(there));
    return *kept.back();
}

TokenizerFolder::TokenizerFolder(const Files& files) {
    for (const auto& [name, contents] : files) std::ofstream(folder_ / name, std::ios::binary) << contents;
}

std::pair<std::string, std::string> TokenizerFolder::refusal() const {
    try {
        read();
    } catch (const Error& error) {
        BOOST_TEST(!error.help().empty());
        return {error.slug(), error.message()};
    }
    return {};
}

}  // namespace rif::test
