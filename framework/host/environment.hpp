// The user's folders, by the XDG rules.
#pragma once

#include <filesystem>
#include <string>

namespace rif {

/// The variable's value, or "" where it is not set.
std::string environment(const char* variable);
/// $HOME, or what the user database says.
std::filesystem::path home_folder();
/// $XDG_DATA_HOME/rifair, $XDG_CONFIG_HOME/rifair, $XDG_CACHE_HOME/rifair, or their places below the home folder.
std::filesystem::path user_data_folder();
std::filesystem::path user_config_folder();
std::filesystem::path user_cache_folder();

}  // namespace rif
