#include <rif/nn/tokenizer/unigram.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/byte_level.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr double k_unknown_penalty = 10.0;  // SentencePiece, unigram_model.cc: kUnkPenalty

[[noreturn]] void damaged(std::string message) {
    throw Error("damaged-tokenizer", std::move(message), "use the checkpoint's original files");
}

}  // namespace

/// The best way to cut what ends here.
struct Unigram::Node {
    double score = 0;
    std::size_t begin = SIZE_MAX;  // of its last token; SIZE_MAX: nothing ends here
    TokenId id = 0;

    void offer(double better, std::size_t from, TokenId token) {
        if (begin == SIZE_MAX || better > score) *this = {better, from, token};
    }
};

Unigram::Unigram(Vocabulary vocabulary, std::vector<double> scores, std::optional<std::int64_t> unknown, bool byte_fallback)
    : SubwordModel(std::move(vocabulary)), scores_(std::move(scores)) {
    const Vocabulary& words = this->vocabulary();
    if (unknown && (*unknown < 0 || static_cast<std::size_t>(*unknown) >= words.size()))
        damaged(fmt::format("the unknown token has the id {}, and the vocabulary has {} tokens", *unknown, words.size()));
    if (unknown) unknown_ = static_cast<TokenId>(*unknown);
    scores_.resize(words.size());
    double lowest = scores_.empty() ? 0 : scores_.front();
    for (TokenId id = 0; static_cast<std::size_t>(id) < words.size(); ++id) {
        const double score = scores_[static_cast<std::size_t>(id)];
        if (!std::isfinite(score)) damaged(fmt::format("the score of token {} is no number", id));
        lowest = std::min(lowest, score);
        if (!words.token(id).empty()) trie_.add(words.token(id), *words.id(words.token(id)));
    }
    unknown_score_ = lowest - k_unknown_penalty;
    if (byte_fallback) bytes_ = byte_tokens(words);
}

void Unigram::search(std::string_view word, std::vector<Node>& nodes) const {
    for (std::size_t begin = 0; begin < word.size();) {
        const std::size_t next = begin + character_size(word[begin]);
        const double here = nodes[begin].score;
        bool is_covered = false;
        ByteTrie::Node node = ByteTrie::k_root;
        for (std::size_t i = begin; i < word.size(); ++i) {
            node = trie_.step(node, word[i]);
            if (node == ByteTrie::k_nowhere) break;
            const std::int32_t id = trie_.value(node);
            if (id == ByteTrie::k_none) continue;
            nodes[i + 1].offer(here + scores_[static_cast<std::size_t>(id)], begin, id);
            is_covered = is_covered || i + 1 == next;
        }
        if (!is_covered) nodes[next].offer(here + unknown_score_, begin, unknown_.value_or(ByteTrie::k_none));
        begin = next;
    }
}

/// False where a byte has no token of its own.
bool Unigram::add_bytes(std::string_view word, std::size_t begin, std::size_t end, std::vector<Piece>& reversed) const {
    const auto token = [&](std::size_t i) { return bytes_[static_cast<unsigned char>(word[i])]; };
    if (bytes_.empty()) return false;
    for (std::size_t i = begin; i < end; ++i)
        if (token(i) < 0) return false;
    for (std::size_t i = end; i-- > begin;) reversed.push_back({token(i), i, i + 1});
    return true;
}

void Unigram::cut(std::string_view word, std::vector<Piece>& pieces) const {
    std::vector<Node> nodes(word.size() + 1);
    search(word, nodes);
    const std::size_t before = pieces.size();
    for (std::size_t end = word.size(); end > 0;) {  // from the last token to the first
        std::size_t begin = nodes[end].begin;
        const TokenId id = nodes[end].id;
        const bool is_unknown = id == unknown_.value_or(ByteTrie::k_none);
        while (is_unknown && begin > 0 && nodes[begin].id == id) begin = nodes[begin].begin;
        if (is_unknown && !add_bytes(word, begin, end, pieces)) {
            if (!unknown_) damaged("a text holds a character that no token covers, and there is no unknown token");
            pieces.push_back({id, begin, end});
        } else if (!is_unknown) {
            pieces.push_back({id, begin, end});
        }
        end = begin;
    }
    std::reverse(pieces.begin() + static_cast<std::ptrdiff_t>(before), pieces.end());
}

}  // namespace rif::nn
