// What rifair says of a .rif file, as a transcript holds it.
#pragma once

#include <filesystem>
#include <string>

namespace rif::test {

/// All diagnostics of `rif check` on the file, against language_catalogue(), as text; "" where there are none.
std::string diagnose(const std::filesystem::path& path);

}  // namespace rif::test
