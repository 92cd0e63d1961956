#include <rif/engine/dictionary_build.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/engine/file_lock.hpp>
#include <rif/engine/measure.hpp>
#include <rif/engine/threads.hpp>

namespace rif {
namespace {

constexpr std::size_t k_chunk = 64;  // words between two looks at the clock
constexpr std::chrono::seconds k_save_interval{5};

/// Whether the condition can be measured before any text is attacked.
bool is_of_words(const AdmitCondition& condition, AdmitContext context) { return context_of(condition, context) != AdmitContext::sentence; }

/// "entailment carrier" of "entailment carrier 3f9a": another fingerprint takes the place of the old one.
std::string_view measured_what(std::string_view by) { return by.substr(0, by.find(' ', by.find(' ') + 1)); }

void set_measurement(DictionaryEntry& entry, std::string by, DirectedScore score) {
    std::erase_if(entry.measured, [&](const Measurement& old) { return measured_what(old.by) == measured_what(by); });
    entry.measured.push_back({std::move(by), score});
}

class Builder {
public:
    Builder(const DictionaryInputs& inputs, AdmissionCounts& counts) : in_(inputs), settings_(inputs.settings), counts_(counts) {}

    Dictionary build() {
        if (!settings_.dictionary) return fill(), decide(), std::move(dictionary_);
        read();
        const std::string before = dictionary_.print();
        decide();
        if (is_complete() && dictionary_.print() == before) return std::move(dictionary_);
        const bool must_write = !is_complete();
        try {
            const FileLock lock(settings_.dictionary->string() + ".lock", [&] { wait(); });
            read();
            fill();
            save();
        } catch (const Error& error) {
            if (must_write || error.slug() != "cannot-write") throw;
            in_.services.warn(
                fmt::format("the verdicts in '{}' are of an earlier threshold: {}", settings_.dictionary->string(), error.message()));
        }
        return std::move(dictionary_);
    }

private:
    void read() {
        dictionary_ = read_dictionary(*settings_.dictionary, settings_.place).value_or(Dictionary{settings_.fingerprint, {}});
        if (dictionary_.perturbation.empty()) dictionary_.perturbation = settings_.fingerprint;
        if (dictionary_.perturbation == settings_.fingerprint || settings_.fingerprint.empty()) return;
        throw Error("dictionary-of-another",
                    fmt::format("'{}' was made by {}, and {} is {}", settings_.dictionary->string(), dictionary_.perturbation,
                                settings_.address, settings_.fingerprint),
                    "dictionary = \"…\" with a name of its own, or move the old file away", settings_.place);
    }

    void wait() {
        in_.services.check_cancelled();
        if (!std::exchange(said_that_it_waits_, true))
            in_.services.log(fmt::format("waiting for another process that builds '{}'", settings_.dictionary->string()));
    }

    bool is_complete() {
        return std::all_of(in_.vocabulary.words.begin(), in_.vocabulary.words.end(), [&](const VocabularyWord& word) {
            const auto at = dictionary_.words.find(word.key);
            return at != dictionary_.words.end() && at->second.asked >= settings_.candidates && unmeasured(at->second).empty();
        });
    }

    /// Entries that lack a value of some condition.
    std::vector<DictionaryEntry*> unmeasured(DictionaryWord& word) const {
        std::vector<DictionaryEntry*> result = in_use(word, in_);
        std::erase_if(result, [&](const DictionaryEntry* entry) {
            return entry->is_reviewed() ||
                   std::all_of(settings_.admit.begin(), settings_.admit.end(), [&](const AdmitCondition& condition) {
                       return !is_of_words(condition, settings_.context) || entry->find(measurement_key(condition, settings_.context));
                   });
        });
        return result;
    }

    /// Completes every word, in chunks, saving every few seconds.
    void fill() {
        const auto& words = in_.vocabulary.words;
        auto saved = std::chrono::steady_clock::now();
        for (std::size_t begin = 0; begin < words.size(); begin += k_chunk) {
            fill(std::span(words).subspan(begin, std::min(k_chunk, words.size() - begin)));
            if (settings_.progress) settings_.progress->at(std::min(begin + k_chunk, words.size()), words.size());
            if (!settings_.dictionary || std::chrono::steady_clock::now() - saved < k_save_interval) continue;
            save();
            saved = std::chrono::steady_clock::now();
        }
    }

    /// What was done when an exception comes out of a plugin is kept all the same.
    void fill(std::span<const VocabularyWord> words) {
        std::vector<std::optional<DictionaryWord>> done(words.size());
        std::vector<AdmissionCounts> counts(words.size());
        std::exception_ptr failure;
        try {
            for_each_parallel(settings_.threads, words.size(), [&](std::size_t i) {
                in_.services.check_cancelled();
                DictionaryWord word = known(words[i].key);
                complete(words[i], word, counts[i]);
                done[i] = std::move(word);
            });
        } catch (...) {
            failure = std::current_exception();
        }
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (!done[i]) continue;
            dictionary_.words[words[i].key] = std::move(*done[i]);
            add(counts[i]);
        }
        if (!failure) return;
        if (settings_.dictionary) save();
        std::rethrow_exception(failure);
    }

    DictionaryWord known(const std::string& key) const {
        const auto at = dictionary_.words.find(key);
        return at == dictionary_.words.end() ? DictionaryWord{} : at->second;
    }

