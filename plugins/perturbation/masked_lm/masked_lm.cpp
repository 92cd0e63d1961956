// perturbation/masked_lm: what a masked language model expects in a word's place, the sentence around it being read.
// Sources: Li et al. 2020 (BERT-Attack: the word is shown; `word = shown`), Garg & Ramakrishnan 2020 (BAE-R: the word is hidden;
// `word = masked`). Where the papers, their code and this differ: README.md.
// Cost: shown, one pass of the network a text; masked, one a word. README.md.

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <queue>
#include <set>

#include <fmt/core.h>

#include <rif/api/perturbation.hpp>
#include <rif/api/register.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/models/masked_model.hpp>
#include <rif/nn/ops/log_sum.hpp>
#include <rif/nn/text_input.hpp>
#include <rif/nn/tokenizer/word_parts.hpp>

namespace rif {
namespace {

constexpr std::size_t k_most_combinations = 4096;  // of pieces that are looked at for one word
constexpr std::size_t k_kept_texts = 64;           // whose predictions are kept

struct Prediction {
    std::int64_t id;
    double log_probability;
};

/// The likeliest tokens at each position of a text, best first.
using Predictions = std::vector<std::vector<Prediction>>;

/// A piece that may stand in one part of the word.
struct Choice {
    std::string text;
    double log_probability;
};

/// A word among a text's tokens: ids with special ones, cut to the window; where the word's pieces stand, and their bytes.
struct Place {
    std::vector<std::int64_t> ids;
    std::size_t first = 0;
    std::vector<ByteSpan> pieces = {};
};

/// One choice for each part, and what they come to together.
struct Combination {
    double log_probability;
    std::vector<std::size_t> choices;
    bool operator<(const Combination& other) const {
        return log_probability != other.log_probability ? log_probability < other.log_probability : choices > other.choices;
    }
};

bool is_one_token(std::string_view text) {
    const std::vector<ByteSpan> found = tokens(text);
    return found.size() == 1 && found[0] == ByteSpan{0, text.size()};
}

bool is_blank_before(std::string_view text, std::size_t at) {
    return at > 0 && std::string_view(" \t\r\n").find(text[at - 1]) != std::string::npos;
}

class MaskedLm final : public Perturbation {
public:
    explicit MaskedLm(const Arguments& arguments) try
        : model_(nn::MaskedModel::load(arguments.path("checkpoint"))),
          input_(arguments.path("checkpoint"), model_.config().longest(), asked_window(arguments)),
          pieces_(input_.tokenizer()),
          top_(static_cast<std::size_t>(arguments.count("top"))),
          is_masked_(arguments.choice("word") == "masked") {
        if (is_masked_ && !input_.tokenizer().special(nn::SpecialToken::mask))
            throw Error("no-mask-token", "the checkpoint's tokenizer names no mask token", "word = shown, or another checkpoint");
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    bool needs_text() const override { return true; }

    /// By probability, the likeliest first; `source` says it. A bare word is a text of its own.
    std::vector<Candidate> candidates(const Occurrence& occurrence, std::size_t most) const override {
        const std::string_view text = occurrence.text.empty() ? occurrence.word : occurrence.text;
        const ByteSpan span = occurrence.text.empty() ? ByteSpan{0, occurrence.word.size()} : occurrence.span;
        const std::optional<Place> place = most > 0 ? place_of(text, span) : std::nullopt;
        if (!place) return {};
        return best(is_masked_ ? in_mask(*place, text, span) : in_parts(*place, text, span), span.of(text), most);
    }

private:
    static std::optional<std::size_t> asked_window(const Arguments& arguments) {
        const std::optional<std::int64_t> asked = arguments.optional_count("max_length");
        return asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt;
    }

    /// Nothing where the word has no tokens of its own, or more than the window.
    std::optional<Place> place_of(std::string_view text, ByteSpan span) const {
        const nn::Encoding encoding = input_.tokenizer().encode(text);
        const auto is_of_text = [&](std::size_t i) { return encoding.texts[i] == 0; };
        std::size_t begin = 0, end = encoding.size();  // of the text's own tokens, between the special ones
        while (begin < end && !is_of_text(begin)) ++begin;
        while (end > begin && !is_of_text(end - 1)) --end;
        std::size_t first = begin;
        while (first < end && !encoding.spans[first].overlaps(span)) ++first;
        std::size_t last = first;
        for (; last < end && encoding.spans[last].overlaps(span); ++last) {
            if (!is_inside(encoding.spans[last], span, text)) return std::nullopt;
        }
        const std::size_t room = input_.max_length() - (encoding.size() - (end - begin));
        if (first == last || last - first > room) return std::nullopt;
        Place place;
        for (std::size_t i = first; i < last; ++i) place.pieces.push_back(encoding.spans[i]);
        const auto [from, to] = window(begin, end, first, last, room);
        const auto add = [&](std::size_t a, std::size_t b) {
            place.ids.insert(place.ids.end(), encoding.ids.begin() + std::ptrdiff_t(a), encoding.ids.begin() + std::ptrdiff_t(b));
        };
        add(0, begin), add(from, to), add(end, encoding.size());
        place.first = begin + first - from;
        return place;
    }

    /// A token may hold the blank before the word, and nothing else that is not the word's.
    static bool is_inside(ByteSpan token, ByteSpan word, std::string_view text) {
        while (token.begin < word.begin && is_blank_before(text, token.begin + 1)) ++token.begin;
        return word.contains(token);
    }

    /// Of the tokens [begin, end) those around [first, last) that have room, as many before as after where both sides have them.
    static std::pair<std::size_t, std::size_t> window(std::size_t begin, std::size_t end, std::size_t first, std::size_t last,
                                                      std::size_t room) {
        if (end - begin <= room) return {begin, end};
        const std::size_t before = (room - (last - first)) / 2;
        std::size_t from = first - begin > before ? first - before : begin;
        from = std::min(from, end - room);
        return {from, from + room};
    }

    std::vector<Prediction> likeliest(std::span<const float> logits) const {
        const double sum = nn::log_sum_exp(logits);
        std::vector<Prediction> result;
        for (const std::size_t id : nn::best_tokens(logits, top_))
            result.push_back({static_cast<std::int64_t>(id), static_cast<double>(logits[id]) - sum});
        return result;
    }

    Predictions predicted(const std::vector<std::int64_t>& ids, std::size_t first, std::size_t count) const {
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < count; ++i) positions.push_back(first + i);
        const Matrix logits = model_.logits({ids}, positions);  // [positions, vocabulary]
        Predictions result;
        for (std::size_t i = 0; i < count; ++i) result.push_back(likeliest(logits[i]));
        return result;
    }

