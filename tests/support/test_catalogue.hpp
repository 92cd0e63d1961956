// The plugins that tests of the language check against: manifests under tests/dsl/plugins, no libraries.
#pragma once

#include <memory>

#include <rif/base/catalogue.hpp>

namespace rif::test {

/// Every plugin of the language page's example and some more, merged with the framework's settings as the host does it. Files that
/// experiments of tests name lie in tests/dsl/data.
std::shared_ptr<const Catalogue> language_catalogue();

}  // namespace rif::test
