// Finds every plugin by its manifest; opens no library.
#pragma once

#include <memory>
#include <vector>

#include <rif/base/catalogue.hpp>
#include <rif/host/search_path.hpp>
#include <rif/host/site_config.hpp>
#include <rif/host/trust.hpp>

namespace rif {

struct CatalogueOptions {
    std::vector<SearchFolder> search_path;  // earlier shadows later
    Trust trust;
    std::vector<std::filesystem::path> data_path;
};

/// What this user, site and installation have: RIFAIR_PLUGIN_PATH, the user's folder, the site's, the installed one, the build tree's.
std::shared_ptr<const Catalogue> load_catalogue();
/// The same for a search path of one's own. What is refused is in Catalogue::faults; nothing throws.
std::shared_ptr<const Catalogue> load_catalogue(const CatalogueOptions& options);
/// What load_catalogue() starts from.
CatalogueOptions catalogue_options(const SiteConfig& site);

}  // namespace rif
