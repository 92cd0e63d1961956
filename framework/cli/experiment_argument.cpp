#include <rif/cli/experiment_argument.hpp>

#include <rif/cli/failure.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/site_config.hpp>

namespace rif::cli {

std::optional<dsl::Experiment> loaded(const std::string& file, const dsl::CheckOptions& options, bool quiet) {
    Diagnostics diagnostics;
    std::optional<dsl::Experiment> experiment = dsl::load_experiment(file, load_catalogue(), options, diagnostics);
    if (!quiet || diagnostics.has_errors()) print_diagnostics(diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return experiment;
}

std::filesystem::path cache_folder() { return load_site_config().cache_folder(); }

}  // namespace rif::cli
