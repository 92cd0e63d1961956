#include <rif/engine/admission_inputs.hpp>

#include <fmt/core.h>

#include <rif/base/hash.hpp>

namespace rif {
namespace {

constexpr std::size_t k_fingerprint_digits = 12;

/// "llm { endpoint = \"…\", model = \"…\" }": the plugin and those of its own settings that the block gives.
std::string proposer(const dsl::Block& block, const Settings& settings) {
    std::string given;
    for (const auto& [key, checked] : settings.values) {
        const bool is_own = checked.parameter && !checked.parameter->framework && checked.parameter->changes_result;
        if (!checked.given || !is_own) continue;
        given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", key, checked.word.empty() ? canonical(checked.value) : checked.word);
    }
    return given.empty() ? block.plugin->name : fmt::format("{} {{ {} }}", block.plugin->name, given);
}

void describe(AdmitCondition& condition, const dsl::Experiment& experiment, const ChangedSettings& changed) {
    const dsl::Block* similarity = experiment.find(Role::similarity, condition.condition.name);
    if (!similarity) return;
    condition.takes_texts = similarity->plugin->takes("text");
    condition.fingerprint = sha256(canonical_settings(experiment, *similarity, changed) + sha256_of(similarity->plugin->library))
                                .substr(0, k_fingerprint_digits);
}

}  // namespace

AdmissionSettings admission_settings(const dsl::Experiment& experiment, const dsl::Block& block, const ChangedSettings& changed,
                                     const Arguments& arguments) {
    AdmissionSettings settings = admission_settings(arguments);
    settings.fingerprint = proposer(block, arguments.settings());
    for (AdmitCondition& condition : settings.admit) describe(condition, experiment, changed);
    return settings;
}

}  // namespace rif
