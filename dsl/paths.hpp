// Where a path in a .rif file points: beside the file it is written in, then in the folders of the data path.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <rif/base/place.hpp>

namespace rif::dsl {

/// `path` where it is there, absolute; "" where it is not. A path after --set is looked up in the working directory first.
std::string find_path(const std::string& path, const Place& place, const std::vector<std::filesystem::path>& data_path);
/// The folder of the file that a place lies in: as the user gave it, "" for the working directory.
std::filesystem::path folder_of(const Place& place);
/// `path` beside the file that it is written in, absolute, whether it is there or not.
std::string beside(const std::string& path, const Place& place);

}  // namespace rif::dsl
