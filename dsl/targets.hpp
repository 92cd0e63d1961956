// `target NAME { alpha = [α_v, α_v'], beta = β }`: its settings, and which quadrant it aims at.
#pragma once

#include <optional>

#include <rif/base/schema.hpp>

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"

namespace rif::dsl {

const Schema& target_schema();
/// Typed; nothing after an error. What is accepted but odd (language.md, Targets) is a warning.
std::optional<TargetBlock> check_target(const DraftTarget& target, Diagnostics& diagnostics);

}  // namespace rif::dsl
