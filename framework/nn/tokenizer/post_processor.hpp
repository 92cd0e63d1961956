// What stands around the tokens of a text or of a pair: special tokens and token types.
#pragma once

#include <vector>

#include <rif/nn/tokenizer/vocabulary.hpp>

namespace rif::nn {

struct TemplatePart {
    enum class What { special, first, second };
    What what = What::first;
    std::vector<TokenId> ids;  // of a special token
    std::int64_t type = 0;
};

struct Template {
    std::vector<TemplatePart> single = {{TemplatePart::What::first, {}, 0}};
    std::vector<TemplatePart> pair = {{TemplatePart::What::first, {}, 0}, {TemplatePart::What::second, {}, 1}};

    /// Special tokens that one text or a pair is given.
    static std::size_t specials(const std::vector<TemplatePart>& parts);
};

/// How many tokens of each text stay, of `first` and `second`, with room for `budget`: the longer gives way first; where both give
/// way, half stays of each, and an odd token goes to the longer. source: tokenizers, truncation.rs, LongestFirst.
struct Lengths {
    std::size_t first, second;
};
Lengths truncated_lengths(std::size_t first, std::size_t second, std::size_t budget);

}  // namespace rif::nn
