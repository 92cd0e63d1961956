// The results folder of a run: found again where the same run was begun, or made anew.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/experiment.hpp"
#include <rif/engine/file_lock.hpp>
#include <rif/engine/plan.hpp>

namespace rif {

struct RunFolder {
    std::filesystem::path path;
    std::unique_ptr<FileLock> lock;  // held while the run goes on
    bool goes_on = false;            // was begun by an earlier process
};

/// Hash of what is run: the cells' ids and the experiment's name.
std::string run_id(const dsl::Experiment& experiment, const std::vector<Cell>& cells);

/// results/<experiment>/<time>-<first of the id>, or `out` where it is given. The last folder of the same id is gone on with, unless
/// `fresh`; `out` with results of another run is refused, `fresh` or not. errors: rif::Error "results-in-use", "other-results",
/// "cannot-write", those of FolderResults.
RunFolder open_run_folder(const std::filesystem::path& results, const std::string& experiment, const std::string& id,
                          const std::optional<std::filesystem::path>& out, bool fresh);

/// Compares facts whose keys begin with "input." or "plugin." with those recorded, records new ones.
/// errors: rif::Error "inputs-changed" naming each that differs.
void check_inputs(class ResultsWriter& writer, const std::map<std::string, std::string>& inputs, bool goes_on);

/// environment.toml: the facts, one a line, in the order of keys.
void write_environment(const std::filesystem::path& folder, const std::map<std::string, std::string>& facts);

}  // namespace rif
