#include <rif/nn/tokenizer/pre_tokenizer.hpp>

#include <algorithm>
#include <array>

#include <rif/base/normal_form.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

bool is_ascii_punctuation(char32_t c) {
    return (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) || (c >= 0x7B && c <= 0x7E);
}
bool is_punctuation(char32_t c) { return c < 0x80 ? is_ascii_punctuation(c) : is_punctuation_of_unicode_8(c); }

/// Every word is cut by `cut(text of the word, its begin, spans)`.
template <class Cut>
void cut_words(Words& words, Cut cut) {
    std::vector<ByteSpan> spans;
    spans.reserve(words.spans.size() * 2);
    for (const ByteSpan& word : words.spans) cut(word.of(words.text.text()), word.begin, spans);
    words.spans = std::move(spans);
}

/// A stretch of a word that was looked for, or what lies between two of them.
struct Tile {
    ByteSpan span;
    bool is_match;
};

/// Single characters that `is_match`, and what lies between.
template <class Match>
std::vector<Tile> tiles_of(std::string_view word, Match is_match) {
    std::vector<Tile> tiles;
    for (std::size_t at = 0; at < word.size();) {
        const Character c = character_at(word, at);
        const bool match = is_match(c.code);
        if (!match && !tiles.empty() && !tiles.back().is_match)
            tiles.back().span.end += c.size;
        else
            tiles.push_back({{at, at + c.size}, match});
        at += c.size;
    }
    return tiles;
}

/// Tiles put together as `behavior` says; source: tokenizers, normalizer.rs, NormalizedString::split.
void append_tiles(std::vector<Tile> tiles, SplitBehavior behavior, std::size_t begin, std::vector<ByteSpan>& spans) {
    if (behavior == SplitBehavior::merged_with_next) std::ranges::reverse(tiles);
    std::vector<ByteSpan> joined;
    bool before_is_match = false;
    for (const Tile& tile : tiles) {
        const bool joins = !joined.empty() && ((behavior == SplitBehavior::merged_with_previous && tile.is_match && !before_is_match) ||
                                               (behavior == SplitBehavior::merged_with_next && tile.is_match && !before_is_match) ||
                                               (behavior == SplitBehavior::contiguous && tile.is_match == before_is_match));
        if (joins)
            joined.back() = {std::min(joined.back().begin, tile.span.begin), std::max(joined.back().end, tile.span.end)};
        else if (!tile.is_match || behavior != SplitBehavior::removed)
            joined.push_back(tile.span);
        before_is_match = tile.is_match;
    }
    if (behavior == SplitBehavior::merged_with_next) std::ranges::reverse(joined);
    for (const ByteSpan& span : joined) spans.push_back({begin + span.begin, begin + span.end});
}

enum class Kind : unsigned char { word, space, mark };

Kind bert_kind(char32_t c) {
    static const std::array<Kind, 128> ascii = [] {
        std::array<Kind, 128> kinds{};
        for (char32_t i = 0; i < 128; ++i) kinds[i] = is_white_space(i) ? Kind::space : is_punctuation(i) ? Kind::mark : Kind::word;
        return kinds;
    }();
    if (c < 128) return ascii[c];
    return is_white_space(c) ? Kind::space : is_punctuation(c) ? Kind::mark : Kind::word;
}

class BertSplit final : public PreTokenizer {
public:
    void apply(Words& words) const override {
        cut_words(words, [](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            std::size_t start = 0;
            for (std::size_t at = 0; at < word.size();) {
                const Character c = character_at(word, at);
                const Kind kind = bert_kind(c.code);
                if (kind != Kind::word) {
                    if (start < at) spans.push_back({begin + start, begin + at});
                    start = at + c.size;
                    if (kind == Kind::mark) spans.push_back({begin + at, begin + start});
                }
                at += c.size;
            }
            if (start < word.size()) spans.push_back({begin + start, begin + word.size()});
        });
    }
};

class WordSplit final : public PreTokenizer {
public:
    void apply(Words& words) const override {
        cut_words(words, [](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            Kind before = Kind::space;
            for (std::size_t at = 0; at < word.size();) {
                const Character c = character_at(word, at);
                const Kind kind = is_white_space(c.code) ? Kind::space : is_word_character(c.code) ? Kind::word : Kind::mark;
                if (kind != Kind::space && kind == before)
                    spans.back().end += c.size;
                else if (kind != Kind::space)
                    spans.push_back({begin + at, begin + at + c.size});
                before = kind;
                at += c.size;
            }
        });
    }
};

using Predicate = bool (*)(char32_t);

class CharacterSplit final : public PreTokenizer {
public:
    CharacterSplit(Predicate is_match, SplitBehavior behavior) : is_match_(is_match), behavior_(behavior) {}
    void apply(Words& words) const override {
        cut_words(words, [this](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            append_tiles(tiles_of(word, is_match_), behavior_, begin, spans);
        });
    }

private:
    Predicate is_match_;
    SplitBehavior behavior_;
};

class StringSplit final : public PreTokenizer {
public:
    StringSplit(std::string pattern, SplitBehavior behavior) : pattern_(std::move(pattern)), behavior_(behavior) {}
    void apply(Words& words) const override {
        cut_words(words, [this](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            std::vector<Tile> tiles;
            for (std::size_t at = 0; at < word.size();) {
                const std::size_t found = std::min(word.find(pattern_, at), word.size());
                if (at < found) tiles.push_back({{at, found}, false});
                at = found;
                if (found == word.size()) break;
                at += pattern_.size();
                tiles.push_back({{found, at}, true});
            }
            append_tiles(std::move(tiles), behavior_, begin, spans);
        });
    }

private:
    std::string pattern_;
    SplitBehavior behavior_;
};

