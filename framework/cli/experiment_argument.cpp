#include <rif/cli/experiment_argument.hpp>

#include <fmt/core.h>

#include <rif/base/error.hpp>
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

const dsl::Block& addressed(const dsl::Experiment& experiment, const std::string& address, const std::string& command) {
    std::string known;
    for (const dsl::Block& block : experiment.blocks) {
        if (block.address() == address) return block;
        known += (known.empty() ? "" : ", ") + block.address();
    }
    throw Error("unknown-block", fmt::format("{} has no block '{}'; it has {}", experiment.file, address, known),
                fmt::format("{} {} {}", command, experiment.file, known.substr(0, known.find(','))));
}

std::filesystem::path cache_folder() { return load_site_config().cache_folder(); }

}  // namespace rif::cli
