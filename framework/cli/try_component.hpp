// What one component answers, as text or JSON lines (their fields: share/doc/language.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"

namespace rif::cli {

struct TryRequest {
    std::vector<std::string> texts;
    std::optional<std::filesystem::path> file;  // JSON lines
    bool detail = false, json = false;
};

/// errors: rif::Error "not-to-be-tried" for a role that answers nothing, "too-few-texts", "bad-json", whatever making it throws.
std::string tried(const dsl::Experiment& experiment, const dsl::Block& block, const TryRequest& request,
                  const std::filesystem::path& cache_folder);

}  // namespace rif::cli
