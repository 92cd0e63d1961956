// Unigram: of all ways to cut a word the one whose tokens are most probable together.
#pragma once

#include <optional>

#include <rif/nn/tokenizer/byte_trie.hpp>
#include <rif/nn/tokenizer/subword_model.hpp>

namespace rif::nn {

/// source: Kudo 2018; SentencePiece, unigram_model.cc (EncodeOptimized). A run of unknown characters is one unknown token.
class Unigram final : public SubwordModel {
public:
    /// scores: log-probability of each token, by id. unknown: its id. byte_fallback: what is unknown is spelled in tokens <0x00> to <0xFF>.
    /// errors: rif::Error "damaged-tokenizer" where `unknown` is no id or a score is not a number.
    Unigram(Vocabulary vocabulary, std::vector<double> scores, std::optional<std::int64_t> unknown, bool byte_fallback);
    void cut(std::string_view word, std::vector<Piece>& pieces) const override;

private:
    struct Node;
    void search(std::string_view word, std::vector<Node>& nodes) const;
    bool add_bytes(std::string_view word, std::size_t begin, std::size_t end, std::vector<Piece>& reversed) const;

    ByteTrie trie_;
    std::vector<double> scores_;
    double unknown_score_ = 0;
    std::optional<TokenId> unknown_;
    std::vector<TokenId> bytes_;  // tokens of the 256 bytes; empty: no fallback
};

}  // namespace rif::nn
