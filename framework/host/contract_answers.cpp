// Clauses of the roles that answer about texts: similarity, model, perturbation, counterpart; and of data sets.
#include <set>

#include <fmt/core.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/dataset.hpp>
#include <rif/api/model.hpp>
#include <rif/api/pair.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/similarity.hpp>
#include <rif/host/contract_clauses.hpp>

namespace rif {

namespace {

std::string shown(const std::string& text) { return rif::quoted(text.substr(0, 60)); }

std::vector<TextPair> pairs_of(std::span<const std::string> texts) {
    std::vector<TextPair> result;
    for (const std::string& text : texts) result.push_back({text, "The " + text});
    return result;
}

std::vector<WordPair> words_of(std::span<const std::string> texts) {
    std::vector<WordPair> result;
    for (const std::string& text : texts) result.push_back({text.substr(0, text.find(' ')), "physician", "She is a ", "."});
    return result;
}

std::string with_directions(const DirectedScore& score, const std::string& text) {
    std::string result = exact(score.value, "the score of " + shown(text));
    if (score.forward) result += " " + exact(*score.forward, "the forward score of " + shown(text));
    if (score.backward) result += " " + exact(*score.backward, "the backward score of " + shown(text));
    return result;
}

class SilentProgress final : public Progress {
public:
    void at(std::size_t, std::size_t) override {}
};

TrainingData small_training_data() {
    TrainingData result;
    result.labels = {"gardener", "surgeon"};
    for (std::size_t i = 0; i < 40; ++i) {
        const char* work = i % 2 ? "operated on patients in the clinic" : "planted roses in the park";
        (i < 32 ? result.examples : result.held_out).push_back({fmt::format("In year {} she {}.", i, work), i % 2});
    }
    return result;
}

/// A model that has to learn before it answers is trained on forty sentences; the trained weights are loaded into another one like it.
std::shared_ptr<Component> ready_model(const Subject& subject, Clauses& clauses) {
    const std::vector<Arguments> groups = subject.arguments.groups("train");
    if (groups.empty()) return subject.component;
    std::shared_ptr<Component> result;
    clauses.add("is trained, and what it wrote can be loaded", [&] {
        const auto folder = subject.work_folder / "trained";
        std::filesystem::create_directories(folder);
        SilentProgress progress;
        dynamic_cast<const Model&>(*subject.component).train(small_training_data(), groups.front(), {}, folder, progress);
        std::shared_ptr<Component> loaded = subject.make();
        dynamic_cast<Model&>(*loaded).load(folder);
        result = std::move(loaded);
        return std::string();
    });
    return result;
}

std::string probabilities_fault(std::span<const float> row) {
    double sum = 0;
    for (const float value : row) {
        if (value < 0 || value > 1) return fmt::format("a probability is {}", value);
        sum += value;
    }
    return std::abs(sum - 1) < 1e-3 ? "" : fmt::format("probabilities add up to {}", sum);
}

std::vector<std::string> rows_of(const Model& model, std::span<const std::string> texts) {
    const Matrix scores = model.predict(texts);
    const std::size_t classes = model.labels().size();
    if (scores.rows() != texts.size()) throw Error("wrong-rows", fmt::format("{} texts, {} rows", texts.size(), scores.rows()));
    if (!texts.empty() && scores.columns() != classes)
        throw Error("wrong-columns", fmt::format("{} labels, {} columns", classes, scores.columns()));
    std::vector<std::string> result;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string row;
        for (const float value : scores[i]) row += exact(value, "a score of " + shown(texts[i])) + " ";
        if (model.score_kind() == ScoreKind::probabilities) {
            if (const std::string fault = probabilities_fault(scores[i]); !fault.empty()) throw Error("no-probabilities", fault);
        }
        result.push_back(std::move(row));
    }
    return result;
}

std::string window_fault(const Model& model) {
    for (const std::string& text : odd_texts()) {
        const ByteSpan seen = model.visible_bytes(text);
        if (seen.begin > seen.end || seen.end > text.size())
            return fmt::format("of {} it sees bytes {} to {}", shown(text), seen.begin, seen.end);
        if (first_invalid_utf8(seen.of(text)) != std::string_view::npos)
            return fmt::format("its window cuts {} inside a character", shown(text));
    }
    return {};
}

std::string candidates_of(const Perturbation& perturbation, const std::string& text) {
    constexpr std::size_t k_most = 7;
    const std::vector<ByteSpan> spans = tokens(text);
    const ByteSpan span = spans.empty() ? ByteSpan{0, text.size()} : spans.front();
    const std::vector<Candidate> candidates = perturbation.candidates({span.of(text), text, span}, k_most);
    if (candidates.size() > k_most)
        throw Error("too-many", fmt::format("{} candidates where {} were asked for", candidates.size(), k_most));
    std::string result;
    for (const Candidate& candidate : candidates) {
        if (candidate.text.empty()) throw Error("empty-candidate", fmt::format("a candidate of {} is empty", shown(text)));
        result += candidate.text + "|";
    }
    return result;
}

std::string counterparts_of(const Counterpart& counterpart, const std::string& text) {
    const Individual individual{"1", text, 0};
    const Counterparts found = counterpart.counterparts(individual, stream(7, {"contract", text}));
    if (found.made.empty() && !found.why_none)
        throw Error("no-reason", fmt::format("{} has no counterpart, and no reason is given", shown(text)));
    std::string result = found.why_none ? std::string(outcome_name(*found.why_none)) : "";
    for (const CounterpartText& made : found.made) {
        make_pair(individual, made);  // outside the slots the texts are equal, or this throws
        result += made.text + "|";
    }
    return result;
}

}  // namespace

