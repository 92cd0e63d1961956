#include "support/test_catalogue.hpp"

#include <rif/host/catalogue.hpp>

#include "support/test_data.hpp"

namespace rif::test {

std::shared_ptr<const Catalogue> language_catalogue() {
    static const std::shared_ptr<const Catalogue> catalogue = [] {
        const std::filesystem::path folder = source_folder() / "tests/dsl";
        CatalogueOptions options;
        options.search_path = {{folder / "plugins", "test"}};
        options.trust.folders = {folder};
        options.data_path = {folder / "data"};
        return load_catalogue(options);
    }();
    return catalogue;
}

}  // namespace rif::test
