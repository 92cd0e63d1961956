// A plugin's manual page, out of its manifest.
#pragma once

#include <string>

#include <rif/base/catalogue.hpp>

namespace rif {

/// As a terminal shows it, in lines of at most `width` columns where words allow; ends with a newline.
std::string described_as_text(const PluginEntry& plugin, std::size_t width);
/// The same and everything else that the manifest says, as one JSON object on one line; ends with a newline.
std::string described_as_json(const PluginEntry& plugin);

/// "count or none", "decoupled | coupled", "list of text", "0..1 year": what a parameter takes, in a few words.
std::string type_phrase(const Parameter& parameter);
/// Where it comes from, for people: "built in", "from /opt/rifair/plugins/similarity/edit".
std::string origin_phrase(const PluginEntry& plugin);

}  // namespace rif
