// Where plugins and data files are looked for, and in what order.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/place.hpp>

namespace rif {

/// A folder of plugins, <path>/ROLE/NAME/; one plugin's own folder; or a build folder, <path>/plugins/ROLE/NAME/. origin:
/// "RIFAIR_PLUGIN_PATH", "user", "site", "installed", "build".
struct SearchFolder {
    std::filesystem::path path;
    std::string origin;
};

/// "a:b:c" as paths; empty parts are left out.
std::vector<std::filesystem::path> split_path(std::string_view text);

/// A data file or folder by name: in each folder of `data_path` in order. An absolute name stands for itself.
/// errors: rif::Error "missing-file" at `place`, with the folders that were looked in.
std::filesystem::path find_data(const std::vector<std::filesystem::path>& data_path, std::string_view name, const Place& place);
/// Names without ending of the files in `folder` of every folder of the data path, sorted, each once: {"age", "gender"} for "lexicons",
/// ".toml".
std::vector<std::string> names_of_data(const std::vector<std::filesystem::path>& data_path, std::string_view folder,
                                       std::string_view extension);

}  // namespace rif
