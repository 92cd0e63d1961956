#include <rif/host/library.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include <boost/dll/shared_library.hpp>
#include <fmt/core.h>

#include <rif/api/attack.hpp>
#include <rif/api/audit.hpp>
#include <rif/api/build_tag.hpp>
#include <rif/api/counterpart.hpp>
#include <rif/api/dataset.hpp>
#include <rif/api/defense.hpp>
#include <rif/api/model.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/plugin_card.hpp>
#include <rif/api/report.hpp>
#include <rif/api/similarity.hpp>
#include <rif/host/caught.hpp>
#include <rif/host/elf.hpp>

namespace rif {

namespace {

constexpr std::string_view k_build_tag = RIF_BUILD_TAG_PLAIN;
constexpr std::string_view k_torch_version = RIFAIR_TORCH_VERSION;
constexpr const char* k_rebuild = "rebuild it against this rifair (share/doc/MIGRATION.md)";

/// What the system says, out of what Boost.DLL makes of it: "… undefined symbol: _ZN3rif5tokensEv".
std::string reason_not_opened(const std::exception& error) {
    constexpr std::string_view k_before = "dlerror system message: ";
    const std::string all = error.what();
    const std::size_t begin = all.find(k_before);
    if (begin == std::string::npos) return all;
    const std::size_t end = all.rfind("): ");
    return all.substr(begin + k_before.size(), end == std::string::npos ? end : end - begin - k_before.size());
}

/// Libraries by path, open until the program ends: what a component left behind may still point into one.
class OpenLibraries {
public:
    const boost::dll::shared_library& open(const PluginEntry& plugin) {
        const std::scoped_lock lock(mutex_);
        const auto found = libraries_.find(plugin.library);
        if (found != libraries_.end()) return found->second;
        try {
            using boost::dll::load_mode::rtld_local;
            using boost::dll::load_mode::rtld_now;
            boost::dll::shared_library library(plugin.library, rtld_now | rtld_local);
            return libraries_.emplace(plugin.library, std::move(library)).first->second;
        } catch (const std::exception& error) {
            throw Error("plugin-open", fmt::format("{}: its library cannot be opened: {}", plugin.full_name(), reason_not_opened(error)),
                        "what it needs is missing or of another version: rebuild it here");
        }
    }

private:
    std::mutex mutex_;
    std::map<std::filesystem::path, boost::dll::shared_library> libraries_;
};

OpenLibraries& open_libraries() {
    static auto* const libraries = new OpenLibraries;  // never destroyed
    return *libraries;
}

/// Before the loader maps it: a file cut short would end the program with a bus error.
void check_file(const PluginEntry& plugin) {
    const std::optional<FileExtent> extent = elf_extent(plugin.library);
    if (!extent) {
        throw Error("not-a-library", fmt::format("{}: {} is no shared library", plugin.full_name(), plugin.library.string()),
                    "build it: cmake --build build");
    }
    if (!extent->is_whole()) {
        throw Error("not-a-library",
                    fmt::format("{}: {} is cut short: its headers reach to byte {}, and the file has {}", plugin.full_name(),
                                plugin.library.string(), extent->promised, extent->size),
                    "build or copy it again: cmake --build build");
    }
}

const boost::dll::shared_library& opened(const PluginEntry& plugin) {
    std::error_code ignored;
    if (!std::filesystem::exists(plugin.library, ignored)) {
        throw Error("plugin-missing", fmt::format("{} has a manifest but no library {}", plugin.full_name(), plugin.library.string()),
                    "build it: cmake --build build");
    }
    check_file(plugin);
    return open_libraries().open(plugin);
}

void check_magic_and_size(const PluginEntry& plugin, const PluginCard& card) {
    if (std::memcmp(card.magic, k_card_magic, sizeof k_card_magic) != 0) {
        throw Error("card-magic", fmt::format("{}: what its library exports as rif_card is no plugin card", plugin.full_name()),
                    "RIF_PLUGIN(Class) is its last line");
    }
    if (card.size < sizeof(PluginCard)) {
        throw Error("card-size",
                    fmt::format("{}: its plugin card has {} bytes, this rif reads {}", plugin.full_name(), card.size, sizeof(PluginCard)),
                    k_rebuild);
    }
}

void check_api(const PluginEntry& plugin, const PluginCard& card) {
    if (card.api < k_api_version) {
        throw Error("plugin-api",
                    fmt::format("{} was built for plugin interface {}, this rif speaks {}", plugin.full_name(), card.api, k_api_version),
                    k_rebuild);
    }
    if (card.api > k_api_version) {
        throw Error(
            "plugin-api",
            fmt::format("{} was built for plugin interface {}, this older rif speaks {}", plugin.full_name(), card.api, k_api_version),
            fmt::format("use a rifair that speaks {}, or rebuild the plugin against this one", card.api));
    }
}

void check_build(const PluginEntry& plugin, const PluginCard& card) {
    const std::string_view tag = card.build_tag ? card.build_tag : "";
    const std::size_t torch = tag.find(",torch=");
    if (tag.substr(0, torch) != k_build_tag) {
        throw Error("plugin-build",
                    fmt::format("{} was built as '{}', this rif as '{}'", plugin.full_name(), tag.substr(0, torch), k_build_tag),
                    "build both with one compiler family and one C++ ABI");
    }
    if (torch == std::string_view::npos) return;
    const std::string_view version = tag.substr(torch + std::strlen(",torch="));
    if (version == k_torch_version) return;
    if (k_torch_version.empty())
        throw Error("plugin-build", fmt::format("{} was built with libtorch {}, this rif without", plugin.full_name(), version),
                    "build rifair with -DRIFAIR_NN=ON");
    throw Error("plugin-build",
                fmt::format("{} was built with libtorch {}, this rif with {}", plugin.full_name(), version, k_torch_version), k_rebuild);
}

/// The first line in which two texts differ, of each.
std::pair<std::string, std::string> first_difference(std::string_view a, std::string_view b) {
    std::size_t start = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
        if (a[i] == '\n') start = i + 1;
    }
    const auto line = [&](std::string_view text) {
        const std::string_view rest = text.substr(std::min(start, text.size()));
        return rest.empty() ? std::string("nothing more") : std::string(rest.substr(0, rest.find('\n')));
    };
    return {line(a), line(b)};
}

void check_identity(const PluginEntry& plugin, const PluginCard& card) {
    const std::string library_name = fmt::format("{}/{}", card.role ? card.role : "", card.name ? card.name : "");
    if (library_name != plugin.full_name()) {
        throw Error("plugin-name", fmt::format("{}: its library says that it is {}", plugin.full_name(), library_name),
                    "library and manifest of two plugins were mixed up: rebuild both");
    }
    const std::string_view embedded = card.manifest ? card.manifest : "";
    if (embedded == plugin.manifest_text) return;
    const auto [in_library, beside] = first_difference(embedded, plugin.manifest_text);
    throw Error("stale-manifest", fmt::format("{}: its library says {}, its manifest.toml says {}", plugin.full_name(), in_library, beside),
                "rebuild it: cmake --build build");
}

const PluginCard& checked_card(const PluginEntry& plugin) {
    const boost::dll::shared_library& library = opened(plugin);
    if (!library.has("rif_card")) {
        throw Error("no-card", fmt::format("{}: its library exports no rif_card", plugin.full_name()),
                    "RIF_PLUGIN(Class) is its last line");
    }
    const PluginCard& card = library.get<const PluginCard>("rif_card");
    check_magic_and_size(plugin, card);
    check_api(plugin, card);
    check_build(plugin, card);
    check_identity(plugin, card);
    return card;
}

bool is_of_role(const Component& component, Role role) {
    switch (role) {
        case Role::dataset: return dynamic_cast<const Dataset*>(&component) != nullptr;
        case Role::counterpart: return dynamic_cast<const Counterpart*>(&component) != nullptr;
        case Role::model: return dynamic_cast<const Model*>(&component) != nullptr;
        case Role::similarity: return dynamic_cast<const Similarity*>(&component) != nullptr;
        case Role::perturbation: return dynamic_cast<const Perturbation*>(&component) != nullptr;
        case Role::attack: return dynamic_cast<const Attack*>(&component) != nullptr;
        case Role::audit: return dynamic_cast<const Audit*>(&component) != nullptr;
        case Role::defense: return dynamic_cast<const Defense*>(&component) != nullptr;
        case Role::report: return dynamic_cast<const Report*>(&component) != nullptr;
    }
    return false;
}

}  // namespace

void shake_hands(const PluginEntry& plugin) { checked_card(plugin); }

std::shared_ptr<Component> make(const PluginEntry& plugin, const Arguments& arguments) {
    const PluginCard& card = checked_card(plugin);
    std::shared_ptr<Component> result;
    try {
        result.reset(card.make(arguments));
    } catch (...) {
        throw caught_error(fmt::format("making {} ({})", arguments.address(), plugin.full_name())).at(arguments.place());
    }
    if (!result) throw Error("made-nothing", fmt::format("{}: its factory made nothing", plugin.full_name()), "", arguments.place());
    if (!is_of_role(*result, plugin.role)) {
        throw Error("wrong-class", fmt::format("{}: what its factory makes is no {}", plugin.full_name(), role_name(plugin.role)),
                    "derive its class from the role's", arguments.place());
    }
    return result;
}

}  // namespace rif
