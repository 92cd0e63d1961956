// The options that every command on an experiment shares, and reading the experiment with them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"

namespace rif::cli {

/// Loads and checks; prints all diagnostics (warnings too unless `quiet`). Nothing where there are errors.
std::optional<dsl::Experiment> loaded(const std::string& file, const dsl::CheckOptions& options, bool quiet = false);

/// Where trained models and caches lie: `cache.folder` of the site configuration.
std::filesystem::path cache_folder();

}  // namespace rif::cli
