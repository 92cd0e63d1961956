// What blocks ask of each other: a run that is whole, attacks whose target is there, inputs that meet.
#pragma once

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"

namespace rif::dsl {

/// experiment: all but `canonical`; draft: what it was made of.
void check_run(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics);
/// Units of one column that a data set and a distance name differently; similarities that cannot compare what an audit has.
void check_blocks(const Experiment& experiment, Diagnostics& diagnostics);

}  // namespace rif::dsl
