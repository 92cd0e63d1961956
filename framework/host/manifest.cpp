#include <rif/host/manifest.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/api/plugin_card.hpp>
#include <rif/base/error.hpp>
#include <rif/host/parameter_reader.hpp>

namespace rif {

// Made by CMake out of framework/base/settings/*.toml: name and text.
extern const std::pair<std::string_view, std::string_view> k_framework_settings[];
extern const unsigned k_framework_settings_count;

namespace {

bool must_say_reads(Role role) { return role == Role::attack || role == Role::audit || role == Role::defense; }

/// `source = embedding`: a choice of this manifest and one of its values, or a switch and on or off.
bool names_a_choice(const Schema& schema, const std::string& key, const std::string& value) {
    const Parameter* parameter = schema.find(key);
    if (!parameter) return false;
    if (parameter->type == Type::on_off) return value == "on" || value == "off";
    return std::ranges::find(parameter->choices, value) != parameter->choices.end();
}

std::optional<Reads> conditional_read(const TomlNode& item, const std::vector<std::string>& allowed, const Schema& schema,
                                      Diagnostics& diagnostics) {
    TableReader reader(*item.table(), item.place, "an entry of 'reads'", k_manifest_slug, diagnostics);
    Reads result;
    if (!reader.entry("role")) reader.missing("role", "{role = \"similarity\", when = \"source = embedding\"}");
    result.what = reader.one_of("role", allowed).value_or("");
    if (const std::optional<std::string> when = reader.text("when")) {
        const std::size_t sign = when->find(" = ");
        if (sign != std::string::npos) result.when_key = when->substr(0, sign), result.when_value = when->substr(sign + 3);
        if (!names_a_choice(schema, result.when_key, result.when_value)) {
            reader.error(reader.entry("when")->value.place,
                         fmt::format("'{}' names no choice of this manifest and one of its values", *when), {},
                         "when = \"source = embedding\"");
        }
    }
    reader.finish();
    if (result.what.empty()) return std::nullopt;
    return result;
}

std::vector<Reads> reads_of(TableReader& root, const Schema& schema, Diagnostics& diagnostics) {
    std::vector<Reads> result;
    const TomlEntry* entry = root.entry("reads");
    if (!entry) return result;
    std::vector<std::string> allowed = role_names();
    allowed.emplace_back("target");
    if (!entry->value.array())
        root.error(entry->value.place, fmt::format("'reads' is {}", entry->value.kind()), "expected a list of roles");
    else
        for (const TomlNode& item : *entry->value.array()) {
            const auto* text = item.as<std::string>();
            if (text && std::ranges::find(allowed, *text) != allowed.end()) {
                result.push_back({*text, {}, {}});
            } else if (item.table()) {
                if (auto read = conditional_read(item, allowed, schema, diagnostics)) result.push_back(std::move(*read));
            } else {
                root.error(item.place, fmt::format("'reads' holds {}", text ? "'" + *text + "'" : std::string(item.kind())),
                           fmt::format("expected {}", expected_names(text ? *text : "", allowed)));
            }
        }
    return result;
}

void read_head(PluginEntry& entry, TableReader& root) {
    const auto required = [&](const char* key, const char* example) {
        if (!root.entry(key)) root.missing(key, example);
        return root.text(key).value_or("");
    };
    if (!root.entry("role")) root.missing("role", "role = \"similarity\"");
    if (const auto role = root.one_of("role", role_names())) entry.role = *role_named(*role);
    entry.name = required("name", "name = \"edit\"");
    if (!entry.name.empty() && name_or_quoted(entry.name) != entry.name) {
        root.error(root.entry("name")->value.place, fmt::format("'{}' is no plain name", entry.name), "letters, digits and _");
    }
    if (!root.entry("api")) root.missing("api", fmt::format("api = {}", k_api_version));
    entry.api = static_cast<int>(root.integer("api").value_or(0));
    entry.summary = required("summary", "summary = \"what it does, in one line\"");
    entry.source = root.text("source").value_or("");
    entry.licence = root.text("licence").value_or("");
    entry.version = root.text("version").value_or("");
}

/// What a run needs to know of it.
void read_nature(PluginEntry& entry, TableReader& root, Diagnostics& diagnostics) {
    entry.inputs = root.some_of("inputs", {"text", "row", "word"});
    if (!root.entry("inputs")) {
        if (entry.role == Role::similarity) root.missing("inputs", "inputs = [\"text\"]");
        entry.inputs = {"text"};
    }
    entry.reads = reads_of(root, entry.schema, diagnostics);
    if (must_say_reads(entry.role) && !root.entry("reads")) root.missing("reads", "reads = [\"counterpart\", \"perturbation\"]");
    entry.needs = root.one_of("needs", {"labels", "probabilities", "gradients"}).value_or("");
    entry.deterministic = root.flag("deterministic").value_or(true);
    if (entry.role != Role::similarity) return;
    if (!root.entry("kind")) root.missing("kind", "kind = \"score\"");
    entry.kind = root.one_of("kind", {"score", "distance"}).value_or("");
    if (!root.entry("same")) root.missing("same", "same = 1");
    entry.same = root.number("same");
}

void merge_framework_settings(PluginEntry& entry, TableReader& root) {
    const auto shared = framework_settings().find(role_name(entry.role));
    if (shared == framework_settings().end()) return;
    for (const Parameter& parameter : shared->second.parameters) {
        if (const Parameter* own = entry.schema.find(parameter.key)) {
            root.error(own->place, fmt::format("parameter '{}' is the framework's, for every {}", own->key, role_name(entry.role)), {},
                       "leave it out");
            continue;
        }
        entry.schema.parameters.push_back(parameter);
    }
}

}  // namespace

std::optional<PluginEntry> parse_manifest(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.errors();
    const std::optional<TomlTable> table = parse_toml(source, k_manifest_slug, diagnostics);
    if (!table) return std::nullopt;
    const Place head{source, 0, static_cast<std::uint32_t>(source->line(1).size())};
    TableReader root(*table, head, "the manifest", k_manifest_slug, diagnostics);
    PluginEntry entry;
    entry.manifest_text = source->text;
    read_head(entry, root);
    entry.schema = schema_of(root, false, diagnostics);
    read_nature(entry, root, diagnostics);
    root.finish();
    if (diagnostics.errors() > before) return std::nullopt;
    merge_framework_settings(entry, root);
    if (diagnostics.errors() > before) return std::nullopt;
    return entry;
}

std::optional<Schema> parse_settings(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.errors();
    const std::optional<TomlTable> table = parse_toml(source, k_manifest_slug, diagnostics);
    if (!table) return std::nullopt;
    TableReader root(*table, Place{source, 0, 0}, source->name, k_manifest_slug, diagnostics);
    Schema result = schema_of(root, true, diagnostics);
    root.finish();
    if (diagnostics.errors() > before) return std::nullopt;
    return result;
}

const std::map<std::string, Schema, std::less<>>& framework_settings() {
    static const auto* const settings = [] {
        auto* result = new std::map<std::string, Schema, std::less<>>;
        for (unsigned i = 0; i < k_framework_settings_count; ++i) {
            const auto& [name, text] = k_framework_settings[i];
            const auto source =
                std::make_shared<const Source>(Source{fmt::format("framework/base/settings/{}.toml", name), std::string(text), {}});
            Diagnostics diagnostics;
            std::optional<Schema> schema = parse_settings(source, diagnostics);
            if (!schema) assertion_failed(as_text(diagnostics.all().front()).c_str(), __FILE__, __LINE__);
            result->emplace(name, std::move(*schema));
        }
        return result;
    }();
    return *settings;
}

}  // namespace rif