    void add(const AdmissionCounts& counts) {
        counts_.proposed += counts.proposed, counts_.dropped_same += counts.dropped_same, counts_.dropped_empty += counts.dropped_empty;
        counts_.dropped_duplicate += counts.dropped_duplicate, counts_.measured += counts.measured;
    }

    void complete(const VocabularyWord& vocabulary_word, DictionaryWord& word, AdmissionCounts& counts) const {
        if (word.asked < settings_.candidates) propose(vocabulary_word, word, counts);
        for (const AdmitCondition& condition : settings_.admit)
            if (is_of_words(condition, settings_.context)) measure(condition, vocabulary_word, word, counts);
    }

    void propose(const VocabularyWord& vocabulary_word, DictionaryWord& word, AdmissionCounts& counts) const {
        std::set<std::string> known;
        for (const DictionaryEntry& entry : word.entries) known.insert(normal_form(entry.substitution));
        const std::string& form = vocabulary_word.form;
        for (Candidate& candidate : filtered(in_.perturbation.candidates({form}, settings_.candidates), form, settings_.candidates, counts))
            if (known.insert(normal_form(candidate.text)).second)
                word.entries.push_back({form, std::move(candidate.text), std::move(candidate.source), {}, Verdict::open, {}, {}});
        word.asked = settings_.candidates;
    }

    void measure(const AdmitCondition& condition, const VocabularyWord& vocabulary_word, DictionaryWord& word,
                 AdmissionCounts& counts) const {
        const std::string by = measurement_key(condition, settings_.context);
        std::vector<DictionaryEntry*> asked = unmeasured(word);
        std::erase_if(asked, [&](const DictionaryEntry* entry) { return entry->find(by) != nullptr; });
        Proposals proposals{vocabulary_word.form, {}};
        for (const DictionaryEntry* entry : asked) proposals.candidates.push_back({entry->substitution, entry->source});
        const std::vector<DirectedScore> scores = measured(condition, settings_.context, in_.carriers, proposals);
        for (std::size_t i = 0; i < asked.size(); ++i) set_measurement(*asked[i], by, scores[i]);
        counts.measured += asked.size();
    }

    /// Verdicts of the run's words by today's conditions; a reviewer's stays.
    void decide() {
        for (const VocabularyWord& word : in_.vocabulary.words) {
            const auto at = dictionary_.words.find(word.key);
            if (at == dictionary_.words.end()) continue;
            for (DictionaryEntry* entry : in_use(at->second, in_)) {
                put_first(*entry);
                if (!entry->is_reviewed()) entry->verdict = verdict(*entry);
            }
        }
    }

    Verdict verdict(const DictionaryEntry& entry) const {
        Verdict result = Verdict::admitted;
        for (const AdmitCondition& condition : settings_.admit) {
            const DirectedScore* score = entry.find(measurement_key(condition, settings_.context));
            if (score && !condition.condition.admits(score->value)) return Verdict::rejected;
            if (!score) result = Verdict::open;
        }
        return result;
    }

    /// The measurements of today's conditions before the others.
    void put_first(DictionaryEntry& entry) const {
        const auto rank = [&](const Measurement& each) {
            const auto at = std::find_if(settings_.admit.begin(), settings_.admit.end(), [&](const AdmitCondition& condition) {
                return measurement_key(condition, settings_.context) == each.by;
            });
            return at - settings_.admit.begin();
        };
        std::stable_sort(entry.measured.begin(), entry.measured.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    }

    /// Writes the file with what people wrote into it meanwhile, and today's verdicts.
    void save() {
        if (const auto edited = read_dictionary(*settings_.dictionary, settings_.place)) dictionary_.take_reviews(*edited);
        decide();
        write_file(*settings_.dictionary, dictionary_.print());
    }

    const DictionaryInputs& in_;
    const AdmissionSettings& settings_;
    AdmissionCounts& counts_;
    Dictionary dictionary_;
    bool said_that_it_waits_ = false;
};

}  // namespace

namespace {

std::string without_outer_blanks(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
    return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

}  // namespace

std::vector<Candidate> filtered(std::vector<Candidate> proposed, std::string_view word, std::size_t most, AdmissionCounts& counts) {
    std::vector<Candidate> result;
    std::set<std::string> seen;
    const std::string self = normal_form(word);
    counts.proposed += proposed.size();
    for (Candidate& candidate : proposed) {
        candidate.text = without_outer_blanks(candidate.text);
        const std::string key = normal_form(candidate.text);
        if (first_invalid_utf8(candidate.text) != std::string::npos || !has_letter_or_digit(key))
            ++counts.dropped_empty;
        else if (key == self)
            ++counts.dropped_same;
        else if (!seen.insert(key).second)
            ++counts.dropped_duplicate;
        else if (result.size() < most)
            result.push_back(std::move(candidate));
    }
    return result;
}

std::vector<DictionaryEntry*> in_use(DictionaryWord& word, const DictionaryInputs& inputs) {
    std::vector<DictionaryEntry*> result;
    std::size_t unreviewed = 0;
    for (DictionaryEntry& entry : word.entries) {
        if (inputs.sensitive.stands_in(entry.substitution)) continue;
        if (entry.is_reviewed() || unreviewed++ < inputs.settings.candidates) result.push_back(&entry);
    }
    return result;
}

Dictionary built_dictionary(const DictionaryInputs& inputs, AdmissionCounts& counts) { return Builder(inputs, counts).build(); }

}  // namespace rif
