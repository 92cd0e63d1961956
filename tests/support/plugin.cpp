#include "support/plugin.hpp"

#include <mutex>
#include <utility>

#include <dsl/example.hpp>
#include <dsl/parse.hpp>
#include <rif/api/attack.hpp>
#include <rif/api/audit.hpp>
#include <rif/api/counterpart.hpp>
#include <rif/api/dataset.hpp>
#include <rif/api/defense.hpp>
#include <rif/api/model.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/report.hpp>
#include <rif/api/similarity.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/contract.hpp>
#include <rif/host/library.hpp>
#include <rif/host/services.hpp>

#include "support/test_data.hpp"

namespace rif::test {

namespace {

constexpr std::uint64_t k_seed = 7;

std::mutex log_mutex;
std::vector<std::string> log_lines;

void keep_line(std::string_view line) {
    const std::scoped_lock lock(log_mutex);
    log_lines.emplace_back(line);
}

std::string role_of(const Component& component) {
    if (dynamic_cast<const Similarity*>(&component)) return "similarity";
    if (dynamic_cast<const Model*>(&component)) return "model";
    if (dynamic_cast<const Dataset*>(&component)) return "dataset";
    if (dynamic_cast<const Counterpart*>(&component)) return "counterpart";
    if (dynamic_cast<const Perturbation*>(&component)) return "perturbation";
    if (dynamic_cast<const Attack*>(&component)) return "attack";
    if (dynamic_cast<const Audit*>(&component)) return "audit";
    if (dynamic_cast<const Defense*>(&component)) return "defense";
    return "report";
}

void throw_first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) throw Error(diagnostic.slug, diagnostic.message, diagnostic.help, diagnostic.place);
    }
}

Body parsed(const std::string& settings) {
    Diagnostics diagnostics;
    auto source = std::make_shared<const Source>(Source{"test.rif", "rif 1\nattack subject = subject {\n" + settings + "\n}\n", {}});
    const dsl::Document document = dsl::parse(std::move(source), diagnostics);
    throw_first_error(diagnostics);
    return std::get<dsl::BlockStatement>(document.statements.at(0)).body;
}

std::string found_path(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return std::filesystem::absolute(path);
    for (const std::filesystem::path& folder : catalogue()->data_path) {
        if (std::filesystem::exists(folder / path, ignored)) return folder / path;
    }
    return {};
}

CheckContext context_of(const std::string& address, const std::string& owner, const Blocks& blocks) {
    CheckContext context;
    context.address = address;
    context.owner = owner;
    context.manual = "rif plugins describe " + owner;
    context.role_of = [blocks](std::string_view name, std::string_view) -> std::optional<std::string> {
        const auto found = blocks.find(name);
        return found == blocks.end() ? std::nullopt : std::optional(role_of(*found->second));
    };
    context.names_of = [blocks](std::string_view role) {
        std::vector<std::string> result;
        for (const auto& [name, component] : blocks) {
            if (role_of(*component) == role) result.push_back(name);
        }
        return result;
    };
    context.similarity_takes = [](std::string_view, std::string_view) { return true; };
    context.find_path = [](const std::string& path, const Place&) { return found_path(path); };
    context.missing_path_is_error = true;
    return context;
}

Arguments checked(const Schema& schema, const std::string& settings, const CheckContext& context, const Blocks& blocks) {
    Diagnostics diagnostics;
    const Body body = parsed(settings);
    const auto head = std::make_shared<const Source>(Source{"test.rif", context.address, {}});
    const Place place{head, 0, static_cast<std::uint32_t>(context.address.size())};
    std::shared_ptr<const Settings> result = check_settings(body, place, schema, context, diagnostics);
    throw_first_error(diagnostics);
    const BlockLookup lookup = [blocks](std::string_view, std::string_view name) -> std::shared_ptr<Component> {
        const auto found = blocks.find(name);
        return found == blocks.end() ? nullptr : found->second;
    };
    return Arguments(std::move(result), context.address, lookup, services());
}

const PluginEntry& entry_of(const std::string& plugin) {
    const std::size_t slash = plugin.find('/');
    const std::optional<Role> role = role_named(plugin.substr(0, slash));
    const PluginEntry* entry = role && slash != std::string::npos ? catalogue()->find(*role, plugin.substr(slash + 1)) : nullptr;
    if (entry) return *entry;
    std::string faults;
    for (const Diagnostic& fault : catalogue()->faults) faults += "\n" + as_text(fault);
    throw Error("unknown-plugin", "no plugin " + plugin + " is on the search path" + faults);
}

}  // namespace

std::shared_ptr<const Catalogue> catalogue() {
    static const std::shared_ptr<const Catalogue> loaded = load_catalogue();
    return loaded;
}

std::shared_ptr<const Services> services() {
    static const auto shared = std::make_shared<const PlainServices>(k_seed, catalogue()->data_path, keep_line);
    return shared;
}

std::vector<std::string> take_log() {
    const std::scoped_lock lock(log_mutex);
    return std::exchange(log_lines, {});
}

Arguments arguments(const std::string& plugin, const std::string& settings, const Blocks& blocks) {
    const PluginEntry& entry = entry_of(plugin);
    return checked(entry.schema, settings, context_of(std::string(role_name(entry.role)) + ".subject", plugin, blocks), blocks);
}

Arguments arguments(const Schema& schema, const std::string& settings, const Blocks& blocks) {
    // Checked settings point into their schema, which has to outlive them: kept until the program ends.
    static std::vector<std::unique_ptr<Schema>> kept;
    kept.push_back(std::make_unique<Schema>(schema));
    return checked(*kept.back(), settings, context_of("test.subject", "test/subject", blocks), blocks);
}

std::shared_ptr<Component> make_component(const std::string& plugin, const std::string& settings, const Blocks& blocks) {
    return rif::make(entry_of(plugin), arguments(plugin, settings, blocks));
}

std::string breaches(const std::string& plugin, const std::map<std::string, std::string>& texts) {
    const PluginEntry& entry = entry_of(plugin);
    const TemporaryFolder work;
    Body settings = dsl::settings_in_example(entry.folder / "example.rif", role_name(entry.role), entry.name);
    for (Setting& setting : settings.settings) {
        if (const auto other = texts.find(setting.key); other != texts.end()) setting.value.data = Text{other->second};
    }
    std::string result;
    for (const Clause& clause : contract_of({&entry, settings, entry.folder, catalogue()->data_path, work.path()})) {
        if (clause.state == Clause::State::broken) result += clause.sentence + ": " + clause.detail + "\n";
    }
    return result;
}

std::string refusal(const std::string& plugin, const std::string& settings, const Blocks& blocks) {
    try {
        make_component(plugin, settings, blocks);
    } catch (const Error& error) {
        return error.slug();
    }
    return {};
}

}  // namespace rif::test
