// Reading and writing files whole: a write is complete or did not happen.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <rif/base/place.hpp>

namespace rif {

/// errors: rif::Error "cannot-read" with the path, what the system says, and `place`; "not-a-file" for a folder; "too-large" above `most`
/// bytes.
std::string read_file(const std::filesystem::path& path, const Place& place = {}, std::size_t most = SIZE_MAX);
/// Writes beside the target under another name, syncs, and renames. errors: rif::Error "cannot-write".
void write_file(const std::filesystem::path& path, std::string_view contents);

}  // namespace rif
