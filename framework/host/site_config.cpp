#include <rif/host/site_config.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/installation.hpp>
#include <rif/base/unit.hpp>
#include <rif/base/value.hpp>
#include <rif/host/environment.hpp>
#include <rif/host/table_reader.hpp>
#include <rif/host/trust.hpp>

namespace rif {

namespace {

constexpr const char* k_slug = "site-config";
constexpr std::size_t k_most_bytes = std::size_t{1} << 20;

enum class Kind { paths, path, size, device, count, url, variable, header_name, headers };

struct Key {
    std::string_view table, key;
    Kind kind;
    std::string_view help;
};

constexpr std::array k_keys = {
    Key{"data", "path", Kind::paths, "folders that files are looked for in, after the one beside the experiment"},
    Key{"plugins", "path", Kind::paths, "folders of plugins, after the user's own"},
    Key{"plugins", "trust", Kind::paths, "folders whose plugins are used although others may write there; the site's alone to give"},
    Key{"cache", "folder", Kind::path, "where trained models are kept"},
    Key{"cache", "size", Kind::size, "what trained models may take after a run; those not used for longest go first"},
    Key{"run", "device", Kind::device, "where models run, unless the experiment says: auto or cpu"},
    Key{"limits", "jobs", Kind::count, "most searches at once"},
};

constexpr std::array k_endpoint_keys = {
    Key{"endpoints", "url", Kind::url, "address of a model or a language model"},
    Key{"endpoints", "key_file", Kind::path, "file that holds its key"},
    Key{"endpoints", "key_variable", Kind::variable, "environment variable that holds its key"},
    Key{"endpoints", "key_header", Kind::header_name, "header that its key is sent in; Authorization, as a bearer, unless this is set"},
    Key{"endpoints", "headers", Kind::headers, "headers that are sent too; their values are shown nowhere"},
    Key{"endpoints", "certificates", Kind::path, "file of the authorities that it is trusted by, in place of the system's"},
};

/// "10 GiB" in bytes.
std::optional<std::uint64_t> bytes_of(std::string_view text) {
    double amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    if (error != std::errc() || amount <= 0) return std::nullopt;
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.empty() || unit.front() != ' ') return std::nullopt;
    const std::optional<double> factor = unit_factor(unit.substr(1), "KiB");
    if (!factor) return std::nullopt;
    return static_cast<std::uint64_t>(amount * *factor * 1024);
}

bool is_device(std::string_view text) {
    if (text == "auto" || text == "cpu") return true;
    return text.starts_with("cuda:") && text.size() > 5 && text.find_first_not_of("0123456789", 5) == std::string_view::npos;
}

/// "X-Team: fairness"; of a name alone, "X-Team".
bool is_header(std::string_view text, bool has_value) {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](unsigned char c) { return c > ' ' && c < 127; });
    const bool is_plain = std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 127; });
    return is_name && is_plain && (colon != std::string_view::npos) == has_value;
}

/// Why the text is no value of that kind, as what was expected; "" where it is.
std::string expected_instead(Kind kind, const std::string& text) {
    switch (kind) {
        case Kind::size: return bytes_of(text) ? "" : "expected a size: \"10 GiB\"";
        case Kind::device: return is_device(text) ? "" : "expected \"auto\", \"cpu\" or \"cuda:N\"";
        case Kind::url:
            return text.starts_with("http://") || text.starts_with("https://") ? "" : "expected an address: \"http://localhost:8000/v1\"";
        case Kind::header_name: return is_header(text, false) ? "" : "expected the name of a header: \"api-key\"";
        case Kind::headers: return is_header(text, true) ? "" : "expected a header: \"X-Team: fairness\"";
        default: return "";
    }
}

}  // namespace

class SiteConfigLoader {
public:
    SiteConfigLoader() {
        for (const Key& key : k_keys)
            config_.entries_.push_back({fmt::format("{}.{}", key.table, key.key), {}, "default", false, false, std::string(key.help)});
        entry("cache.folder").values = {user_cache_folder().string()};
        entry("cache.size").values = {"10 GiB"};
        entry("run.device").values = {"auto"};
    }

    void read(const std::filesystem::path& file, bool is_site) {
        std::error_code ignored;
        if (file.empty() || !std::filesystem::exists(file, ignored)) return;
        is_site_ = is_site;
        try {
            source_ = std::make_shared<const Source>(Source{file.string(), read_file(file, {}, k_most_bytes), {}});
        } catch (const Error& error) {
            diagnostics_.error(error.slug(), {}, error.message(), {}, error.help());
            return;
        }
        if (is_writable_by_others(file)) return;
        if (const auto root = parse_toml(source_, k_slug, diagnostics_)) read_root(*root);
    }

