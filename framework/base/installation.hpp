// Where this rifair lies: found from the shared library, so that a prefix can be moved as a whole.
#pragma once

#include <filesystem>

namespace rif {

/// The prefix of an installation, or the build folder: the folder above the one of librif_api.so.
std::filesystem::path installation_root();
/// Lexicons, templates, carriers, lists, documents: <root>/share/rifair.
std::filesystem::path installed_data();

}  // namespace rif
