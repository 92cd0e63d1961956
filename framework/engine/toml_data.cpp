#include <rif/engine/toml_data.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/base/file.hpp>

namespace rif {

TomlTable read_toml(const std::filesystem::path& path, std::string_view slug, const Place& place) {
    const auto source = std::make_shared<const Source>(Source{path.string(), read_file(path, place), {}});
    Diagnostics diagnostics;
    std::optional<TomlTable> table = parse_toml(source, slug, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
        if (diagnostic.severity == Severity::error) throw Error(diagnostic.slug, diagnostic.message, diagnostic.help, diagnostic.place);
    return std::move(*table);
}

void expect_keys(const TomlTable& table, std::initializer_list<std::string_view> known, std::string_view slug) {
    for (const TomlEntry& entry : table.entries) {
        if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
        const std::vector<std::string> names(known.begin(), known.end());
        throw Error(std::string(slug), fmt::format("there is no key '{}' here", entry.key), expected_names(entry.key, names),
                    entry.key_place);
    }
}

}  // namespace rif
