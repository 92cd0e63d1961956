#include <rif/nn/tokenizer/bpe.hpp>

#include <algorithm>
#include <queue>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/byte_level.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr std::size_t k_short_word = 40;  // symbols; up to here looking through all pairs is faster than a queue

[[noreturn]] void damaged(std::string message) {
    throw Error("damaged-tokenizer", std::move(message), "use the checkpoint's original files");
}

}  // namespace

Bpe::Bpe(Vocabulary vocabulary, const std::vector<Merge>& merges, const BpeSettings& settings)
    : SubwordModel(std::move(vocabulary)), settings_(settings) {
    const Vocabulary& words = this->vocabulary();
    for (unsigned byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        of_byte_[byte] = words.id(spelled_bytes({&c, 1})).value_or(-1);
    }
    if (settings_.unknown) {
        const auto unknown = words.id(*settings_.unknown);
        if (!unknown) damaged(fmt::format("the vocabulary lacks its unknown token '{}'", *settings_.unknown));
        unknown_ = *unknown;
    }
    if (settings_.byte_fallback) fallback_ = byte_tokens(words);
    for (std::size_t rank = 0; rank < merges.size(); ++rank) add_rule(merges[rank], static_cast<std::uint32_t>(rank));
}

void Bpe::add_rule(const Merge& merge, std::uint32_t rank) {
    const auto known = [&](std::string_view token) {
        const auto id = vocabulary().id(token);
        if (!id)
            damaged(fmt::format("merge {} ('{}' and '{}') needs the token '{}', which is not in the vocabulary", rank + 1, merge.first,
                                merge.second, token));
        return *id;
    };
    const TokenId left = known(merge.first), right = known(merge.second);
    const TokenId merged = known(std::string(merge.first) + std::string(merge.second));
    rules_[std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right)] = {rank, merged};
}

/// An unknown character: its bytes where there is a token for each, else the unknown token, else nothing.
void Bpe::add_unknown(std::string_view word, std::size_t begin, std::size_t end, std::vector<Piece>& symbols) const {
    const auto token = [&](std::size_t i) { return fallback_[static_cast<unsigned char>(word[i])]; };
    bool is_spelled = !fallback_.empty();
    for (std::size_t i = begin; i < end && is_spelled; ++i) is_spelled = token(i) >= 0;
    if (is_spelled) {
        for (std::size_t i = begin; i < end; ++i) symbols.push_back({token(i), i, i + 1});
    } else if (unknown_ >= 0) {
        const bool is_run = settings_.fuse_unknown && !symbols.empty() && symbols.back().id == unknown_ && symbols.back().end == begin;
        if (is_run)
            symbols.back().end = end;
        else
            symbols.push_back({unknown_, begin, end});
    }
}

void Bpe::begin(std::string_view word, std::vector<Piece>& symbols) const {
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t size = settings_.byte_level ? 1 : character_size(word[at]);
        const TokenId id =
            settings_.byte_level ? of_byte_[static_cast<unsigned char>(word[at])] : vocabulary().id(word.substr(at, size)).value_or(-1);
        if (id >= 0)
            symbols.push_back({id, at, at + size});
        else
            add_unknown(word, at, at + size, symbols);
        at += size;
    }
}

/// Merges in place the symbols from `first` on: again and again the leftmost pair of the lowest rank.
void Bpe::merge_short(std::vector<Piece>& symbols, std::size_t first) const {
    std::size_t count = symbols.size() - first;
    Piece* symbol = symbols.data() + first;
    std::array<Rule, k_short_word> rules;  // rules[i]: of symbols i and i + 1
    for (std::size_t i = 0; i + 1 < count; ++i) rules[i] = rule(symbol[i].id, symbol[i + 1].id);
    while (count > 1) {
        const auto* best =
            std::min_element(rules.begin(), rules.begin() + count - 1, [](const Rule& a, const Rule& b) { return a.rank < b.rank; });
        if (best->merged < 0) break;
        const auto i = static_cast<std::size_t>(best - rules.begin());
        symbol[i] = {best->merged, symbol[i].begin, symbol[i + 1].end};
        std::move(symbol + i + 2, symbol + count, symbol + i + 1);
        if (i + 2 < count) std::move(rules.begin() + i + 2, rules.begin() + count - 1, rules.begin() + i + 1);
        --count;
        if (i > 0) rules[i - 1] = rule(symbol[i - 1].id, symbol[i].id);
        if (i + 1 < count) rules[i] = rule(symbol[i].id, symbol[i + 1].id);
    }
    symbols.resize(first + count);
}

/// Symbols as a chain, so that a merge costs the same in a word of any length.
struct Bpe::Symbols {
    static constexpr std::size_t k_none = SIZE_MAX;
    std::vector<Piece> pieces;
    std::vector<std::size_t> before, after;  // neighbours; k_none: none
    std::vector<char> is_gone;
};

namespace {

struct Candidate {
    std::uint32_t rank;
    std::size_t at;
    TokenId left, right;
    bool operator<(const Candidate& other) const { return rank != other.rank ? rank > other.rank : at > other.at; }
};

}  // namespace

void Bpe::merge_long(std::vector<Piece>& symbols, std::size_t first) const {
    Symbols chain{{symbols.begin() + static_cast<std::ptrdiff_t>(first), symbols.end()}, {}, {}, {}};
    const std::size_t count = chain.pieces.size();
    chain.is_gone.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        chain.before.push_back(i == 0 ? Symbols::k_none : i - 1);
        chain.after.push_back(i + 1 == count ? Symbols::k_none : i + 1);
    }
    std::priority_queue<Candidate> queue;
    const auto offer = [&](std::size_t at) {
        if (at == Symbols::k_none || chain.after[at] == Symbols::k_none) return;
        const TokenId left = chain.pieces[at].id, right = chain.pieces[chain.after[at]].id;
        const Rule found = rule(left, right);
        if (found.merged >= 0) queue.push({found.rank, at, left, right});
    };
    for (std::size_t i = 0; i < count; ++i) offer(i);
    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        const std::size_t next = chain.is_gone[best.at] ? Symbols::k_none : chain.after[best.at];
        if (next == Symbols::k_none || chain.pieces[best.at].id != best.left || chain.pieces[next].id != best.right) continue;
        chain.pieces[best.at].id = rule(best.left, best.right).merged;
        chain.pieces[best.at].end = chain.pieces[next].end;
        chain.is_gone[next] = 1;
        chain.after[best.at] = chain.after[next];
        if (chain.after[next] != Symbols::k_none) chain.before[chain.after[next]] = best.at;
        offer(chain.before[best.at]);
        offer(best.at);
    }
    symbols.resize(first);
    for (std::size_t i = 0; i < count; ++i)
        if (!chain.is_gone[i]) symbols.push_back(chain.pieces[i]);
}

void Bpe::cut(std::string_view word, std::vector<Piece>& pieces) const {
    if (settings_.whole_words) {
        const auto whole = vocabulary().id(settings_.byte_level ? std::string_view(spelled_bytes(word)) : word);
        if (whole) return pieces.push_back({*whole, 0, word.size()});
    }
    const std::size_t first = pieces.size();
    begin(word, pieces);
    if (pieces.size() - first <= k_short_word)
        merge_short(pieces, first);
    else
        merge_long(pieces, first);
}

}  // namespace rif::nn
