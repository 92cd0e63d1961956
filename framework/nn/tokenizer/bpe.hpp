// Byte pair encoding: a word begins as bytes (or characters), and the neighbours that were learned earliest are merged first.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rif/nn/tokenizer/flat_map.hpp>
#include <rif/nn/tokenizer/subword_model.hpp>

namespace rif::nn {

struct BpeSettings {
    bool byte_level = true;              // a word begins as bytes, spelled as GPT-2 spells them; false: as characters
    bool byte_fallback = false;          // an unknown character is spelled in tokens <0x00> to <0xFF>
    bool fuse_unknown = false;           // a run of unknown characters is one unknown token
    bool whole_words = false;            // a word that is a token is not merged ("ignore_merges")
    std::optional<std::string> unknown;  // where there is none, what is unknown is left out
};

/// source: Sennrich et al. 2016; Radford et al. 2019.
class Bpe final : public SubwordModel {
public:
    using Merge = std::pair<std::string_view, std::string_view>;
    /// merges: in the order in which they were learned.
    /// errors: rif::Error "damaged-tokenizer" where a merge or the unknown token is not in the vocabulary.
    Bpe(Vocabulary vocabulary, const std::vector<Merge>& merges, const BpeSettings& settings);
    void cut(std::string_view word, std::vector<Piece>& pieces) const override;

private:
    struct Rule {
        std::uint32_t rank = UINT32_MAX;  // 0: learned first
        TokenId merged = -1;
    };
    struct Symbols;
    void add_rule(const Merge& merge, std::uint32_t rank);
    void begin(std::string_view word, std::vector<Piece>& symbols) const;
    void add_unknown(std::string_view word, std::size_t begin, std::size_t end, std::vector<Piece>& symbols) const;
    void merge_short(std::vector<Piece>& symbols, std::size_t first) const;
    void merge_long(std::vector<Piece>& symbols, std::size_t first) const;
    Rule rule(TokenId left, TokenId right) const {
        const Rule* found = rules_.find(std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right));
        return found ? *found : Rule{};
    }

    BpeSettings settings_;
    FlatMap<Rule> rules_;               // by left id, right id
    std::array<TokenId, 256> of_byte_;  // byte-level: the token of each byte, -1 where there is none
    std::vector<TokenId> fallback_;     // empty: none
    TokenId unknown_ = -1;
};

}  // namespace rif::nn
