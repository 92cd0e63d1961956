// A WordPiece vocabulary learned from texts: the pieces that the most words are made of.
// Source: Schuster & Nakajima 2012 by the rule of Sennrich et al. 2016 (the most frequent pair of neighbours becomes one piece), which is
// what the tokenizers library does too; where two pairs are as frequent, the earlier in byte order is joined, so that the result is fixed.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace rif::nn {

struct WordPieceLearning {
    std::size_t size = 8000;        // pieces at most, special ones counted; never fewer than the letters need
    std::size_t letters = 1000;     // most frequent characters that have a piece of their own; a word with another one is unknown
    std::size_t minimum_count = 2;  // a pair that stands fewer times is not joined
    bool lowercase = true;          // and without accents
};

/// In the order of their ids: [PAD] [UNK] [CLS] [SEP] [MASK], characters, then joined pieces; "##" before those inside a word.
/// texts: UTF-8. The same texts and settings give the same pieces, on any machine.
std::vector<std::string> learn_wordpiece(std::span<const std::string> texts, const WordPieceLearning& settings);

/// The contents of a tokenizer.json for such pieces, as BERT's: text cleaned, words cut at white space and punctuation, [CLS] text [SEP].
std::string wordpiece_tokenizer_json(std::span<const std::string> pieces, bool lowercase);

}  // namespace rif::nn
