#include <rif/engine/admission.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include <fmt/core.h>

#include <rif/engine/dictionary_build.hpp>
#include <rif/engine/measure.hpp>

namespace rif {
namespace {

/// Looked up by string_view, without making a string.
struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class T>
using ByText = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

/// What is known of a word before any text. open: still to be measured in the text; a reviewed one is not.
struct Prepared {
    std::vector<Candidate> candidates;
    std::vector<bool> open;
};

/// Candidates by place in a text.
using Places = std::unordered_map<std::size_t, std::vector<Candidate>>;

/// The normal form of an ASCII word with single blanks, without memory of its own; nothing for any other.
std::optional<std::string_view> plain_key(std::string_view word, std::array<char, 64>& buffer) {
    if (word.size() > buffer.size()) return std::nullopt;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        const bool is_plain = c > ' ' && c < 0x7f;
        const bool is_single_blank = c == ' ' && i > 0 && i + 1 < word.size() && word[i - 1] != ' ';
        if (!is_plain && !is_single_blank) return std::nullopt;
        buffer[i] = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    }
    return std::string_view(buffer.data(), word.size());
}

class Built final : public Admission {
public:
    Built(std::shared_ptr<const Perturbation> perturbation, const AdmissionSettings& settings,
          const std::vector<std::string>& sensitive_terms)
        : perturbation_(std::move(perturbation)),
          settings_(settings),
          sensitive_(sensitive_terms),
          generates_(perturbation_->needs_text()),
          reads_text_(generates_ || std::any_of(settings.admit.begin(), settings.admit.end(), [&](const auto& each) {
                          return context_of(each, settings.context) == AdmitContext::sentence;
                      })) {}

    void prepare(std::span<const std::string> texts, const Services& services) {
        if (settings_.context == AdmitContext::carrier && !settings_.admit.empty()) carriers_ = Carriers::read(services, settings_.place);
        const StopWords stop = settings_.skip_stop_words ? stop_words(services, settings_.place) : StopWords{};
        const Vocabulary vocabulary = vocabulary_of(texts, settings_.vocabulary, sensitive_, stop, expressions());
        counts_.words = vocabulary.words.size();
        counts_.occurrences = vocabulary.occurrences, counts_.occurrences_covered = vocabulary.occurrences_covered;
        if (generates_) return prepare_words(vocabulary, services);
        const DictionaryInputs inputs{*perturbation_, settings_, vocabulary, sensitive_, carriers_, services};
        Dictionary dictionary = built_dictionary(inputs, counts_);
        for (const VocabularyWord& word : vocabulary.words) {
            DictionaryWord& entries = dictionary.words[word.key];
            for (const DictionaryEntry& entry : entries.entries) counts_.dropped_sensitive += sensitive_.stands_in(entry.substitution);
            index(word.key, in_use(entries, inputs));
        }
        counts_.reused -= counts_.measured;  // until here all values, old and new
    }

    std::span<const Candidate> candidates(std::string_view word, std::string_view text, ByteSpan span) const override {
        const Prepared* prepared = find(word);
        if (!prepared) return {};
        if (!reads_text_) return prepared->candidates;
        {
            const std::shared_lock lock(mutex_);
            const auto at = in_texts_.find(text);
            if (at != in_texts_.end())
                if (const auto place = at->second.find(span.begin); place != at->second.end()) return place->second;
        }
        std::vector<Candidate> found = in_text(word, *prepared, text, span);  // outside the lock: two may find the same, the first is kept
        const std::unique_lock lock(mutex_);
        return in_texts_.try_emplace(std::string(text)).first->second.try_emplace(span.begin, std::move(found)).first->second;
    }

    std::vector<EditableUnit> units(const Pair& pair) const override {
        std::vector<ByteSpan> of_v;
        std::vector<AlignedToken> kept;
        for (const AlignedToken& token : pair.tokens) {
            if (!has_letter_or_digit(token.v.of(pair.individual.text))) continue;
            of_v.push_back(token.v);
            kept.push_back(token);
        }
        std::vector<EditableUnit> result;
        for (const TokenRun run : units_of(pair.individual.text, of_v, expressions()))
            result.push_back(
                {{kept[run.first].v.begin, kept[run.last].v.end}, {kept[run.first].v_prime.begin, kept[run.last].v_prime.end}});
        return result;
    }

    bool reads_text() const override { return reads_text_; }
    const AdmissionSettings& settings() const override { return settings_; }
    AdmissionCounts counts() const override { return counts_; }

private:
    const Perturbation* expressions() const { return settings_.phrases ? perturbation_.get() : nullptr; }

    void prepare_words(const Vocabulary& vocabulary, const Services& services) {
        if (settings_.dictionary)
            services.warn(fmt::format("{}: its candidates depend on the text around a word, so '{}' is neither read nor written",
                                      settings_.address, settings_.dictionary->string()));
        for (const VocabularyWord& word : vocabulary.words) prepared_.try_emplace(word.key);
    }

