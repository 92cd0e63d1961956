// The graph of who names whom: blocks that nothing uses, and blocks that use themselves.
#pragma once

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"

namespace rif::dsl {

/// A block that is made with the help of itself: an error that shows the circle.
void check_circles(const Experiment& experiment, const Draft& draft, Diagnostics& diagnostics);

/// Whether each block, and each target, is used by the run: named by it, by a report, by a block that is, or by `like`.
struct Uses {
    std::vector<bool> blocks, targets;
};
Uses uses_of(const Experiment& experiment, const Draft& draft);
/// A warning for each block of the file itself that is not used.
void warn_of_unused(const Experiment& experiment, const Draft& draft, const Uses& uses, Diagnostics& diagnostics);

}  // namespace rif::dsl
