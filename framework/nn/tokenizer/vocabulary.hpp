// Tokens by id and ids by token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/nn/tokenizer/flat_map.hpp>

namespace rif::nn {

using TokenId = std::int32_t;

class Vocabulary {
public:
    /// Gives `token` this id. Where two tokens claim one id, the later names it; where one token has two ids, it keeps the first.
    /// errors: rif::Error "damaged-tokenizer" for an id below 0 or above k_largest_id.
    void add(std::string_view token, std::int64_t id);

    std::optional<TokenId> id(std::string_view token) const;
    /// The token as the vocabulary spells it; empty for an id that is none.
    std::string_view token(TokenId id) const;
    /// One above the largest id.
    std::size_t size() const { return places_.size(); }

    static constexpr std::int64_t k_largest_id = 16'777'215;  // the largest published vocabulary has 262,144 tokens

private:
    struct Place {
        std::size_t begin = 0;
        std::uint32_t size = 0;
    };
    struct Ids {
        TokenId first = -1;
    };
    std::uint64_t key(std::string_view token, std::uint64_t attempt) const;

    std::string letters_;        // all tokens, one after the other
    std::vector<Place> places_;  // by id
    FlatMap<Ids> ids_;           // by hash of the token
};

}  // namespace rif::nn
