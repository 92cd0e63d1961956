// What the tests of the tokenizers share: golden files, and folders with a tokenizer made on the spot.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <rif/nn/tokenizer/tokenizer.hpp>

#include "support/test_data.hpp"

namespace rif::test {

using Ids = std::vector<std::int64_t>;

/// The tokenizer of fixtures/models/`model`.
std::shared_ptr<const nn::Tokenizer> tokenizer_of(const std::string& model);
/// Texts of fixtures/tokenizers/texts.json.
std::vector<std::string> golden_texts();
/// Checks the ids of all of them against fixtures/tokenizers/`file`; special tokens are not added.
void check_golden(const std::string& file, const nn::Tokenizer& tokenizer);
/// Ids without special tokens around them.
Ids ids_of(const nn::Tokenizer& tokenizer, std::string_view text);

/// A file below RIFAIR_VOCABULARIES (default: vocabularies in the folder build), which share/scripts/vocabularies fills.
std::filesystem::path vocabulary(const std::string& name);
/// Decorator: the case is skipped by name where the vocabulary is not there.
boost::unit_test::decorator::base& needs_vocabulary(const std::string& name);

using Files = std::vector<std::pair<std::string, std::string>>;  // name, contents

/// A folder with these files.
class TokenizerFolder {
public:
    explicit TokenizerFolder(const Files& files);
    std::shared_ptr<const nn::Tokenizer> read() const { return nn::Tokenizer::from_folder(folder_.path()); }
    /// The slug and the message of reading it; empty where it is read.
    std::pair<std::string, std::string> refusal() const;

private:
    TemporaryFolder folder_;
};

}  // namespace rif::test
