// What an example says of one plugin, without checking the rest of the file.
#pragma once

#include <filesystem>
#include <string_view>

#include <rif/base/value.hpp>

namespace rif::dsl {

/// The settings of the first block `role NAME = plugin { … }` in a file; empty where there is no such block or no such file.
Body settings_in_example(const std::filesystem::path& file, std::string_view role, std::string_view plugin);

}  // namespace rif::dsl
