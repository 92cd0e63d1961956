// Writes the folder of a new plugin out of the template of its role.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <rif/base/catalogue.hpp>

namespace rif {

/// "word_overlap" as its class: "WordOverlap".
std::string class_name(std::string_view name);

/// Writes CMakeLists.txt, manifest.toml, NAME.cpp, NAME_test.cpp, README.md and example.rif into `folder`, which is made.
/// errors: rif::Error "command-line" for a name that is none, "exists" for a folder with something in it, "missing-file" without templates,
/// "cannot-write".
std::vector<std::filesystem::path> write_new_plugin(Role role, const std::string& name, const std::filesystem::path& folder);

}  // namespace rif
