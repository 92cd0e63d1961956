// Axes of a sweep and what --only keeps: addresses resolved, each value typed as the setting it stands for.
#pragma once

#include <rif/base/schema_check.hpp>

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"

namespace rif::dsl {

std::vector<Axis> resolve_sweep(const Draft& draft, const Catalogue& catalogue, const CheckContext& shared, Diagnostics& diagnostics);
/// experiment: blocks, run and sweep are filled in.
std::vector<Only> resolve_only(const std::vector<std::string>& texts, const Draft& draft, const Experiment& experiment,
                               const CheckContext& shared, Diagnostics& diagnostics);

}  // namespace rif::dsl
