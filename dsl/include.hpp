// A file with all that it includes, each read and parsed once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dsl/document.hpp"

namespace rif::dsl {

/// The file itself first, then its includes in the order in which they are met, each file once. Limits (rule 13), cycles, files that
/// are not there, and what an included file may not hold: a diagnostic each.
/// data_path: where an include is looked up after the folder of the file that names it.
std::vector<Document> load_documents(const std::string& file, const std::vector<std::filesystem::path>& data_path,
                                     Diagnostics& diagnostics);

}  // namespace rif::dsl
