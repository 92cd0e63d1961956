#include <rif/nn/tokenizer/vocabulary.hpp>

#include <functional>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif::nn {

/// Tokens of equal hash are told apart by the number of the attempt.
std::uint64_t Vocabulary::key(std::string_view token, std::uint64_t attempt) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
    return (std::hash<std::string_view>{}(token) + attempt * golden) & (UINT64_MAX >> 1);
}

void Vocabulary::add(std::string_view token, std::int64_t id) {
    if (id < 0 || id > k_largest_id)
        throw Error("damaged-tokenizer", fmt::format("a token has the id {}, and ids go from 0 to {}", id, k_largest_id),
                    "use the checkpoint's original files");
    if (static_cast<std::size_t>(id) >= places_.size()) places_.resize(static_cast<std::size_t>(id) + 1);
    places_[static_cast<std::size_t>(id)] = {letters_.size(), static_cast<std::uint32_t>(token.size())};
    letters_ += token;
    for (std::uint64_t attempt = 0;; ++attempt) {
        Ids& ids = ids_[key(token, attempt)];
        if (ids.first < 0) ids.first = static_cast<TokenId>(id);
        if (this->token(ids.first) == token) return;
    }
}

std::optional<TokenId> Vocabulary::id(std::string_view token) const {
    for (std::uint64_t attempt = 0;; ++attempt) {
        const Ids* ids = ids_.find(key(token, attempt));
        if (!ids) return std::nullopt;
        if (this->token(ids->first) == token) return ids->first;
    }
}

std::string_view Vocabulary::token(TokenId id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= places_.size()) return {};
    const Place& place = places_[static_cast<std::size_t>(id)];
    return std::string_view(letters_).substr(place.begin, place.size);
}

}  // namespace rif::nn
