// `rif check --deep`: every component is made and looks at its data; nothing is trained, searched or written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"

namespace rif {

struct DeepCheck {
    std::vector<std::string> lines;                    // what was found, one a component
    std::size_t individuals = 0;                       // of the largest data set
    std::optional<std::size_t> most_queries_per_search;
    std::optional<double> seconds_per_query;           // of models that need no training
    std::size_t measured_texts = 0;
};

/// Goes on after an error, so that several are found at once; each becomes a diagnostic at its block or setting.
DeepCheck deep_check(const dsl::Experiment& experiment, const std::filesystem::path& cache_folder, Diagnostics& diagnostics);

}  // namespace rif