    /// Of every position of a text, which one pass gives; kept for its other words.
    std::shared_ptr<const Predictions> predicted(const std::vector<std::int64_t>& ids) const {
        {
            const std::scoped_lock lock(mutex_);
            if (const auto at = kept_.find(ids); at != kept_.end()) return at->second;
        }
        auto result = std::make_shared<const Predictions>(predicted(ids, 0, ids.size()));  // outside the lock: two may find the same
        const std::scoped_lock lock(mutex_);
        if (kept_.size() >= k_kept_texts) kept_.clear();
        return kept_.try_emplace(ids, std::move(result)).first->second;
    }

    /// One mask for the whole word.
    std::vector<std::vector<Choice>> in_mask(Place place, std::string_view text, ByteSpan span) const {
        const auto at = place.ids.begin() + std::ptrdiff_t(place.first);
        place.ids.erase(at + 1, at + std::ptrdiff_t(place.pieces.size()));
        *at = *input_.tokenizer().special(nn::SpecialToken::mask);
        return {choices(predicted(place.ids, place.first, 1)[0], text, span.begin)};
    }

    /// Every piece of the word for itself, the word being read.
    std::vector<std::vector<Choice>> in_parts(const Place& place, std::string_view text, ByteSpan span) const {
        const auto all = predicted(place.ids);
        std::vector<std::vector<Choice>> result;
        for (std::size_t i = 0; i < place.pieces.size(); ++i) {
            const nn::WordPart& own = pieces_.of(place.ids[place.first + i]);
            const std::string_view bytes = place.pieces[i].of(text);
            if (i == 0 && has_letter_or_digit(bytes))
                result.push_back(choices((*all)[place.first], text, span.begin));
            else if (has_letter_or_digit(bytes))
                result.push_back(choices((*all)[place.first + i], own.begins, own.begins));
            else
                result.push_back({{std::string(bytes), 0}});  // a hyphen or apostrophe stays
        }
        return result;
    }

    /// Those that may begin a word at `at`.
    std::vector<Choice> choices(const std::vector<Prediction>& predictions, std::string_view text, std::size_t at) const {
        const bool needs_mark = !pieces_.marks_blanks() || is_blank_before(text, at);
        return choices(predictions, needs_mark, true);
    }

    /// Those of letters or digits whose mark says least ≤ begins ≤ most.
    std::vector<Choice> choices(const std::vector<Prediction>& predictions, bool least, bool most) const {
        std::vector<Choice> result;
        for (const Prediction& each : predictions) {
            const nn::WordPart& piece = pieces_.of(each.id);
            if (!piece.text.empty() && piece.begins >= least && piece.begins <= most) result.push_back({piece.text, each.log_probability});
        }
        return result;
    }

    /// The likeliest words out of one choice for each part: a search that meets them in the order of their probability.
    static std::vector<Candidate> best(const std::vector<std::vector<Choice>>& parts, std::string_view word, std::size_t most) {
        if (std::ranges::any_of(parts, [](const auto& part) { return part.empty(); })) return {};
        std::priority_queue<Combination> open;
        std::set<std::vector<std::size_t>> met;
        const auto meet = [&](std::vector<std::size_t> choices) {
            if (!met.insert(choices).second) return;
            double sum = 0;
            for (std::size_t i = 0; i < parts.size(); ++i) sum += parts[i][choices[i]].log_probability;
            open.push({sum, std::move(choices)});
        };
        meet(std::vector<std::size_t>(parts.size(), 0));
        std::vector<Candidate> result;
        std::set<std::string> proposed = {fold_case(word)};
        for (std::size_t looked = 0; !open.empty() && result.size() < most && looked < k_most_combinations; ++looked) {
            const Combination next = open.top();
            open.pop();
            std::string text;
            for (std::size_t i = 0; i < parts.size(); ++i) text += parts[i][next.choices[i]].text;
            if (is_one_token(text) && proposed.insert(fold_case(text)).second)
                result.push_back({std::move(text), fmt::format("masked_lm:{:.6g}", std::exp(next.log_probability))});
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if (next.choices[i] + 1 == parts[i].size()) continue;
                std::vector<std::size_t> choices = next.choices;
                ++choices[i];
                meet(std::move(choices));
            }
        }
        return result;
    }

    nn::MaskedModel model_;
    nn::TextInput input_;
    nn::WordParts pieces_;
    std::size_t top_;
    bool is_masked_;
    mutable std::mutex mutex_;  // of kept_
    mutable std::map<std::vector<std::int64_t>, std::shared_ptr<const Predictions>> kept_;
};

RIF_PLUGIN(MaskedLm)

}  // namespace
}  // namespace rif