void similarity_clauses(const Subject& subject, Clauses& clauses) {
    const auto& similarity = dynamic_cast<const Similarity&>(*subject.component);
    if (subject.plugin.takes("text")) {
        texts_clauses(
            [&](std::span<const std::string> texts) {
                std::vector<std::string> result;
                const std::vector<DirectedScore> scores = similarity.directed_scores(pairs_of(texts));
                if (scores.size() != texts.size())
                    throw Error("wrong-rows", fmt::format("{} pairs, {} scores", texts.size(), scores.size()));
                for (std::size_t i = 0; i < scores.size(); ++i) result.push_back(with_directions(scores[i], texts[i]));
                return result;
            },
            "texts", subject.plugin.deterministic, clauses);
    }
    if (subject.plugin.takes("word")) {
        texts_clauses(
            [&](std::span<const std::string> texts) {
                std::vector<std::string> result;
                const std::vector<DirectedScore> scores = similarity.word_scores(words_of(texts));
                if (scores.size() != texts.size())
                    throw Error("wrong-rows", fmt::format("{} words, {} scores", texts.size(), scores.size()));
                for (std::size_t i = 0; i < scores.size(); ++i) result.push_back(with_directions(scores[i], texts[i]));
                return result;
            },
            "words", subject.plugin.deterministic, clauses);
    }
    if (subject.plugin.takes("row"))
        clauses.add("an empty ask about rows has an empty answer",
                    [&] { return similarity.row_scores({}).empty() ? "" : "it has answers"; });
}

void model_clauses(const Subject& subject, Clauses& clauses) {
    const std::shared_ptr<Component> ready = ready_model(subject, clauses);
    if (!ready) return;
    const auto& model = dynamic_cast<const Model&>(*ready);
    clauses.add("has two labels or more, each once", [&] {
        const std::vector<std::string> labels = model.labels();
        const std::set<std::string> once(labels.begin(), labels.end());
        return labels.size() >= 2 && once.size() == labels.size()
                   ? std::string()
                   : fmt::format("it has {} labels, {} different", labels.size(), once.size());
    });
    clauses.add("has a fingerprint that stays",
                [&] { return !model.fingerprint().empty() && model.fingerprint() == model.fingerprint() ? "" : "it is empty or changes"; });
    if (!subject.plugin.takes("text")) return;
    clauses.add("its window lies in the text and cuts no character", [&] { return window_fault(model); });
    texts_clauses([&](std::span<const std::string> texts) { return rows_of(model, texts); }, "texts", subject.plugin.deterministic,
                  clauses);
}

void perturbation_clauses(const Subject& subject, Clauses& clauses) {
    const auto& perturbation = dynamic_cast<const Perturbation&>(*subject.component);
    texts_clauses(
        [&](std::span<const std::string> texts) {
            std::vector<std::string> result;
            for (const std::string& text : texts) result.push_back(candidates_of(perturbation, text));
            return result;
        },
        "words", subject.plugin.deterministic, clauses);
    clauses.add("no candidates are proposed where none are asked for", [&] {
        return perturbation.candidates({"good", "good", {0, 4}}, 0).empty() ? "" : "there are some";
    });
}

void counterpart_clauses(const Subject& subject, Clauses& clauses) {
    const auto& counterpart = dynamic_cast<const Counterpart&>(*subject.component);
    clauses.add("names its attributes and their terms", [&] { return counterpart.attributes().empty() ? "it names no attribute" : ""; });
    clauses.add("its sensitive terms are case-folded", [&] {
        for (const std::string& term : counterpart.sensitive_terms()) {
            if (term != fold_case(term)) return fmt::format("'{}' is not", term);
        }
        return std::string();
    });
    texts_clauses(
        [&](std::span<const std::string> texts) {
            std::vector<std::string> result;
            for (const std::string& text : texts) result.push_back(counterparts_of(counterpart, text));
            return result;
        },
        "texts", true, clauses);
}

void dataset_clauses(const Subject& subject, Clauses& clauses) {
    const auto& dataset = dynamic_cast<const Dataset&>(*subject.component);
    clauses.add("its individuals have ids of their own, labels that it names, and rows of its features", [&] {
        std::set<std::string> ids;
        const std::size_t labels = dataset.labels().size(), features = dataset.features().size();
        for (const Individual& individual : dataset.individuals()) {
            if (!ids.insert(individual.id).second) return fmt::format("two are called '{}'", individual.id);
            if (individual.label >= labels) return fmt::format("'{}' has label {} of {}", individual.id, individual.label, labels);
            if (individual.row.size() != features)
                return fmt::format("'{}' has {} cells for {} features", individual.id, individual.row.size(), features);
        }
        return ids.empty() ? std::string("it has none") : std::string();
    });
    clauses.add("another one like it has the same individuals", [&] {
        const std::shared_ptr<Component> again = subject.make();
        const auto first = dataset.individuals(), second = dynamic_cast<const Dataset&>(*again).individuals();
        if (first.size() != second.size()) return fmt::format("{}, then {}", first.size(), second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (first[i].id != second[i].id || first[i].text != second[i].text || first[i].label != second[i].label)
                return fmt::format("'{}' differs", first[i].id);
        }
        return std::string();
    });
}

}  // namespace rif
