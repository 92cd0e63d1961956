// Experiment -> cells: every combination that will be run, each with an id that is the hash of what it reads.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dsl/experiment.hpp"

namespace rif {

/// Settings of the blocks that an axis of the sweep changed for one cell; all others are the block's own.
using ChangedSettings = std::map<const dsl::Block*, std::shared_ptr<const Settings>>;

/// One combination. Blocks that the attack does not read are null, and so is the target of one that reads none.
struct Cell {
    std::string id;          // 12 hexadecimal digits
    std::size_t number = 0;  // from 1
    const dsl::Block* dataset = nullptr;
    const dsl::Block* counterpart = nullptr;
    const dsl::Block* perturbation = nullptr;
    const dsl::Block* model = nullptr;
    const dsl::Block* attack = nullptr;
    const dsl::TargetBlock* target = nullptr;
    ChangedSettings changed;
    std::shared_ptr<const Settings> run;
    std::vector<std::pair<std::string, std::string>> settings;  // swept address, printed value

    const Settings& of(const dsl::Block& block) const;
    std::shared_ptr<const Settings> pointer_of(const dsl::Block& block) const;
};

/// All cells in the order of the lists in `run`, the sweep's axes last.
/// errors: rif::Error "too-many-cells" above run.max_cells, "no-cells" where --only leaves none, "not-offered" for what this version cannot
/// run.
std::vector<Cell> plan(const dsl::Experiment& experiment);

/// Spelling by meaning of one block's settings and of all that it names, for ids and for what is kept between runs.
std::string canonical_settings(const dsl::Experiment& experiment, const dsl::Block& block, const ChangedSettings& changed);

}  // namespace rif
