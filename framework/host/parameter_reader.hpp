// The [parameters.KEY] and [groups.KEY] tables of a manifest.
#pragma once

#include <rif/base/schema.hpp>
#include <rif/host/table_reader.hpp>

namespace rif {

inline constexpr const char* k_manifest_slug = "manifest";

/// Reads `parameters` and `groups` of `root`. of_framework: the framework's own settings, which know two things more:
/// `changes_result`, and blocks that are targets.
Schema schema_of(TableReader& root, bool of_framework, Diagnostics& diagnostics);

/// The default of a parameter, `node`, as the value that a .rif file would hold; a fault is a diagnostic.
std::optional<Value> default_of(const Parameter& parameter, const TomlNode& node, TableReader& reader);

}  // namespace rif
