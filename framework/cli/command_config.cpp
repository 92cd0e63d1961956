// rif config [KEY] [--json]: every setting of the site configuration, its value and the file it came from.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include <rif/base/json.hpp>
#include <rif/base/text.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/host/site_config.hpp>

namespace rif::cli {

namespace {

void print_as_json(const ConfigEntry& entry) {
    std::vector<std::string> values;
    for (const std::string& value : entry.shown()) values.push_back(json_string(value));
    fmt::print("{{\"address\":{},\"values\":[{}],\"origin\":{},\"locked\":{},\"help\":{}}}\n", json_string(entry.address),
               fmt::join(values, ","), json_string(entry.origin), entry.locked, json_string(entry.help));
}

void print_lines(const std::vector<ConfigEntry>& entries) {
    std::size_t address = 0, value = 0;
    const auto shown = [](const ConfigEntry& entry) {
        return entry.values.empty() ? std::string("-") : fmt::format("{}", fmt::join(entry.shown(), ", "));
    };
    for (const ConfigEntry& entry : entries) {
        address = std::max(address, display_width(entry.address));
        value = std::max(value, display_width(shown(entry)));
    }
    for (const ConfigEntry& entry : entries) {
        fmt::print("{:<{}}  {:<{}}  {}{}\n", entry.address, address, shown(entry), value, entry.origin,
                   entry.locked ? "  locked by the site" : "");
    }
}

bool is_given_and_missing(const std::filesystem::path& site) {
    const char* given = std::getenv("RIFAIR_SITE_CONFIG");
    std::error_code ignored;
    return given && *given && !std::filesystem::exists(site, ignored);
}

}  // namespace

int command_config(const Arguments& arguments) {
    const Usage usage{"rif config [KEY] [--json]",
                      "Every site setting, its value and the file it came from. The keys and what they do: share/doc/rifair.toml.",
                      {{"json", Takes::flag, "one JSON object a setting, one a line"}},
                      {{"key", Takes::one, "a setting, or the first part of several"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    return guarded([&] {
        const bool json = given.has("json");
        const std::string key = given.one("key");
        const SiteConfig config = load_site_config();
        std::vector<ConfigEntry> entries;
        std::vector<std::string> known;
        for (const ConfigEntry& entry : config.entries()) {
            known.push_back(entry.address);
            if (key.empty() || entry.address == key || entry.address.starts_with(key + ".")) entries.push_back(entry);
        }
        if (entries.empty())
            throw Error("unknown-setting", fmt::format("the site configuration has no '{}'", key),
                        nearest(key, known, 1).empty() ? "rif config lists them" : did_you_mean(key, known));
        if (json)
            std::ranges::for_each(entries, print_as_json);
        else
            print_lines(entries);
        Diagnostics faults;
        if (const std::filesystem::path site = site_config_files().site; is_given_and_missing(site)) {
            faults.warning("missing-file", {}, fmt::format("RIFAIR_SITE_CONFIG names '{}', which is not there", site.string()), "",
                           "unset RIFAIR_SITE_CONFIG, or write the file");
        }
        for (const Diagnostic& fault : config.faults()) faults.add(fault);
        print_diagnostics(faults);
        return faults.has_errors() ? 2 : 0;
    });
}

}  // namespace rif::cli
