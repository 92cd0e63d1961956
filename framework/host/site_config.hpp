// What a site and a user have set for this machine: paths, cache, device, endpoints, limits. Keys: share/doc/rifair.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/diagnostic.hpp>

namespace rif {

/// One setting as it holds. values: one, or for paths any number; $HOME and its like are put in.
struct ConfigEntry {
    std::string address;  // "cache.size"
    std::vector<std::string> values;
    std::string origin;      // "/opt/rifair/etc/rifair.toml:12", "RIFAIR_DATA", or "default"
    bool locked = false;     // the site does not let users change it
    bool is_secret = false;  // of a header only its name may be shown
    std::string help;

    /// The values as they may be printed.
    std::vector<std::string> shown() const;
};

/// The address of a model or language model under a name, so that it is no part of an experiment. The key is read when it is needed and
/// never printed.
struct Endpoint {
    std::string name, url;
    std::filesystem::path key_file;      // "" where there is none
    std::string key_variable;            // an environment variable; "" where there is none
    std::string key_header;              // "" for Authorization: Bearer
    std::vector<std::string> headers;    // more of them, "Name: value"
    std::filesystem::path certificates;  // of authorities; "" for the system's
};

class SiteConfig {
public:
    /// All entries, in the order of share/doc/rifair.toml; endpoints last.
    const std::vector<ConfigEntry>& entries() const { return entries_; }
    /// What is wrong with the files; what it concerns keeps its earlier value.
    const std::vector<Diagnostic>& faults() const { return faults_; }
    const ConfigEntry* find(std::string_view address) const;

    std::vector<std::filesystem::path> data_path() const { return paths("data.path"); }
    std::vector<std::filesystem::path> plugin_path() const { return paths("plugins.path"); }
    std::vector<std::filesystem::path> trusted_folders() const { return paths("plugins.trust"); }
    std::filesystem::path cache_folder() const { return text("cache.folder"); }
    std::uint64_t cache_bytes() const { return bytes("cache.size").value_or(0); }
    std::string device() const { return text("run.device"); }
    std::optional<std::size_t> most_jobs() const;
    std::map<std::string, Endpoint> endpoints() const;

private:
    friend class SiteConfigLoader;
    std::string text(std::string_view address) const;
    std::vector<std::filesystem::path> paths(std::string_view address) const;
    std::optional<std::uint64_t> bytes(std::string_view address) const;

    std::vector<ConfigEntry> entries_;
    std::vector<Diagnostic> faults_;
};

/// The site's file, then the user's; a file that is not there says nothing. Only the site's may lock settings and trust folders.
struct SiteConfigFiles {
    std::filesystem::path site, user;
};
/// RIFAIR_SITE_CONFIG or <prefix>/etc/rifair.toml; $XDG_CONFIG_HOME/rifair/rifair.toml.
SiteConfigFiles site_config_files();
SiteConfig load_site_config(const SiteConfigFiles& files);
inline SiteConfig load_site_config() { return load_site_config(site_config_files()); }

/// `$HOME`, `$TMPDIR` and `$SLURM_TMPDIR` put into `text`; where the latter are not set, /tmp and $TMPDIR. Nothing for any other variable.
std::optional<std::string> with_variables(std::string_view text);

}  // namespace rif
