#include <rif/cli/experiment_argument.hpp>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/failure.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/site_config.hpp>

namespace rif::cli {

Loaded loaded(const std::string& file, const dsl::CheckOptions& options, bool quiet) {
    Diagnostics diagnostics;
    std::optional<dsl::Experiment> experiment = dsl::load_experiment(file, load_catalogue(), options, diagnostics);
    if (!quiet || diagnostics.has_errors()) print_diagnostics(diagnostics);
    if (diagnostics.has_errors()) return {std::nullopt, exit_code(diagnostics)};
    return {std::move(experiment), 0};
}

namespace {

/// Whether the command can do something with such a block: what its help suggests must not be refused.
bool takes(const std::string& command, const dsl::Block& block) {
    if (block.role == Role::model) return command != "rif build" || block.body.find_group("train");
    if (block.role == Role::perturbation) return command != "rif build" || block.body.find("dictionary");
    if (command == "rif build") return false;
    return block.role == Role::similarity || block.role == Role::counterpart || block.role == Role::dataset;
}

}  // namespace

const dsl::Block& addressed(const dsl::Experiment& experiment, const std::string& address, const std::string& command) {
    std::string known, first;
    for (const dsl::Block& block : experiment.blocks) {
        if (block.address() == address) return block;
        if (first.empty() && takes(command, block)) first = block.address();
        known += (known.empty() ? "" : ", ") + block.address();
    }
    throw Error(
        "unknown-block", fmt::format("{} has no block '{}'; it has {}", experiment.file, address, known),
        first.empty() ? "rif run " + shell_word(experiment.file) : fmt::format("{} {} {}", command, shell_word(experiment.file), first));
}

std::filesystem::path cache_folder() { return load_site_config().cache_folder(); }

}  // namespace rif::cli
