// rif plugins test DIR: the contract of its role, against every plugin in DIR.
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/cli/command_plugins.hpp>
#include <rif/cli/failure.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/contract.hpp>

#include "dsl/example.hpp"

namespace rif::cli {

namespace {

constexpr int k_kept = 0, k_broken = 3;

/// A folder for what plugins write, gone with the object.
class WorkFolder {
public:
    WorkFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "rifair-XXXXXX").string();
        if (!::mkdtemp(pattern.data()))
            throw Error("cannot-write", "there is no room for temporary files", "set TMPDIR to a folder that can be written to");
        path_ = pattern;
    }
    ~WorkFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

void print_clause(const Clause& clause) {
    constexpr const char* k_words[] = {"ok   ", "FAIL ", "-    "};
    fmt::print("  {} {}{}{}\n", k_words[static_cast<int>(clause.state)], clause.sentence, clause.detail.empty() ? "" : ": ", clause.detail);
}

/// Whether it keeps its contract.
bool keeps_contract(const PluginEntry& plugin, const std::vector<std::filesystem::path>& data_path) {
    const WorkFolder work;
    const ContractInput input{&plugin, dsl::settings_in_example(plugin.folder / "example.rif", role_name(plugin.role), plugin.name),
                              plugin.folder, data_path, work.path()};
    fmt::print("{}  ({})\n", plugin.full_name(), plugin.folder.string());
    std::fflush(stdout);
    const std::vector<Clause> clauses = contract_of(input);
    for (const Clause& clause : clauses) print_clause(clause);
    return !is_broken(clauses);
}

}  // namespace

int plugins_test(const Arguments& arguments) {
    const PluginArguments given = plugin_arguments(arguments, {}, 1, 1);
    CatalogueOptions options = catalogue_options(load_site_config());
    options.search_path = {{given.positional.front(), "here"}};
    const auto catalogue = load_catalogue(options);
    bool kept = catalogue->faults.empty();
    for (const Diagnostic& fault : catalogue->faults) fmt::print(stderr, "{}", as_text(fault, wants_colour(STDERR_FILENO)));
    if (catalogue->plugins.empty()) {
        throw Error("plugin-missing", fmt::format("there is no plugin in {}", given.positional.front()),
                    "give the folder that holds manifest.toml and the library, or the build folder");
    }
    for (const PluginEntry& plugin : catalogue->plugins) kept = keeps_contract(plugin, options.data_path) && kept;
    return kept ? k_kept : k_broken;
}

}  // namespace rif::cli
