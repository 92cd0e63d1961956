#include <rif/host/catalogue.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/api/plugin_card.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/installation.hpp>
#include <rif/host/environment.hpp>
#include <rif/host/manifest.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_manifest_bytes = std::size_t{1} << 20;

std::vector<fs::path> sorted_folders(const fs::path& folder) {
    std::error_code ignored;
    std::vector<fs::path> result;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.is_directory(ignored)) result.push_back(entry.path());
    }
    std::ranges::sort(result);
    return result;
}

class Finder {
public:
    Finder(Catalogue& catalogue, const Trust& trust) : catalogue_(catalogue), trust_(trust) {}

    void search(const SearchFolder& where) {
        std::error_code ignored;
        if (fs::exists(where.path / "manifest.toml", ignored)) take(where.path, where.origin, false);
        for (const fs::path& root : {where.path, where.path / "plugins"}) {
            for (const std::string& role : role_names()) {
                for (const fs::path& folder : sorted_folders(root / role)) look_into(folder, where.origin);
            }
        }
    }

private:
    void look_into(const fs::path& folder, const std::string& origin) {
        std::error_code ignored;
        if (fs::exists(folder / "manifest.toml", ignored)) return take(folder, origin, true);
        if (!fs::exists(folder / (folder.filename().string() + ".so"), ignored)) return;
        fault("no-manifest", fmt::format("{} has no manifest.toml beside its library", folder.string()),
              "cmake puts it there: rebuild the plugin");
    }

    void fault(std::string slug, std::string message, std::string help) {
        catalogue_.faults.push_back({Severity::error, std::move(slug), {}, std::move(message), {}, std::move(help)});
    }

    bool is_trusted(const fs::path& path) {
        const std::optional<std::string> reason = reason_to_distrust(path, trust_);
        if (!reason) return true;
        fault("untrusted", fmt::format("{} {}: not used", path.string(), *reason),
              fmt::format("chmod go-w {}, or ask the site to trust it", path.string()));
        return false;
    }

    void take(const fs::path& folder, const std::string& origin, bool in_layout) {
        const fs::path manifest = folder / "manifest.toml";
        if (!is_trusted(folder) || !is_trusted(manifest)) return;
        std::optional<PluginEntry> entry = read(manifest);
        if (!entry) return;
        entry->folder = folder;
        entry->manifest = manifest;
        entry->library = folder / (entry->name + ".so");
        entry->origin = origin;
        if (!is_trusted(entry->library) || !is_named_as_its_folder(*entry, in_layout) || !speaks_our_interface(*entry)) return;
        const bool shadowed = catalogue_.find(entry->role, entry->name) != nullptr;
        (shadowed ? catalogue_.shadowed : catalogue_.plugins).push_back(std::move(*entry));
    }

    std::optional<PluginEntry> read(const fs::path& manifest) {
        Diagnostics diagnostics;
        std::optional<PluginEntry> entry;
        try {
            Source source{manifest.string(), read_file(manifest, {}, k_most_manifest_bytes), {}};
            entry = parse_manifest(std::make_shared<const Source>(std::move(source)), diagnostics);
        } catch (const Error& error) {
            fault(error.slug(), error.message(), error.help());
        }
        catalogue_.faults.insert(catalogue_.faults.end(), diagnostics.all().begin(), diagnostics.all().end());
        return entry;
    }

    bool is_named_as_its_folder(const PluginEntry& entry, bool in_layout) {
        const std::string folder = entry.folder.parent_path().filename().string() + "/" + entry.folder.filename().string();
        if (!in_layout || folder == entry.full_name()) return true;
        fault("plugin-folder", fmt::format("the manifest in {} calls itself {}", entry.folder.string(), entry.full_name()),
              fmt::format("a plugin's folder is ROLE/NAME: move it to {}", entry.full_name()));
        return false;
    }

    bool speaks_our_interface(const PluginEntry& entry) {
        if (entry.api == static_cast<int>(k_api_version)) return true;
        fault("plugin-api",
              fmt::format("the manifest of {} is for plugin interface {}, this rif speaks {}", entry.full_name(), entry.api, k_api_version),
              "rebuild it against this rifair (share/doc/MIGRATION.md)");
        return false;
    }

    Catalogue& catalogue_;
    const Trust& trust_;
};

}  // namespace

CatalogueOptions catalogue_options(const SiteConfig& site) {
    CatalogueOptions result;
    for (const fs::path& path : split_path(environment("RIFAIR_PLUGIN_PATH"))) result.search_path.push_back({path, "RIFAIR_PLUGIN_PATH"});
    result.search_path.push_back({user_data_folder() / "plugins", "user"});
    for (const fs::path& path : site.plugin_path()) result.search_path.push_back({path, "site"});
    result.search_path.push_back({installation_root() / "lib" / "rifair" / "plugins", "installed"});
    result.search_path.push_back({installation_root() / "plugins", "build"});
    result.trust.folders = site.trusted_folders();
    result.data_path = split_path(environment("RIFAIR_DATA"));
    for (const fs::path& path : site.data_path()) result.data_path.push_back(path);
    result.data_path.push_back(installed_data());
    return result;
}

std::shared_ptr<const Catalogue> load_catalogue(const CatalogueOptions& options) {
    auto result = std::make_shared<Catalogue>();
    result->run = framework_settings().at("run");
    result->data_path = options.data_path;
    Finder finder(*result, options.trust);
    std::vector<fs::path> searched;
    for (const SearchFolder& folder : options.search_path) {
        std::error_code ignored;
        const fs::path real = fs::weakly_canonical(folder.path, ignored);
        if (std::ranges::find(searched, real) != searched.end()) continue;  // named twice: once is enough
        searched.push_back(real);
        finder.search(folder);
    }
    return result;
}

std::shared_ptr<const Catalogue> load_catalogue() {
    const SiteConfig site = load_site_config();
    auto result = std::make_shared<Catalogue>(*load_catalogue(catalogue_options(site)));
    result->faults.insert(result->faults.begin(), site.faults().begin(), site.faults().end());
    return result;
}

}  // namespace rif