    SiteConfig finished() {
        config_.faults_ = diagnostics_.all();
        return std::move(config_);
    }

private:
    bool is_writable_by_others(const std::filesystem::path& file) {
        const std::optional<std::string> reason = reason_to_distrust(file, {});
        if (!reason || (is_site_ && reason->starts_with("belongs to "))) return false;  // whose installation runs may configure it
        diagnostics_.error("untrusted", {}, fmt::format("{} {}: not used", file.string(), *reason), {},
                           fmt::format("chmod go-w {}", file.string()));
        return true;
    }

    ConfigEntry& entry(std::string_view address) { return *std::ranges::find(config_.entries_, address, &ConfigEntry::address); }

    void read_root(const TomlTable& root) {
        TableReader reader(root, Place{source_, 0, 0}, "the site configuration", k_slug, diagnostics_);
        for (const std::string_view name : {"data", "plugins", "cache", "run", "limits"}) {
            const TomlTable* table = reader.table(name);
            if (!table) continue;
            TableReader inner(*table, root.find(name)->key_place, fmt::format("[{}]", name), k_slug, diagnostics_);
            for (const Key& key : k_keys) {
                if (key.table == name) set(inner, key, fmt::format("{}.{}", name, key.key));
            }
            inner.finish();
        }
        if (const TomlTable* endpoints = reader.table("endpoints")) read_endpoints(*endpoints);
        read_locked(reader);
        reader.finish();
    }

    void read_endpoints(const TomlTable& endpoints) {
        for (const TomlEntry& endpoint : endpoints.entries) {
            const TomlTable* table = endpoint.value.table();
            const std::string head = "endpoints." + name_or_quoted(endpoint.key);
            if (!table) {
                diagnostics_.error(k_slug, endpoint.key_place, fmt::format("'{}' is no table", head), {}, fmt::format("[{}]", head));
                continue;
            }
            TableReader reader(*table, endpoint.key_place, fmt::format("[{}]", head), k_slug, diagnostics_);
            for (const Key& key : k_endpoint_keys) {
                const std::string address = fmt::format("{}.{}", head, key.key);
                if (table->find(key.key) && !config_.find(address))
                    config_.entries_.push_back({address, {}, "default", false, key.kind == Kind::headers, std::string(key.help)});
                set(reader, key, address);
            }
            reader.finish();
        }
    }

    void set(TableReader& reader, const Key& key, const std::string& address) {
        const TomlEntry* given = reader.entry(key.key);
        if (!given) return;
        if (key.key == "trust" && !is_site_)
            return reader.error(given->key_place, "a user's configuration trusts no folders", "the site's alone to give",
                                "ask who runs this installation");
        if (locked_by_site(address))
            return reader.error(given->key_place, fmt::format("the site has locked '{}'", address), {}, "leave it out");
        std::optional<std::vector<std::string>> values = values_of(reader, key, given->value);
        if (!values) return;
        ConfigEntry& into = entry(address);
        into.values = std::move(*values);
        into.origin = fmt::format("{}:{}", source_->name, given->key_place.start().line);
    }

    bool locked_by_site(const std::string& address) const {
        return std::ranges::any_of(locked_,
                                   [&](const std::string& locked) { return address == locked || address.starts_with(locked + "."); });
    }

    std::optional<std::vector<std::string>> values_of(TableReader& reader, const Key& key, const TomlNode& node) {
        std::vector<std::string> result;
        if (key.kind == Kind::count) {
            const auto* number = node.as<std::int64_t>();
            if (!number || *number < 1)
                return reader.error(node.place, fmt::format("'{}' of {} is {}", key.key, reader.where(), node.kind()),
                                    "expected a whole number from 1"),
                       std::nullopt;
            return std::vector{fmt::format("{}", *number)};
        }
        const bool many = (key.kind == Kind::paths || key.kind == Kind::headers) && node.array();
        for (const TomlNode& item : many ? *node.array() : std::vector{node}) {
            const auto* text = item.as<std::string>();
            if (!text)
                return reader.error(item.place, fmt::format("'{}' of {} is {}", key.key, reader.where(), item.kind()),
                                    "expected a text in quotes"),
                       std::nullopt;
            const std::optional<std::string> expanded = with_variables(*text);
            if (!expanded)
                return reader.error(item.place, fmt::format("'{}' names a variable that is not put in", *text),
                                    "$HOME, $TMPDIR and $SLURM_TMPDIR are"),
                       std::nullopt;
            if (std::string expected = expected_instead(key.kind, *expanded); !expected.empty()) {
                const std::string found = key.kind == Kind::headers ? "no header" : "'" + *text + "'";
                return reader.error(item.place, fmt::format("'{}' of {} is {}", key.key, reader.where(), found), std::move(expected)),
                       std::nullopt;
            }
            result.push_back(*expanded);
        }
        return result;
    }

