// What the answers of `rif try` share: the experiment's components, made as they are asked for, and the texts.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rif/cli/try_component.hpp>
#include <rif/engine/assemble.hpp>
#include <rif/engine/engine_services.hpp>

namespace rif::cli {

constexpr std::size_t k_first_texts = 5;  // of a data set, where no text is given

struct Input {
    std::string text;
    std::optional<std::string> text_pair;
    std::size_t line = 0;  // of a file, from 1
};

/// What an answer needs: the experiment's components, made as they are asked for.
struct Trial {
    const dsl::Experiment& experiment;
    const dsl::Block& block;
    const TryRequest& request;
    std::shared_ptr<const EngineServices> services;
    Assembly assembly;
};

/// JSON lines. errors: rif::Error "bad-json" with the line, "cannot-read".
std::vector<Input> inputs_of_file(const std::filesystem::path& file);
/// The texts of the request, or the first ones of the run's data set.
std::vector<Input> inputs_of(Trial& trial);
/// The data set that `run` names first, or the only one of the file; null: none.
const dsl::Block* run_dataset(const dsl::Experiment& experiment);
std::string json_list(const std::vector<std::string>& texts);
std::string json_numbers(std::span<const float> values);

/// Probabilities of every text or pair; with --detail logits, tokens and window.
std::string tried_model(Trial& trial);
/// Candidates of every word with their verdicts, and why one is rejected.
std::string tried_perturbation(Trial& trial);

}  // namespace rif::cli
