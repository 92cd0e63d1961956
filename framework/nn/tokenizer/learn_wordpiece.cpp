#include <rif/nn/tokenizer/learn_wordpiece.hpp>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/core.h>

#include <rif/base/json.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/normalizer.hpp>
#include <rif/nn/tokenizer/pre_tokenizer.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr std::string_view k_special[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
constexpr std::string_view k_inside = "##";  // before a piece that does not begin a word
constexpr std::size_t k_longest_word = 100;  // characters; a longer one is unknown to the tokenizer anyway
constexpr std::size_t k_longest_piece = 64;  // bytes
using PieceId = std::uint32_t;
using Pair = std::pair<PieceId, PieceId>;

/// How often each word stands in the texts, cut and cleaned as the tokenizer will do it; in byte order.
std::map<std::string, std::size_t> word_counts(std::span<const std::string> texts, bool lowercase) {
    const auto normalizer = bert_normalizer({true, true, lowercase, lowercase});
    const auto cutter = bert_pre_tokenizer();
    std::map<std::string, std::size_t> result;
    for (const std::string& text : texts) {
        const std::string_view valid = std::string_view(text).substr(0, first_invalid_utf8(text));
        Words words{AlignedText(valid, 0), {}, true};
        normalizer->apply(words.text);
        words.spans = {{0, words.text.size()}};
        if (words.text.empty()) continue;
        cutter->apply(words);
        for (const ByteSpan& span : words.spans) ++result[std::string(span.of(words.text.text()))];
    }
    return result;
}

std::vector<std::string> letters_of(std::string_view word) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t length = std::min(character_size(word[at]), word.size() - at);
        result.emplace_back(word.substr(at, length));
        at += length;
    }
    return result;
}

/// Words as pieces, and the pairs of neighbours in them.
class Learner {
public:
    Learner(const std::map<std::string, std::size_t>& counts, const WordPieceLearning& settings) : settings_(settings) {
        for (const std::string_view special : k_special) pieces_.emplace_back(special);
        add_letters(counts);
        for (const auto& [word, count] : counts) add_word(word, count);
        for (std::size_t word = 0; word < words_.size(); ++word) {
            for (std::size_t i = 1; i < words_[word].pieces.size(); ++i)
                change({words_[word].pieces[i - 1], words_[word].pieces[i]}, word, static_cast<std::int64_t>(words_[word].count));
        }
        offer_changed();
    }

    std::vector<std::string> pieces() && {
        while (pieces_.size() < settings_.size && !waiting_.empty()) {
            const Offer best = waiting_.top();
            waiting_.pop();
            const auto found = pairs_.find(best.pair);
            if (found == pairs_.end() || found->second.count != best.count) continue;  // its count has changed since
            if (best.count < static_cast<std::int64_t>(settings_.minimum_count)) break;
            join(best.pair);
        }
        return std::move(pieces_);
    }

private:
    struct Word {
        std::vector<PieceId> pieces;
        std::size_t count;
    };
    struct PairPlaces {
        std::int64_t count = 0;
        std::set<std::size_t> words;  // that have it, or had it
    };
    struct Offer {
        std::int64_t count;
        std::string text, left;  // of the joined piece and its first half: ties go to the smaller
        Pair pair;
        bool operator<(const Offer& other) const {
            if (count != other.count) return count < other.count;
            return std::tie(other.text, other.left) < std::tie(text, left);
        }
    };

    void add_letters(const std::map<std::string, std::size_t>& counts) {
        std::map<std::string, std::size_t> letters;  // by character, wherever it stands
        std::set<std::string> spelled;               // "a", "##a": those that occur
        for (const auto& [word, count] : counts) {
            const std::vector<std::string> all = letters_of(word);
            if (all.size() > k_longest_word) continue;
            for (std::size_t i = 0; i < all.size(); ++i) {
                letters[all[i]] += count;
                spelled.insert(i == 0 ? all[i] : std::string(k_inside) + all[i]);
            }
        }
        std::vector<std::pair<std::string, std::size_t>> order(letters.begin(), letters.end());
        std::ranges::stable_sort(order, std::greater{}, &std::pair<std::string, std::size_t>::second);
        if (order.size() > settings_.letters) order.resize(settings_.letters);
        std::ranges::sort(order);
        for (const std::string_view prefix : {std::string_view(), k_inside}) {
            for (const auto& [letter, count] : order) {
                const std::string text = std::string(prefix) + letter;
                if (!spelled.contains(text)) continue;
                letters_.emplace(text, static_cast<PieceId>(pieces_.size()));
                pieces_.push_back(text);
            }
        }
    }

