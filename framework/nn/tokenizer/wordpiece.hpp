// WordPiece: from the left, always the longest token that fits.
#pragma once

#include <string>

#include <rif/nn/tokenizer/byte_trie.hpp>
#include <rif/nn/tokenizer/subword_model.hpp>

namespace rif::nn {

struct WordPieceSettings {
    std::string unknown = "[UNK]";
    std::string continuation = "##";  // how tokens are spelled that do not begin a word
    std::size_t longest_word = 100;   // characters; a longer one is unknown
};

/// source: Schuster & Nakajima 2012; Devlin et al. 2019, tokenization.py.
class WordPiece final : public SubwordModel {
public:
    /// errors: rif::Error "damaged-tokenizer" where the vocabulary lacks the unknown token.
    WordPiece(Vocabulary vocabulary, const WordPieceSettings& settings);
    void cut(std::string_view word, std::vector<Piece>& pieces) const override;

private:
    ByteTrie beginnings_, continuations_;
    TokenId unknown_ = 0;
    std::size_t longest_word_;
};

}  // namespace rif::nn
