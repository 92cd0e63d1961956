// The rules of the house, as functions from a source tree to what breaks them. Each is tried on small bad trees too.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rif::house {

/// file: relative to the tree; line from 1, 0 for the file as a whole.
struct Fault {
    std::string file;
    std::size_t line = 0;
    std::string rule;  // "who-may-include", "heavy-header", "top", "plugin-whole", …
    std::string message;
};
std::ostream& operator<<(std::ostream& out, const Fault& fault);

/// Nothing at the top but the eight names and dot-files, and all eight are there. What a build or a run leaves is passed over.
std::vector<Fault> top_faults(const std::filesystem::path& tree);
/// Each room includes only the rooms below it ("who-may-include"), and what is not ours only at its address ("heavy-header").
std::vector<Fault> include_faults(const std::filesystem::path& tree);
/// Each plugin's folder is whole and says what it is ("plugin-whole"), and is listed once ("plugin-listed").
std::vector<Fault> plugin_faults(const std::filesystem::path& tree);
/// No folder of one machine and no package registry is named in any file ("machine-path").
std::vector<Fault> machine_faults(const std::filesystem::path& tree);
/// Every header starts with a comment that says what it is ("header-comment").
std::vector<Fault> header_faults(const std::filesystem::path& tree);
/// Every slug of an error or diagnostic is words joined by hyphens ("slug").
std::vector<Fault> slug_faults(const std::filesystem::path& tree);
/// What is to be run can be run: .ci/run and the files of share/scripts that start with #! ("script").
std::vector<Fault> script_faults(const std::filesystem::path& tree);
/// Every relative link of a .md file names a file or folder that is there ("link").
std::vector<Fault> link_faults(const std::filesystem::path& tree);

// Shared by the rules:

/// Files below the tree, relative and sorted, without what a build, a run or git leaves.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& tree);
std::string contents(const std::filesystem::path& file);
std::vector<std::string> lines(const std::string& text);
bool is_code(const std::filesystem::path& file);  // .hpp or .cpp
/// `*` stands for any characters, slashes too.
bool matches(std::string_view text, std::string_view pattern);

}  // namespace rif::house
