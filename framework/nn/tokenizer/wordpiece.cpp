#include <rif/nn/tokenizer/wordpiece.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif::nn {

namespace {

bool is_longer(std::string_view word, std::size_t characters) {
    if (word.size() <= characters) return false;
    const auto starts = std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    return static_cast<std::size_t>(starts) > characters;
}

}  // namespace

WordPiece::WordPiece(Vocabulary vocabulary, const WordPieceSettings& settings)
    : SubwordModel(std::move(vocabulary)), longest_word_(settings.longest_word) {
    const Vocabulary& words = this->vocabulary();
    const auto unknown = words.id(settings.unknown);
    if (!unknown)
        throw Error("damaged-tokenizer", fmt::format("the vocabulary lacks its unknown token '{}'", settings.unknown),
                    "use the checkpoint's original files");
    unknown_ = *unknown;
    for (TokenId id = 0; static_cast<std::size_t>(id) < words.size(); ++id) {
        const std::string_view token = words.token(id);
        if (token.empty()) continue;
        beginnings_.add(token, *words.id(token));
        if (token.starts_with(settings.continuation) && token.size() > settings.continuation.size())
            continuations_.add(token.substr(settings.continuation.size()), *words.id(token));
    }
}

void WordPiece::cut(std::string_view word, std::vector<Piece>& pieces) const {
    const std::size_t before = pieces.size();
    const auto unknown = [&] {
        pieces.resize(before);
        pieces.push_back({unknown_, 0, word.size()});
    };
    if (is_longer(word, longest_word_)) return unknown();
    for (std::size_t at = 0; at < word.size();) {
        const ByteTrie::Match match = (at == 0 ? beginnings_ : continuations_).longest(word.substr(at));
        if (match.value == ByteTrie::k_none) return unknown();
        pieces.push_back({match.value, at, at + match.size});
        at += match.size;
    }
}

}  // namespace rif::nn
