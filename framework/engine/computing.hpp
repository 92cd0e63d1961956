// What a run says about computing, as its components are told it.
#pragma once

#include <filesystem>
#include <string>

#include "dsl/experiment.hpp"
#include <rif/api/services.hpp>

namespace rif {

/// run.scoring and run.device; a device that the experiment leaves open is the site's, and the processor where that leaves it open too.
/// On a GPU scoring is batched unless the experiment says otherwise. kept: the cache folder.
Computing computing_of(const dsl::Experiment& experiment, const std::string& site_device, const std::filesystem::path& kept);

/// "exact" or "batched": the word for it in a .rif file.
std::string scoring_name(const Computing& computing);

}  // namespace rif
