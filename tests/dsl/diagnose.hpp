// What rifair says of a .rif file, as a transcript holds it.
#pragma once

#include <filesystem>
#include <string>

namespace rif::test {

/// All diagnostics of the file as text, in the order of their places, named by the path from the tests' folder; "" where there are none.
std::string diagnose(const std::filesystem::path& path);

}  // namespace rif::test