/// Every word written anew into one text; `write(word, out)`.
template <class Write>
void rewrite_words(Words& words, Write write) {
    AlignedText out;
    out.reserve(words.text.size() + 4 * words.spans.size());
    for (ByteSpan& word : words.spans) {
        const std::size_t begin = out.size();
        write(word, out);
        word = {begin, out.size()};
    }
    words.text = std::move(out);
}

class ByteLevelSplit final : public PreTokenizer {
public:
    ByteLevelSplit(bool prefix_space, std::optional<SplitRule> rule) : prefix_space_(prefix_space), rule_(rule) {}
    void apply(Words& words) const override {
        const auto lacks_space = [&](const ByteSpan& word) { return word.size() > 0 && words.text.text()[word.begin] != ' '; };
        if (prefix_space_ && std::ranges::any_of(words.spans, lacks_space)) {
            rewrite_words(words, [&](const ByteSpan& word, AlignedText& out) {
                const std::size_t begin = words.text.origin(word.begin, word.end).begin;
                if (lacks_space(word)) out.add(' ', {begin, begin});
                out.add(words.text, word.begin, word.end);
            });
        }
        if (!rule_) return;
        cut_words(words, [this](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            const std::size_t first = spans.size();
            append_split(*rule_, word, spans);
            for (std::size_t i = first; i < spans.size(); ++i) spans[i] = {spans[i].begin + begin, spans[i].end + begin};
        });
    }

private:
    bool prefix_space_;
    std::optional<SplitRule> rule_;
};

class MetaspaceSplit final : public PreTokenizer {
public:
    explicit MetaspaceSplit(Metaspace settings) : settings_(std::move(settings)) {}
    void apply(Words& words) const override {
        rewrite_words(words, [&](const ByteSpan& word, AlignedText& out) { write(words, word, out); });
        if (!settings_.split) return;
        cut_words(words, [&](std::string_view word, std::size_t begin, std::vector<ByteSpan>& spans) {
            for (std::size_t at = 0; at < word.size();) {
                const std::size_t next = std::min(word.find(settings_.replacement, at + 1), word.size());
                spans.push_back({begin + at, begin + next});
                at = next;
            }
        });
    }

private:
    void write(const Words& words, const ByteSpan& word, AlignedText& out) const {
        const std::string_view text = word.of(words.text.text());
        const bool wants_prefix = settings_.prefix == Metaspace::Prefix::always ||
                                  (settings_.prefix == Metaspace::Prefix::first && words.begins_text && word.begin == 0);
        if (wants_prefix && !text.empty() && text.front() != ' ' && !text.starts_with(settings_.replacement)) {
            const std::size_t begin = words.text.origin(word.begin, word.begin + 1).begin;
            out.add(settings_.replacement, {begin, begin});
        }
        for (std::size_t at = word.begin; at < word.end;) {
            const std::size_t space = std::min(words.text.text().find(' ', at), word.end);
            out.add(words.text, at, space);
            at = space;
            if (space == word.end) break;
            ++at;
            out.add(settings_.replacement, words.text.origin(space, at));
        }
    }

    Metaspace settings_;
};

}  // namespace

std::optional<SplitBehavior> split_behavior(std::string_view name) {
    using enum SplitBehavior;
    if (name == "Removed" || name == "removed") return removed;
    if (name == "Isolated" || name == "isolated") return isolated;
    if (name == "MergedWithPrevious" || name == "merged_with_previous") return merged_with_previous;
    if (name == "MergedWithNext" || name == "merged_with_next") return merged_with_next;
    if (name == "Contiguous" || name == "contiguous") return contiguous;
    return std::nullopt;
}

std::unique_ptr<PreTokenizer> bert_pre_tokenizer() { return std::make_unique<BertSplit>(); }
std::unique_ptr<PreTokenizer> word_pre_tokenizer() { return std::make_unique<WordSplit>(); }
std::unique_ptr<PreTokenizer> white_space_pre_tokenizer() {
    return std::make_unique<CharacterSplit>(is_white_space, SplitBehavior::removed);
}
std::unique_ptr<PreTokenizer> punctuation_pre_tokenizer(SplitBehavior behavior) {
    return std::make_unique<CharacterSplit>(is_punctuation, behavior);
}
std::unique_ptr<PreTokenizer> digits_pre_tokenizer(bool one_by_one) {
    return std::make_unique<CharacterSplit>(is_number, one_by_one ? SplitBehavior::isolated : SplitBehavior::contiguous);
}
std::unique_ptr<PreTokenizer> string_pre_tokenizer(std::string pattern, SplitBehavior behavior) {
    return std::make_unique<StringSplit>(std::move(pattern), behavior);
}
std::unique_ptr<PreTokenizer> byte_level_pre_tokenizer(bool prefix_space, std::optional<SplitRule> rule) {
    return std::make_unique<ByteLevelSplit>(prefix_space, rule);
}
std::unique_ptr<PreTokenizer> metaspace_pre_tokenizer(Metaspace settings) { return std::make_unique<MetaspaceSplit>(std::move(settings)); }

}  // namespace rif::nn