    void read_locked(TableReader& reader) {
        const TomlEntry* given = reader.entry("locked");
        if (!given) return;
        if (!is_site_) return reader.error(given->key_place, "a user's configuration locks nothing", "the site's alone to give");
        for (const std::string& address : reader.texts("locked")) {
            const bool known =
                address.starts_with("endpoints.") || config_.find(address) ||
                std::ranges::any_of(config_.entries_, [&](const ConfigEntry& one) { return one.address.starts_with(address + "."); });
            if (!known) {
                reader.error(given->value.place, fmt::format("'{}' is no setting of the site configuration", address), {},
                             "rif config shows them all");
                continue;
            }
            locked_.push_back(address);
        }
        for (ConfigEntry& one : config_.entries_) one.locked = locked_by_site(one.address);
    }

    SiteConfig config_;
    Diagnostics diagnostics_;
    std::shared_ptr<const Source> source_;
    std::vector<std::string> locked_;
    bool is_site_ = false;
};

std::vector<std::string> ConfigEntry::shown() const {
    std::vector<std::string> result = values;
    for (std::string& value : result) {
        if (is_secret) value = value.substr(0, value.find(':')) + ": (not shown)";
    }
    return result;
}

const ConfigEntry* SiteConfig::find(std::string_view address) const {
    const auto found = std::ranges::find(entries_, address, &ConfigEntry::address);
    return found == entries_.end() ? nullptr : &*found;
}

std::string SiteConfig::text(std::string_view address) const {
    const ConfigEntry* entry = find(address);
    return entry && !entry->values.empty() ? entry->values.front() : "";
}

std::vector<std::filesystem::path> SiteConfig::paths(std::string_view address) const {
    const ConfigEntry* entry = find(address);
    if (!entry) return {};
    return {entry->values.begin(), entry->values.end()};
}

std::optional<std::uint64_t> SiteConfig::bytes(std::string_view address) const { return bytes_of(text(address)); }

std::optional<std::size_t> SiteConfig::most_jobs() const {
    const std::string jobs = text("limits.jobs");
    if (jobs.empty()) return std::nullopt;
    return std::stoul(jobs);
}

std::map<std::string, Endpoint> SiteConfig::endpoints() const {
    std::map<std::string, Endpoint> result;
    for (const ConfigEntry& entry : entries_) {
        if (!entry.address.starts_with("endpoints.") || entry.values.empty()) continue;
        const std::size_t last = entry.address.rfind('.');
        const std::string name = entry.address.substr(10, last - 10), key = entry.address.substr(last + 1);
        Endpoint& endpoint = result[name];
        endpoint.name = name;
        if (key == "url") endpoint.url = entry.values.front();
        if (key == "key_file") endpoint.key_file = entry.values.front();
        if (key == "key_variable") endpoint.key_variable = entry.values.front();
        if (key == "key_header") endpoint.key_header = entry.values.front();
        if (key == "headers") endpoint.headers = entry.values;
        if (key == "certificates") endpoint.certificates = entry.values.front();
    }
    return result;
}

SiteConfigFiles site_config_files() {
    const std::string given = environment("RIFAIR_SITE_CONFIG");
    return {given.empty() ? installation_root() / "etc" / "rifair.toml" : std::filesystem::path(given),
            user_config_folder() / "rifair.toml"};
}

SiteConfig load_site_config(const SiteConfigFiles& files) {
    SiteConfigLoader loader;
    loader.read(files.site, true);
    loader.read(files.user, false);
    return loader.finished();
}

std::optional<std::string> with_variables(std::string_view text) {
    const std::string temporary = environment("TMPDIR").empty() ? "/tmp" : environment("TMPDIR");
    const std::string of_job = environment("SLURM_TMPDIR").empty() ? temporary : environment("SLURM_TMPDIR");
    std::string result;
    while (!text.empty()) {
        const std::size_t sign = std::min(text.find('$'), text.size());
        result += text.substr(0, sign);
        text.remove_prefix(sign);
        if (text.empty()) break;
        if (text.starts_with("$HOME"))
            result += home_folder().string(), text.remove_prefix(5);
        else if (text.starts_with("$TMPDIR"))
            result += temporary, text.remove_prefix(7);
        else if (text.starts_with("$SLURM_TMPDIR"))
            result += of_job, text.remove_prefix(13);
        else
            return std::nullopt;
    }
    return result;
}

}  // namespace rif
