// A perturbation out of a table and a similarity out of a function, which count what they are asked.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <rif/engine/admission.hpp>

#include "support/plugin.hpp"

namespace rif::test {

class TablePerturbation final : public Perturbation {
public:
    using Table = std::map<std::string, std::vector<std::string>, std::less<>>;
    explicit TablePerturbation(Table table) : table_(std::move(table)) {}

    std::vector<Candidate> candidates(const Occurrence& occurrence, std::size_t most) const override {
        ++asked;
        if (occurrence.word == fails_at) throw Error("no-answer", "the generator is away");
        std::vector<Candidate> result;
        const std::string in_text = text_needed && !occurrence.text.empty() ? "@" + std::to_string(occurrence.span.begin) : "";
        if (const auto at = table_.find(lower(occurrence.word)); at != table_.end())
            for (const std::string& each : at->second)
                if (result.size() < most || gives_too_many) result.push_back({each + in_text, "table"});
        return result;
    }
    bool knows_expression(std::string_view expression) const override {
        return expression.find(' ') != std::string::npos && table_.contains(expression);
    }
    std::size_t longest_expression() const override { return 3; }
    bool needs_text() const override { return text_needed; }

    mutable std::atomic<std::size_t> asked = 0;
    std::string fails_at;
    bool text_needed = false, gives_too_many = false;

private:
    Table table_;
};

/// value(word, candidate, sentence with the word); forward and backward are its root.
class FunctionSimilarity final : public Similarity {
public:
    using Value = std::function<double(const WordPair&)>;
    explicit FunctionSimilarity(Value value) : value_(std::move(value)) {}

    std::vector<DirectedScore> word_scores(std::span<const WordPair> pairs) const override {
        std::vector<DirectedScore> result;
        for (const WordPair& pair : pairs) {
            const double value = value_(pair);
            result.push_back({value, std::sqrt(value), std::sqrt(value)});
        }
        asked += pairs.size();
        return result;
    }
    /// Of texts: the word is the whole text.
    std::vector<DirectedScore> directed_scores(std::span<const TextPair> pairs) const override {
        std::vector<WordPair> words;
        for (const TextPair& pair : pairs) words.push_back({pair.a, pair.b});
        return word_scores(words);
    }

    mutable std::atomic<std::size_t> asked = 0;

private:
    Value value_;
};

inline AdmitCondition condition(std::shared_ptr<const Similarity> similarity, double bound, std::string name = "entailment",
                                Comparison comparison = Comparison::at_least) {
    return {{std::move(similarity), std::move(name), comparison, bound}};
}

/// Bare, without stop words, no file: what most cases want.
inline AdmissionSettings plain_settings() {
    AdmissionSettings settings;
    settings.context = AdmitContext::bare;
    settings.skip_stop_words = false;
    settings.address = "perturbation.synonyms";
    settings.fingerprint = "table";
    return settings;
}

inline std::shared_ptr<const Admission> built(std::shared_ptr<const Perturbation> perturbation, const AdmissionSettings& settings,
                                              const std::vector<std::string>& texts, const std::vector<std::string>& sensitive = {}) {
    return Admission::build(std::move(perturbation), settings, texts, sensitive, *services());
}

/// What is admitted for a word that stands nowhere.
inline std::vector<std::string> admitted(const Admission& admission, std::string_view word, std::string_view text = {},
                                         ByteSpan span = {}) {
    std::vector<std::string> result;
    for (const Candidate& candidate : admission.candidates(word, text, span)) result.push_back(candidate.text);
    return result;
}

}  // namespace rif::test
