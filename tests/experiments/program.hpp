// Running build/bin/rif as a user would, and reading the tables it writes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rif::test {

struct Finished {
    int code = 0;        // exit code; 128 + signal where it was ended by one
    std::string output;  // stdout and stderr together
};

/// Runs `rif` with these arguments. home: its cache and configuration stay below this folder.
Finished run_rif(const std::vector<std::string>& arguments, const std::filesystem::path& home);

/// A CSV file with a header: one map a row, by column.
std::vector<std::map<std::string, std::string>> csv_rows(const std::filesystem::path& file);

}  // namespace rif::test
