// What a component makes once and keeps, made without a run: a perturbation's dictionary, a model's weights.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"
#include <rif/api/services.hpp>

namespace rif {

struct BuildOptions {
    std::filesystem::path cache_folder;
    std::size_t threads = 1;
    const std::atomic<bool>* cancelled = nullptr;
    Progress* progress = nullptr;
};

struct BuildSummary {
    std::vector<std::string> facts;  // a line each: what was asked, measured, admitted, trained
    std::vector<std::string> warnings;
};

/// A dictionary is built from the texts of each data set that `run` names, with the sensitive terms of each of its counterparts; a
/// model is trained on the first data set of `run` where its `train` names none.
/// errors: rif::Error "nothing-to-build" for a block that keeps nothing, "missing-in-run" where `run` lacks the data set; what making it
/// throws; Cancelled: what was measured until then is in the dictionary.
BuildSummary build(const dsl::Experiment& experiment, const dsl::Block& block, const BuildOptions& options);

}  // namespace rif
