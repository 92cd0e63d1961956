#include <rif/host/parameter_reader.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include <rif/base/catalogue.hpp>

namespace rif {

namespace {

// A bare number says enough where its unit is what is counted; a time, a size or an age needs its unit.
constexpr std::array<std::string_view, 8> k_bare_units = {"token", "word",  "character",   "example",
                                                          "pair",  "query", "probability", "mismatch"};

bool is_numeric(Type type) { return type == Type::number || type == Type::count || type == Type::probability || type == Type::range; }

std::vector<std::string> type_names() {
    std::vector<std::string> result;
    for (int i = 0; i < static_cast<int>(Type::block); ++i) result.emplace_back(type_name(static_cast<Type>(i)));
    for (const std::string& role : role_names()) result.push_back("block:" + role);
    return result;
}

struct TypeAndRole {
    Type type;
    std::string role;
};

/// "count", "block:model". of_framework: "block:target" too.
std::optional<TypeAndRole> type_of(std::string_view key, TableReader& reader, bool of_framework) {
    std::vector<std::string> allowed = type_names();
    if (of_framework) allowed.emplace_back("block:target");
    const std::optional<std::string> name = reader.one_of(key, allowed);
    if (!name) return std::nullopt;
    if (name->starts_with("block:")) return TypeAndRole{Type::block, name->substr(6)};
    return TypeAndRole{*type_named(*name), {}};
}

void read_unit(Parameter& parameter, TableReader& reader) {
    const std::optional<std::string> unit = reader.text("unit");
    if (!unit) return;
    const std::string_view word = unit->starts_with("per ") ? std::string_view(*unit).substr(4) : std::string_view(*unit);
    if (word != "any" && word != "{unit}" && unit_singular(word) != word) {
        reader.error(reader.entry("unit")->value.place, fmt::format("'{}' is no unit", *unit),
                     "expected a unit in the singular, \"any\" or \"per {unit}\"");
        return;
    }
    parameter.unit = *unit;
    parameter.bare_number = *unit == "any" || std::ranges::find(k_bare_units, *unit) != k_bare_units.end();
}

std::optional<double> finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

void read_range(Parameter& parameter, TableReader& reader) {
    const TomlEntry* entry = reader.entry("range");
    if (!entry) return;
    const auto* ends = entry->value.array();
    if (!ends || ends->size() != 2 || !(*ends)[0].number() || !(*ends)[1].number() || *(*ends)[0].number() > *(*ends)[1].number()) {
        reader.error(entry->value.place, fmt::format("'range' of {} is no pair of numbers in order", reader.where()), {},
                     "range = [0, 1], or range = [1, inf]");
        return;
    }
    parameter.low = finite(*(*ends)[0].number());
    parameter.high = finite(*(*ends)[1].number());
}

/// `choices = ["a", {name = "b", help = "…"}]`.
void read_choices(Parameter& parameter, TableReader& reader, Diagnostics& diagnostics) {
    const TomlEntry* entry = reader.entry("choices");
    if (!entry) return;
    const auto* items = entry->value.array();
    if (!items || items->empty()) {
        reader.error(entry->value.place, fmt::format("'choices' of {} names none", reader.where()), {},
                     "choices = [\"character\", \"token\"]");
        return;
    }
    for (const TomlNode& item : *items) {
        std::string name, help;
        if (const auto* text = item.as<std::string>()) {
            name = *text;
        } else if (const TomlTable* table = item.table()) {
            TableReader choice(*table, item.place, "a choice of " + reader.where(), k_manifest_slug, diagnostics);
            name = choice.text("name").value_or("");
            help = choice.text("help").value_or("");
            choice.finish();
        }
        if (name.empty() || name_or_quoted(name) != name) {
            reader.error(item.place, fmt::format("a choice of {} is no plain name", reader.where()), "letters, digits and _",
                         "choices = [\"a\", {name = \"b\", help = \"what b does\"}]");
            continue;
        }
        parameter.choices.push_back(name);
        parameter.choice_help.push_back(help);
    }
    if (std::ranges::all_of(parameter.choice_help, &std::string::empty)) parameter.choice_help.clear();
}

/// Keys that belong to one type only.
void refuse_misplaced(const Parameter& parameter, TableReader& reader) {
    const Type element = parameter.of.value_or(parameter.type);
    const auto refuse = [&](const char* key, bool fits, const char* what) {
        const TomlEntry* entry = reader.entry(key);
        if (entry && !fits) {
            reader.error(entry->key_place, fmt::format("{} is a {} and has no '{}'", reader.where(), type_name(parameter.type), key), what);
        }
    };
    refuse("unit", is_numeric(element), "units are of numbers");
    refuse("range", is_numeric(element), "a range is of numbers");
    refuse("choices", element == Type::choice, "choices are of a choice");
    refuse("exists", element == Type::path, "only a path may exist");
    refuse("on", element == Type::condition, "only a condition is on something");
    refuse("of", parameter.type == Type::list, "only a list is of something");
}

void require_whole(const Parameter& parameter, TableReader& reader) {
    const Type element = parameter.of.value_or(parameter.type);
    if (element == Type::choice && parameter.choices.empty() && !reader.entry("choices"))
        reader.missing("choices", "choices = [\"character\", \"token\"]");
    if (parameter.type == Type::list && !parameter.of && !reader.entry("of")) reader.missing("of", "of = \"text\"");
    if (!parameter.deprecated.empty()) return;
    if (parameter.help.empty()) reader.missing("help", "help = \"what it does, in one sentence\"");
    if (!parameter.required && !reader.entry("default")) {
        reader.error(reader.head(), fmt::format("{} has no default and is not required", reader.where()), {},
                     "default = …, or required = true");
    }
    if (parameter.required && reader.entry("default")) {
        reader.error(reader.head(), fmt::format("{} is required and has a default", reader.where()), {}, "leave one of them out");
    }
}

/// `deprecated = "use KEY"`.
void read_deprecated(Parameter& parameter, TableReader& reader) {
    const std::optional<std::string> text = reader.text("deprecated");
    if (!text) return;
    if (text->starts_with("use ") && text->size() > 4)
        parameter.deprecated = text->substr(4);
    else
        reader.error(reader.entry("deprecated")->value.place, fmt::format("{} says nothing to use", reader.where()), {},
                     "deprecated = \"use KEY\"");
}

std::optional<Parameter> parameter_of(const TomlEntry& entry, bool of_framework, Diagnostics& diagnostics) {
    const std::string where = fmt::format("parameter '{}'", entry.key);
    const TomlTable* table = entry.value.table();
    if (!table) {
        diagnostics.error(k_manifest_slug, entry.key_place, where + " is no table", {}, fmt::format("[parameters.{}]", entry.key));
        return std::nullopt;
    }
    TableReader reader(*table, entry.key_place, where, k_manifest_slug, diagnostics);
    if (!reader.entry("type")) return reader.missing("type", "type = \"text\""), std::nullopt;
    const std::optional<TypeAndRole> type = type_of("type", reader, of_framework);
    if (!type) return std::nullopt;

    Parameter result;
    result.key = entry.key;
    result.place = entry.key_place;
    result.type = type->type;
    result.block_role = type->role;
    if (result.type == Type::list && reader.entry("of")) {
        if (const auto of = type_of("of", reader, of_framework)) result.of = of->type, result.of_block_role = of->role;
    }
    result.many = reader.flag("many").value_or(false);
    read_unit(result, reader);
    read_range(result, reader);
    read_choices(result, reader, diagnostics);
    result.required = reader.flag("required").value_or(false);
    result.or_word = reader.text("or");
    const std::string exists = reader.one_of("exists", {"must", "may", "found"}).value_or("");
    result.exists = exists == "must" ? Exists::must : exists == "may" ? Exists::may : exists == "found" ? Exists::found : Exists::no_matter;
    result.on = reader.one_of("on", {"similarity", "score"}).value_or(result.type == Type::condition ? "similarity" : "");
    result.help = reader.text("help").value_or("");
    read_deprecated(result, reader);
    if (of_framework) {
        result.framework = true;
        result.changes_result = reader.flag("changes_result").value_or(true);
    }
    refuse_misplaced(result, reader);
    require_whole(result, reader);
    if (const TomlEntry* value = reader.entry("default")) result.default_value = default_of(result, value->value, reader);
    reader.finish();
    if (name_or_quoted(result.key) != result.key)
        reader.error(entry.key_place, fmt::format("'{}' is no plain name", result.key), "letters, digits and _");
    return result;
}

std::vector<Parameter> parameters_of(TableReader& reader, bool of_framework, Diagnostics& diagnostics) {
    std::vector<Parameter> result;
    const TomlTable* table = reader.table("parameters");
    if (!table) return result;
    for (const TomlEntry& entry : table->entries) {
        if (auto parameter = parameter_of(entry, of_framework, diagnostics)) result.push_back(std::move(*parameter));
    }
    return result;
}

}  // namespace

Schema schema_of(TableReader& root, bool of_framework, Diagnostics& diagnostics) {
    Schema result;
    result.parameters = parameters_of(root, of_framework, diagnostics);
    const TomlTable* groups = root.table("groups");
    if (!groups) return result;
    for (const TomlEntry& entry : groups->entries) {
        const std::string where = fmt::format("group '{}'", entry.key);
        const TomlTable* table = entry.value.table();
        if (!table) {
            root.error(entry.key_place, where + " is no table", {}, fmt::format("[groups.{}]", entry.key));
            continue;
        }
        TableReader reader(*table, entry.key_place, where, k_manifest_slug, diagnostics);
        GroupSchema group;
        group.key = entry.key;
        group.place = entry.key_place;
        group.repeats = reader.flag("repeats").value_or(false);
        group.labelled = reader.flag("labelled").value_or(false);
        group.help = reader.text("help").value_or("");
        group.parameters = parameters_of(reader, of_framework, diagnostics);
        reader.finish();
        result.groups.push_back(std::move(group));
    }
    return result;
}

}  // namespace rif
