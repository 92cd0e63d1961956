// Makes a plugin's component as a .rif file would: settings parsed, checked by the manifest, the library loaded through the host.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/base/catalogue.hpp>
#include <rif/base/error.hpp>

namespace rif::test {

/// Collaborators by name, for settings such as `admit = entailment >= 0.8` and `model = small`.
using Blocks = std::map<std::string, std::shared_ptr<Component>, std::less<>>;

/// plugin: "similarity/edit". settings: what would stand between the braces, on one line or several.
/// The services have seed 7, the data path of this tree (share/) and of RIFAIR_DATA; what is logged is kept in TestServices.
/// errors: rif::Error with the slug of the first diagnostic, or what the host or the constructor throws.
std::shared_ptr<Component> make_component(const std::string& plugin, const std::string& settings = {}, const Blocks& blocks = {});

template <class T>
std::shared_ptr<T> make(const std::string& plugin, const std::string& settings = {}, const Blocks& blocks = {}) {
    auto result = std::dynamic_pointer_cast<T>(make_component(plugin, settings, blocks));
    if (!result) throw Error("wrong-class", plugin + " is of another role than the test asks for");
    return result;
}

/// The slug of the error that make() throws; "" where it makes the component.
std::string refusal(const std::string& plugin, const std::string& settings, const Blocks& blocks = {});

/// What breaks the contract of the plugin's role, with the settings of the example beside it, one line each; "" where nothing does.
/// texts: other values for its settings, by key.
std::string breaches(const std::string& plugin, const std::map<std::string, std::string>& texts = {});

/// The settings alone, as a constructor gets them: for tests of what reads Arguments.
Arguments arguments(const std::string& plugin, const std::string& settings = {}, const Blocks& blocks = {});
/// The same against a schema of one's own.
Arguments arguments(const Schema& schema, const std::string& settings, const Blocks& blocks = {});

/// Every plugin that a test can see, loaded once.
std::shared_ptr<const Catalogue> catalogue();

/// Services of tests: seed 7; log and warn keep their lines.
std::shared_ptr<const Services> services();
/// What components logged and warned so far, and forget it.
std::vector<std::string> take_log();

}  // namespace rif::test
