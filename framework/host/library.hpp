// Opens plugins' libraries and makes components of them. Everything that can be compared is compared before the first C++ call.
#pragma once

#include <memory>

#include <rif/api/arguments.hpp>
#include <rif/base/catalogue.hpp>

namespace rif {

/// The component of a plugin, made from checked settings. Thread-safe; a library is opened once and never closed.
/// errors: rif::Error, each refusal with a sentence of its own:
///   plugin-missing      there is no library beside the manifest
///   not-a-library       the file is no shared library
///   plugin-open         the system cannot open it: a symbol or a library that it needs is missing
///   no-card             it exports no rif_card
///   card-magic, card-size   what it exports as rif_card is no card, or an older, shorter one
///   plugin-api          it was built for another plugin interface
///   plugin-build        it was built by another compiler family, with another C++ ABI, or against another libtorch
///   plugin-name         its library says that it is another plugin
///   stale-manifest      its library was built from another manifest
///   plugin-threw        its constructor threw something that is no rif::Error, of any type
///   made-nothing, wrong-class   its factory gave nothing, or an object of another role
/// A rif::Error of the constructor passes, at the block's place unless it has one.
std::shared_ptr<Component> make(const PluginEntry& plugin, const Arguments& arguments);

/// Everything that make() does before it calls the plugin. errors: as above.
void shake_hands(const PluginEntry& plugin);

}  // namespace rif
