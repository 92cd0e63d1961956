// What the command line changes: --set ADDRESS=VALUE, --sweep "ADDRESS in […]".
#pragma once

#include <string>
#include <vector>

#include <rif/base/catalogue.hpp>

#include "dsl/draft.hpp"

namespace rif::dsl {

/// Notes each change with its block; for `run` it is made at once. The text of a path or text setting is taken raw.
void apply_sets(const std::vector<std::string>& sets, Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics);
/// Adds axes to the file's own; one of the same address takes its place.
void apply_sweeps(const std::vector<std::string>& sweeps, Draft& draft, Diagnostics& diagnostics);
/// `ADDRESS in […]` after an option of the command line, whose name the places carry.
std::optional<AxisStatement> axis_after(const std::string& option, const std::string& text, Diagnostics& diagnostics);

}  // namespace rif::dsl
