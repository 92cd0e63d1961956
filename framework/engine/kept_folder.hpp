// A folder that is made once and kept: complete under its name or not there; safe when several processes want it at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace rif {

/// parent/name, made by `fill` (given an empty folder) where it is not there yet. Where `parent` cannot be written the folder is made
/// in the system's temporary folder. While another process makes it, `while_waiting` is called a few times a second.
/// errors: whatever `fill` and `while_waiting` throw; nothing is then left behind.
std::filesystem::path kept_folder(const std::filesystem::path& parent, const std::string& name,
                                  const std::function<void(const std::filesystem::path&)>& fill,
                                  const std::function<void()>& while_waiting);

}  // namespace rif
