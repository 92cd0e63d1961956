// The SQL that makes run.sqlite, and its version.
#pragma once

#include <filesystem>
#include <string>

#include <rif/engine/sqlite.hpp>

namespace rif {

constexpr int k_results_version = 1;  // PRAGMA user_version

/// errors: rif::Error "newer-results" where the database of `folder` is of a later version than this program's; `help` says what to do.
void check_results_version(Database& database, const std::filesystem::path& folder, const std::string& help);

/// Statements that make the tables where they are not there yet.
const char* results_schema();

}  // namespace rif
