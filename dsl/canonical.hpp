// The experiment printed whole: what experiment.rif in the results folder holds.
#pragma once

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"
#include "dsl/uses.hpp"

namespace rif::dsl {

/// In the one canonical layout, with includes, `like` and overrides folded in and paths resolved; included blocks that nothing uses are
/// left out. Checking it again gives the same experiment.
std::string canonical_text(const Experiment& experiment, const Draft& draft, const Uses& uses);

}  // namespace rif::dsl
