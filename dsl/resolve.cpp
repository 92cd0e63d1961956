#include "dsl/resolve.hpp"

#include <algorithm>
#include <set>

#include "dsl/paths.hpp"

namespace rif::dsl {

namespace {

std::string word_of(const Value& value) {
    if (const Name* name = value.as<Name>()) return name->to_string();
    const Text* text = value.as<Text>();
    return text ? text->value : "";
}

/// Units that a data set's or a distance's `feature … { unit = … }` adds to the table.
std::vector<std::string> units_of_features(const Draft& draft) {
    std::set<std::string> result;
    for (const DraftBlock& block : draft.blocks) {
        for (const Group& group : block.body.groups) {
            const Setting* unit = group.body.find("unit");
            if (unit && !unit_singular(word_of(unit->value))) result.insert(word_of(unit->value));
        }
    }
    result.erase("");
    return {result.begin(), result.end()};
}

bool takes(const Draft& draft, std::string_view similarity, std::string_view input) {
    const std::optional<std::size_t> index = draft.find(Role::similarity, similarity);
    const PluginEntry* plugin = index ? draft.blocks[*index].plugin : nullptr;
    return !plugin || plugin->takes(input);  // of an unknown plugin enough has been said
}

/// `role name`: where a missing setting is missing.
Place head_of(const BlockStatement& statement) { return spanning(statement.role_place, statement.name_place); }

}  // namespace

CheckContext context_of(const Draft& draft, const Catalogue& catalogue, const CheckOptions& options) {
    CheckContext context;
    context.role_of = [&draft](std::string_view name, std::string_view wanted) { return draft.role_of(name, wanted); };
    context.names_of = [&draft](std::string_view role) { return draft.names(role); };
    context.similarity_takes = [&draft](std::string_view similarity, std::string_view input) { return takes(draft, similarity, input); };
    context.find_path = [&catalogue](const std::string& path, const Place& place) { return find_path(path, place, catalogue.data_path); };
    context.missing_path_is_error = options.missing_path_is_error;
    context.extra_units = units_of_features(draft);
    return context;
}

CheckContext context_of(const DraftBlock& block, const CheckContext& shared) {
    CheckContext context = shared;
    context.address = block.address();
    context.owner = block.plugin->full_name();
    context.manual = "rif plugins describe " + context.owner;
    return context;
}

std::vector<Block> resolve_blocks(const Draft& draft, const CheckContext& shared, Diagnostics& diagnostics, MissingPaths& missing) {
    std::vector<Block> result;
    result.reserve(draft.blocks.size());
    missing.resize(draft.blocks.size());
    for (const DraftBlock& from : draft.blocks) {
        Block block{from.role, from.statement->name, from.plugin, from.body, nullptr, from.statement->place, from.included};
        if (from.plugin) {
            Diagnostics found;
            block.settings = check_settings(from.body, head_of(*from.statement), from.plugin->schema, context_of(from, shared), found);
            for (const Diagnostic& one : found.all()) {
                const bool may_wait = from.included && one.slug == "missing-file";
                may_wait ? missing[result.size()].push_back(one) : diagnostics.add(one);
            }
        }
        result.push_back(std::move(block));
    }
    return result;
}

Place run_head(const Draft& draft) {
    Place result = draft.run_place;
    if (result.text().starts_with("run")) result.end = result.begin + 3;
    return result;
}

std::string run_manual(const Catalogue& catalogue) {
    std::string manual = "run takes";
    for (const std::string& key : catalogue.run.keys()) manual += " " + key;
    return manual;
}

std::shared_ptr<const Settings> resolve_run(const Draft& draft, const Catalogue& catalogue, const CheckContext& shared,
                                            Diagnostics& diagnostics) {
    if (!draft.run_place) return nullptr;
    CheckContext context = shared;
    context.address = "run";
    context.owner = "run";
    context.manual = run_manual(catalogue);
    return check_settings(draft.run, run_head(draft), catalogue.run, context, diagnostics);
}

}  // namespace rif::dsl
