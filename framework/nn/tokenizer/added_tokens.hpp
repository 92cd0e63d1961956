// Tokens that are found in the text before anything else is done: special ones, and those that were added to a finished vocabulary.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/byte_trie.hpp>
#include <rif/nn/tokenizer/vocabulary.hpp>

namespace rif::nn {

struct AddedToken {
    std::string content;
    TokenId id = 0;
    bool single_word = false;  // only where no letter or digit touches it
    bool lstrip = false;       // takes the white space before it
    bool rstrip = false;       // takes the white space after it
    bool normalized = false;   // looked for after normalisation
    bool special = false;      // left out when text is decoded
};

/// A stretch of a text: a token, or what lies between two of them.
struct Section {
    std::optional<TokenId> token;
    ByteSpan span;
};

/// Finds tokens in a text: from the left, the longest first. source: tokenizers, added_vocabulary.rs, find_matches.
class AddedTokenFinder {
public:
    AddedTokenFinder();
    /// pattern: what is looked for (the content, or what normalisation makes of it); nothing is done where it is empty.
    void add(const AddedToken& token, std::string_view pattern);
    bool empty() const { return tokens_.empty(); }
    /// Sections that cover `text`; none is empty.
    std::vector<Section> sections(std::string_view text) const;

private:
    ByteSpan taken(std::string_view text, const AddedToken& token, ByteSpan match, std::size_t from) const;

    ByteTrie trie_;  // to indices of tokens_
    std::vector<AddedToken> tokens_;
    std::array<bool, 256> begins_;  // bytes that a pattern begins with
};

}  // namespace rif::nn
