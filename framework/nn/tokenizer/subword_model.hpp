// How a word becomes tokens: WordPiece, byte pair encoding, unigram. Each knows its vocabulary.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <rif/nn/tokenizer/vocabulary.hpp>

namespace rif::nn {

/// A token of a word: bytes [begin, end) of the word.
struct Piece {
    TokenId id;
    std::size_t begin, end;
};

class SubwordModel {
public:
    virtual ~SubwordModel() = default;
    /// Appends the tokens of `word` in order. word: UTF-8, not empty. Safe from many threads.
    virtual void cut(std::string_view word, std::vector<Piece>& pieces) const = 0;
    const Vocabulary& vocabulary() const { return vocabulary_; }

protected:
    explicit SubwordModel(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

private:
    Vocabulary vocabulary_;
};

}  // namespace rif::nn
