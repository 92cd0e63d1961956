#include <rif/cli/try_component.hpp>

#include <algorithm>
#include <array>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/error.hpp>
#include <rif/base/json.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/try_trial.hpp>
#include <rif/engine/computing.hpp>

namespace rif::cli {

namespace {

using dsl::Block;
using dsl::Experiment;

std::string numbers_or_null(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }

/// The vectors that the texts are compared by, where the similarity has some and --detail asks for them.
std::string vectors(const Trial& trial, const Similarity& similarity, const Input& input) {
    if (!trial.request.detail) return {};
    const std::vector<float> first = similarity.vector(input.text);
    if (first.empty()) return {};
    std::string answer;
    const auto add = [&](const char* name, const std::vector<float>& vector) {
        answer += trial.request.json ? fmt::format(R"(,"{}":{})", name, json_numbers(vector))
                                     : fmt::format("  {} {}\n", name, fmt::join(vector, " "));
    };
    add("vector", first);
    if (input.text_pair) add("vector_pair", similarity.vector(*input.text_pair));
    return answer;
}

/// score: nothing where a text was given alone, for its vector.
std::string similarity_answer(const Trial& trial, const Input& input, const std::optional<DirectedScore>& score,
                              const std::string& vectors) {
    if (trial.request.json) {
        return fmt::format(R"({{"text":{},"text_pair":{},"value":{},"forward":{},"backward":{}{}}})", json_string(input.text),
                           input.text_pair ? json_string(*input.text_pair) : "null",
                           numbers_or_null(score ? std::optional(score->value) : std::nullopt),
                           numbers_or_null(score ? score->forward : std::nullopt), numbers_or_null(score ? score->backward : std::nullopt),
                           vectors) +
               "\n";
    }
    std::string text = score ? fmt::format("{:.4f}  {} | {}\n", score->value, input.text, *input.text_pair) : input.text + "\n";
    if (score && score->forward && score->backward)
        text += fmt::format("  forward {:.4f} · backward {:.4f}\n", *score->forward, *score->backward);
    return text + vectors;
}

/// Two texts of the command line, or the lines of the file.
std::vector<Input> compared(const Trial& trial) {
    if (trial.request.file) return inputs_of_file(*trial.request.file);
    const std::vector<std::string>& texts = trial.request.texts;
    if (texts.size() == 2) return {{texts[0], texts[1], 0}};
    throw Error("too-few-texts",
                fmt::format("{} compares two texts, and {} given", trial.block.address(),
                            texts.size() == 1 ? "one was" : fmt::format("{} were", texts.size())),
                fmt::format("rif try {} {} \"physician\" \"doctor\"", shell_word(trial.experiment.file), trial.block.address()));
}

std::optional<DirectedScore> compared(const Trial& trial, const Similarity& similarity, const Input& input) {
    if (!input.text_pair) return std::nullopt;
    if (!trial.block.plugin->takes("text")) return similarity.word_scores(std::array{WordPair{input.text, *input.text_pair}}).at(0);
    return similarity.directed_scores(std::array{TextPair{input.text, *input.text_pair}}).at(0);
}

std::string tried_similarity(Trial& trial) {
    const auto similarity = trial.assembly.make<Similarity>(trial.block, {});
    std::string answer;
    for (const Input& input : compared(trial)) {
        const std::string own = vectors(trial, *similarity, input);
        if (!input.text_pair && own.empty()) {
            throw Error(
                "bad-json",
                fmt::format("line {} of '{}' has no text under \"text_pair\" to compare with", input.line, trial.request.file->string()),
                R"({"text": "physician", "text_pair": "doctor"})");
        }
        answer += similarity_answer(trial, input, compared(trial, *similarity, input), own);
    }
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
    auto services = std::make_shared<const EngineServices>(seed_of(experiment), experiment.catalogue->data_path, nullptr,
                                                           computing_of(experiment, "cpu", cache_folder));
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
