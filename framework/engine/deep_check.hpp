// `rif check --deep`: every component is made and looks at its data; nothing is trained, searched or written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <rif/engine/assemble.hpp>

namespace rif {

struct DeepCheck {
    std::vector<std::string> lines;  // what was found, one a component
    std::size_t individuals = 0;     // of the largest data set
    std::optional<std::size_t> most_queries_per_search;
    std::optional<double> seconds_per_query;  // of models that need no training
    std::size_t measured_texts = 0;
};

/// Goes on after an error, so that several are found at once; each becomes a diagnostic at its block or setting.
/// What is made stays in `assembly` for the run that follows.
DeepCheck deep_check(const dsl::Experiment& experiment, Assembly& assembly, Diagnostics& diagnostics);
/// The same with an assembly of its own.
DeepCheck deep_check(const dsl::Experiment& experiment, Diagnostics& diagnostics);

}  // namespace rif
