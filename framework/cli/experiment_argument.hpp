// The options that every command on an experiment shares, and reading the experiment with them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"

namespace rif::cli {

/// An experiment, or the exit code of the errors that it has.
struct Loaded {
    std::optional<dsl::Experiment> experiment;
    int code = 0;
};

/// Loads and checks; prints all diagnostics (warnings too unless `quiet`). No experiment where there are errors.
Loaded loaded(const std::string& file, const dsl::CheckOptions& options, bool quiet = false);

/// The block that "model.small" names. command: "rif try", for the help line. errors: rif::Error "unknown-block" with those there are.
const dsl::Block& addressed(const dsl::Experiment& experiment, const std::string& address, const std::string& command);

/// Where trained models and caches lie: `cache.folder` of the site configuration.
std::filesystem::path cache_folder();

}  // namespace rif::cli
