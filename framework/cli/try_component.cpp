#include <rif/cli/try_component.hpp>

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/quadrant.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/error.hpp>
#include <rif/base/json.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/try_trial.hpp>
#include <rif/engine/scorer.hpp>

namespace rif::cli {

namespace {

using dsl::Block;
using dsl::Experiment;

std::string json_numbers(std::span<const float> values) {
    std::string items;
    for (const float value : values) items += (items.empty() ? "" : ",") + json_number(value);
    return "[" + items + "]";
}

std::string model_line(const Input& input, const Scorer& scorer, std::span<const float> row, std::span<const float> raw, bool detail) {
    const ByteSpan visible = scorer.model().visible_bytes(input.text);
    std::string line = fmt::format(R"({{"text":{},"labels":{},"probabilities":{},"predicted":{})", json_string(input.text),
                                   json_list(scorer.labels()), json_numbers(row), json_string(scorer.labels()[predicted_label(row)]));
    if (detail) {
        const char* name = scorer.model().score_kind() == ScoreKind::logits ? "logits" : "scores";
        line += fmt::format(R"(,"{}":{},"visible_bytes":[{},{}])", name, json_numbers(raw), visible.begin, visible.end);
    }
    return line + "}\n";
}

std::string model_text(const Input& input, const Scorer& scorer, std::span<const float> row, bool detail) {
    std::vector<std::size_t> order(row.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
    std::string text = input.text + "\n";
    for (const std::size_t i : order) text += fmt::format("  {:.4f}  {}\n", row[i], scorer.labels()[i]);
    const ByteSpan visible = scorer.model().visible_bytes(input.text);
    if (detail || visible.size() < input.text.size())
        text += fmt::format("  sees bytes {} to {} of {}\n", visible.begin, visible.end, input.text.size());
    return text;
}

std::string tried_model(Trial& trial) {
    const auto model = trial.assembly.model(trial.block, {}, run_dataset(trial.experiment));
    const Scorer scorer(model, model->labels(), trial.block.address(), 0);
    const std::vector<Input> inputs = inputs_of(trial);
    std::vector<std::string> texts;
    for (const Input& input : inputs) texts.push_back(input.text);
    ScoreCounts ignored;
    const Matrix rows = scorer.probabilities(texts, ignored);
    const Matrix raw = trial.request.detail ? model->predict(texts) : rows;
    std::string answer;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        answer += trial.request.json ? model_line(inputs[i], scorer, rows[i], raw[i], trial.request.detail)
                                     : model_text(inputs[i], scorer, rows[i], trial.request.detail);
    }
    return answer;
}

std::string similarity_answer(const Trial& trial, const TextPair& pair, const DirectedScore& score) {
    const auto number = [](const std::optional<double>& value) { return value ? json_number(*value) : std::string("null"); };
    if (trial.request.json) {
        return fmt::format(R"({{"text":{},"text_pair":{},"value":{},"forward":{},"backward":{}}})", json_string(pair.a),
                           json_string(pair.b), json_number(score.value), number(score.forward), number(score.backward)) +
               "\n";
    }
    std::string text = fmt::format("{:.4f}  {} | {}\n", score.value, pair.a, pair.b);
    if (score.forward && score.backward) text += fmt::format("  forward {:.4f} · backward {:.4f}\n", *score.forward, *score.backward);
    return text;
}

TextPair pair_of(const Input& input, const std::filesystem::path& file) {
    if (!input.text_pair) {
        throw Error("bad-json", fmt::format("line {} of '{}' has no text under \"text_pair\" to compare with", input.line, file.string()),
                    R"({"text": "physician", "text_pair": "doctor"})");
    }
    return {input.text, *input.text_pair};
}

std::string tried_similarity(Trial& trial) {
    const auto similarity = trial.assembly.make<Similarity>(trial.block, {});
    std::vector<TextPair> pairs;
    if (trial.request.file) {
        for (const Input& input : inputs_of_file(*trial.request.file)) pairs.push_back(pair_of(input, *trial.request.file));
    } else if (trial.request.texts.size() == 2) {
        pairs.push_back({trial.request.texts[0], trial.request.texts[1]});
    } else {
        throw Error("too-few-texts",
                    fmt::format("{} compares two texts, and {} given", trial.block.address(),
                                trial.request.texts.size() == 1 ? "one was" : fmt::format("{} were", trial.request.texts.size())),
                    fmt::format("rif try {} {} \"physician\" \"doctor\"", shell_word(trial.experiment.file), trial.block.address()));
    }
    std::vector<DirectedScore> scores;
    if (trial.block.plugin->takes("text")) {
        scores = similarity->directed_scores(pairs);
    } else {
        std::vector<WordPair> words;
        for (const TextPair& pair : pairs) words.push_back({pair.a, pair.b});
        scores = similarity->word_scores(words);
    }
    std::string answer;
    for (std::size_t i = 0; i < pairs.size(); ++i) answer += similarity_answer(trial, pairs[i], scores[i]);
    return answer;
}

std::string counterpart_answer(const Trial& trial, const std::string& text, const CounterpartText& made) {
    if (trial.request.json) {
        return fmt::format(R"({{"text":{},"counterpart":{},"slots":{},"ambiguous":{},"residual_cues":{}}})", json_string(text),
                           json_string(made.text), made.slots.size(), made.ambiguous, json_list(made.residual_cues)) +
               "\n";
    }
    std::string answer = fmt::format("  v'  {}{}\n", made.text, made.ambiguous ? "   (a role is ambiguous)" : "");
    if (!made.residual_cues.empty()) answer += fmt::format("      cues that stay behind: {}\n", fmt::join(made.residual_cues, ", "));
    if (!trial.request.detail) return answer;
    for (const Slot& slot : made.slots) {
        answer += fmt::format("      {} ({}, {}): {} -> {}\n", slot.v.of(text), slot.attribute, slot.role, slot.from, slot.to);
    }
    return answer;
}

std::string tried_counterpart(Trial& trial) {
    const auto counterpart = trial.assembly.make<Counterpart>(trial.block, {});
    std::string answer;
    std::size_t number = 0;
    for (const Input& input : inputs_of(trial)) {
        Individual individual;
        individual.id = std::to_string(++number);
        individual.text = input.text;
        const Counterparts found = counterpart->counterparts(individual, trial.services->random("try " + individual.id));
        if (!trial.request.json) answer += fmt::format("  v   {}\n", input.text);
        for (const CounterpartText& made : found.made) answer += counterpart_answer(trial, input.text, made);
        if (found.made.empty() && !trial.request.json)
            answer += fmt::format("      none: {}\n", outcome_name(found.why_none.value_or(Outcome::no_sensitive_token)));
        if (found.made.empty() && trial.request.json) {
            answer += fmt::format(R"({{"text":{},"counterpart":null,"outcome":"{}"}})", json_string(input.text),
                                  outcome_name(found.why_none.value_or(Outcome::no_sensitive_token))) +
                      "\n";
        }
    }
    return answer;
}

std::string tried_dataset(Trial& trial) {
    const auto data = trial.assembly.data(trial.block, {});
    std::string answer;
    if (!trial.request.json)
        answer = fmt::format("{} texts of {} input rows: {}\n", data->individuals.size(), data->rows, data->label_counts);
    for (std::size_t i = 0; i < std::min(k_first_texts, data->individuals.size()); ++i) {
        const Individual& individual = data->individuals[i];
        answer += trial.request.json ? fmt::format(R"({{"id":{},"label":{},"text":{}}})", json_string(individual.id),
                                                   json_string(data->labels[individual.label]), json_string(individual.text)) +
                                           "\n"
                                     : fmt::format("  {}  {}  {}\n", individual.id, data->labels[individual.label], individual.text);
    }
    return answer;
}

std::uint64_t seed_of(const Experiment& experiment) {
    const CheckedValue* value = experiment.run ? experiment.run->find("seed") : nullptr;
    const Number* number = value ? value->value.as<Number>() : nullptr;
    return number ? static_cast<std::uint64_t>(number->value) : 0;
}

}  // namespace

std::string tried(const Experiment& experiment, const Block& block, const TryRequest& request, const std::filesystem::path& cache_folder) {
    auto services = std::make_shared<const EngineServices>(seed_of(experiment), experiment.catalogue->data_path, nullptr);
    Trial trial{experiment, block, request, services, Assembly(experiment, services, cache_folder)};
    switch (block.role) {
        case Role::model: return tried_model(trial);
        case Role::similarity: return tried_similarity(trial);
        case Role::perturbation: return tried_perturbation(trial);
        case Role::counterpart: return tried_counterpart(trial);
        case Role::dataset: return tried_dataset(trial);
        default: break;
    }
    throw Error("not-to-be-tried",
                fmt::format("{} cannot be asked alone: rif try asks models, similarities, perturbations, counterparts and data sets",
                            block.address()),
                "rif run " + shell_word(experiment.file));
}

}  // namespace rif::cli