    void add_word(const std::string& word, std::size_t count) {
        Word result{{}, count};
        const std::vector<std::string> all = letters_of(word);
        if (all.size() > k_longest_word) return;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto found = letters_.find(i == 0 ? all[i] : std::string(k_inside) + all[i]);
            if (found == letters_.end()) return;  // the tokenizer will not know the word
            result.pieces.push_back(found->second);
        }
        if (result.pieces.size() > 1) words_.push_back(std::move(result));
    }

    void change(const Pair& pair, std::size_t word, std::int64_t by) {
        PairPlaces& places = pairs_[pair];
        places.count += by;
        if (by > 0) places.words.insert(word);
        changed_.insert(pair);
    }

    void offer_changed() {
        for (const Pair& pair : changed_) {
            const std::int64_t count = pairs_.at(pair).count;
            if (count > 0) waiting_.push({count, joined(pair), pieces_[pair.first], pair});
        }
        changed_.clear();
    }

    std::string joined(const Pair& pair) const { return pieces_[pair.first] + pieces_[pair.second].substr(k_inside.size()); }

    /// Makes one piece of the pair, wherever it stands.
    void join(const Pair& pair) {
        const std::string text = joined(pair);
        const std::set<std::size_t> words = std::move(pairs_.at(pair).words);
        pairs_.erase(pair);
        if (text.size() > k_longest_piece) return;
        const auto [at, is_new] = letters_.emplace(text, static_cast<PieceId>(pieces_.size()));
        if (is_new) pieces_.push_back(text);  // the same letters may be joined along two ways
        for (const std::size_t word : words) join_in(word, pair, at->second);
        changed_.erase(pair);
        offer_changed();
    }

    void join_in(std::size_t number, const Pair& pair, PieceId piece) {
        Word& word = words_[number];
        const auto count = static_cast<std::int64_t>(word.count);
        std::vector<PieceId> now;
        for (std::size_t i = 0; i < word.pieces.size(); ++i) {
            const bool is_pair = i + 1 < word.pieces.size() && word.pieces[i] == pair.first && word.pieces[i + 1] == pair.second;
            now.push_back(is_pair ? piece : word.pieces[i]);
            if (is_pair) ++i;
        }
        if (now.size() == word.pieces.size()) return;
        for (std::size_t i = 1; i < word.pieces.size(); ++i) {
            if (const Pair old{word.pieces[i - 1], word.pieces[i]}; old != pair) change(old, number, -count);
        }
        for (std::size_t i = 1; i < now.size(); ++i) change({now[i - 1], now[i]}, number, count);
        word.pieces = std::move(now);
    }

    const WordPieceLearning& settings_;
    std::vector<std::string> pieces_;         // by number
    std::map<std::string, PieceId> letters_;  // and joined pieces, by text
    std::vector<Word> words_;
    std::map<Pair, PairPlaces> pairs_;
    std::set<Pair> changed_;  // since they were offered last
    std::priority_queue<Offer> waiting_;
};

std::string added_token(std::size_t id, std::string_view text) {
    return fmt::format(
        "{{\"id\": {}, \"content\": {}, \"single_word\": false, \"lstrip\": false, \"rstrip\": false, \"normalized\": false, "
        "\"special\": true}}",
        id, json_string(text));
}

}  // namespace

std::vector<std::string> learn_wordpiece(std::span<const std::string> texts, const WordPieceLearning& settings) {
    return Learner(word_counts(texts, settings.lowercase), settings).pieces();
}

std::string wordpiece_tokenizer_json(std::span<const std::string> pieces, bool lowercase) {
    std::string added, vocabulary;
    for (std::size_t i = 0; i < std::size(k_special); ++i) added += (i ? ",\n    " : "") + added_token(i, k_special[i]);
    for (std::size_t i = 0; i < pieces.size(); ++i) vocabulary += fmt::format("{}{}: {}", i ? ",\n      " : "", json_string(pieces[i]), i);
    const auto item = [](std::string_view kind, std::string_view id, int type) {
        return fmt::format("{{\"{}\": {{\"id\": \"{}\", \"type_id\": {}}}}}", kind, id, type);
    };
    const auto special = [](std::string_view id, int number) {
        return fmt::format("\"{0}\": {{\"id\": \"{0}\", \"ids\": [{1}], \"tokens\": [\"{0}\"]}}", id, number);
    };
    const std::string single = item("SpecialToken", "[CLS]", 0) + ", " + item("Sequence", "A", 0) + ", " + item("SpecialToken", "[SEP]", 0);
    const std::string pair = single + ", " + item("Sequence", "B", 1) + ", " + item("SpecialToken", "[SEP]", 1);
    return fmt::format(R"({{
  "version": "1.0",
  "truncation": null,
  "padding": null,
  "added_tokens": [
    {}
  ],
  "normalizer": {{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": {}}},
  "pre_tokenizer": {{"type": "BertPreTokenizer"}},
  "post_processor": {{
    "type": "TemplateProcessing",
    "single": [{}],
    "pair": [{}],
    "special_tokens": {{{}, {}}}
  }},
  "decoder": {{"type": "WordPiece", "prefix": "##", "cleanup": true}},
  "model": {{
    "type": "WordPiece",
    "unk_token": "[UNK]",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": {},
    "vocab": {{
      {}
    }}
  }}
}}
)",
                       added, lowercase, single, pair, special("[CLS]", 2), special("[SEP]", 3), k_longest_word, vocabulary);
}

}  // namespace rif::nn
