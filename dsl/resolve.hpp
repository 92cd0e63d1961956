// Bodies become settings: every block of the draft held against its plugin's schema, with the rest of the file in view.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <rif/base/schema_check.hpp>

#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"

namespace rif::dsl {

/// What `run` takes, as a help line.
std::string run_manual(const Catalogue& catalogue);

/// What checks of this file's settings share: names, roles, paths, units. `draft` and `catalogue` must live as long as the result.
CheckContext context_of(const Draft& draft, const Catalogue& catalogue, const CheckOptions& options);
/// The same, speaking of one block.
CheckContext context_of(const DraftBlock& block, const CheckContext& shared);
/// By block: paths of an included one that are not there, which matter only where the block is used.
using MissingPaths = std::vector<std::vector<Diagnostic>>;
/// The blocks in the draft's order, with typed settings; those of a block whose plugin is unknown are null.
std::vector<Block> resolve_blocks(const Draft& draft, const CheckContext& shared, Diagnostics& diagnostics, MissingPaths& missing);
std::shared_ptr<const Settings> resolve_run(const Draft& draft, const Catalogue& catalogue, const CheckContext& shared,
                                            Diagnostics& diagnostics);
/// The word `run` of the statement, for what is wrong with it as a whole.
Place run_head(const Draft& draft);

}  // namespace rif::dsl
