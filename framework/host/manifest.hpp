// A plugin's account of itself: manifest.toml, checked whole, as data. Keys and types: share/doc/plugins.md.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include <rif/base/catalogue.hpp>

namespace rif {

/// The entry that a manifest describes, without folder and origin, its schema merged with the framework's settings for its role.
/// Every fault is a diagnostic "manifest" with line and column; with any of them nothing is returned.
std::optional<PluginEntry> parse_manifest(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

/// Parameters and groups alone, as in framework/base/settings/*.toml: there `changes_result` is allowed, and block:target.
std::optional<Schema> parse_settings(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

/// The framework's own settings by name: "run", and the roles whose plugins share some. Read once. A fault in them is ours: an assertion.
const std::map<std::string, Schema, std::less<>>& framework_settings();

}  // namespace rif