    void index(const std::string& key, const std::vector<DictionaryEntry*>& entries) {
        Prepared& prepared = prepared_[key];
        for (const DictionaryEntry* entry : entries) {
            counts_.reviewed += entry->is_reviewed();
            if (!entry->is_reviewed()) counts_.reused += values_of_today(*entry);
            counts_.admitted += entry->verdict == Verdict::admitted;
            counts_.rejected += entry->verdict == Verdict::rejected;
            if (entry->verdict == Verdict::rejected) continue;
            prepared.candidates.push_back(candidate(*entry));
            prepared.open.push_back(entry->verdict == Verdict::open);
        }
        counts_.words_with_candidates += !reads_text_ && !prepared.candidates.empty();
    }

    std::size_t values_of_today(const DictionaryEntry& entry) const {
        return std::size_t(std::count_if(settings_.admit.begin(), settings_.admit.end(), [&](const AdmitCondition& condition) {
            return entry.find(measurement_key(condition, settings_.context)) != nullptr;
        }));
    }

    static Candidate candidate(const DictionaryEntry& entry) {
        Candidate result{entry.substitution, entry.source};
        if (entry.measured.empty()) return result;
        const DirectedScore& score = entry.measured.front().score;
        result.value = score.value, result.forward = score.forward, result.backward = score.backward;
        return result;
    }

    const Prepared* find(std::string_view word) const {
        std::array<char, 64> buffer;
        const auto plain = plain_key(word, buffer);
        const auto at = plain ? prepared_.find(*plain) : prepared_.find(normal_form(word));
        return at == prepared_.end() ? nullptr : &at->second;
    }

    /// Generated in the text where the perturbation needs it; then measured in it.
    std::vector<Candidate> in_text(std::string_view word, const Prepared& prepared, std::string_view text, ByteSpan span) const {
        Prepared here = generates_ ? generated(word, text, span) : prepared;
        for (const AdmitCondition& condition : settings_.admit) {
            if (!generates_ && context_of(condition, settings_.context) != AdmitContext::sentence) continue;  // decided in the dictionary
            here = admitted(condition, std::move(here), word, text, span);
        }
        return std::move(here.candidates);
    }

    Prepared generated(std::string_view word, std::string_view text, ByteSpan span) const {
        AdmissionCounts dropped;
        Prepared result;
        result.candidates =
            filtered(perturbation_->candidates({word, text, span}, settings_.candidates), word, settings_.candidates, dropped);
        std::erase_if(result.candidates, [&](const Candidate& candidate) { return sensitive_.stands_in(candidate.text); });
        result.open.assign(result.candidates.size(), true);
        return result;
    }

    /// Those that the condition admits, and those that need no measuring.
    Prepared admitted(const AdmitCondition& condition, Prepared prepared, std::string_view word, std::string_view text,
                      ByteSpan span) const {
        Proposals proposals{word, {}, text, span, settings_.agreement};
        for (std::size_t i = 0; i < prepared.candidates.size(); ++i)
            if (prepared.open[i]) proposals.candidates.push_back(prepared.candidates[i]);
        const std::vector<DirectedScore> scores = measured(condition, settings_.context, carriers_, proposals);
        Prepared result;
        std::size_t next = 0;
        for (std::size_t i = 0; i < prepared.candidates.size(); ++i) {
            Candidate& each = prepared.candidates[i];
            if (prepared.open[i]) {
                const DirectedScore& score = scores[next++];
                if (!condition.condition.admits(score.value)) continue;
                if (!each.value) each.value = score.value, each.forward = score.forward, each.backward = score.backward;
            }
            result.candidates.push_back(std::move(each));
            result.open.push_back(prepared.open[i]);
        }
        return result;
    }

    std::shared_ptr<const Perturbation> perturbation_;
    AdmissionSettings settings_;
    SensitiveTerms sensitive_;
    bool generates_, reads_text_;
    Carriers carriers_;
    ByText<Prepared> prepared_;  // the vocabulary
    AdmissionCounts counts_;
    mutable std::shared_mutex mutex_;  // of in_texts_
    mutable ByText<Places> in_texts_;
};

AdmitContext context_named(const std::string& name) {
    return name == "bare" ? AdmitContext::bare : name == "sentence" ? AdmitContext::sentence : AdmitContext::carrier;
}

}  // namespace

Admission::~Admission() = default;

AdmissionSettings admission_settings(const Arguments& perturbation) {
    AdmissionSettings result;
    result.candidates = std::size_t(perturbation.count("candidates"));
    result.vocabulary = std::size_t(perturbation.count("vocabulary"));
    result.skip_stop_words = perturbation.on("skip_stop_words");
    result.context = context_named(perturbation.choice("context"));
    result.phrases = perturbation.on("phrases");
    result.agreement = perturbation.on("agreement");
    for (Condition& condition : perturbation.conditions("admit")) result.admit.push_back({std::move(condition)});
    if (perturbation.has("dictionary") && !perturbation.is_word("dictionary", "none")) result.dictionary = perturbation.path("dictionary");
    result.address = perturbation.address();
    result.place = perturbation.given("dictionary") ? perturbation.place("dictionary") : perturbation.place();
    return result;
}

std::shared_ptr<const Admission> Admission::build(std::shared_ptr<const Perturbation> perturbation, const AdmissionSettings& settings,
                                                  std::span<const std::string> texts, const std::vector<std::string>& sensitive_terms,
                                                  const Services& services) {
    const auto result = std::make_shared<Built>(std::move(perturbation), settings, sensitive_terms);
    result->prepare(texts, services);
    return result;
}

}  // namespace rif
