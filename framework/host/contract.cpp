#include <rif/host/contract.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/base/schema_check.hpp>
#include <rif/host/caught.hpp>
#include <rif/host/contract_clauses.hpp>
#include <rif/host/contract_settings.hpp>
#include <rif/host/library.hpp>
#include <rif/host/services.hpp>
#include <rif/host/stand_ins.hpp>

namespace rif {

namespace {

constexpr std::uint64_t k_seed = 7;

/// What a plugin lacks on this machine is no breach: a file, a setting that only a user can give, a service.
bool is_want_of_input(const std::string& slug) {
    constexpr std::string_view k_wants[] = {"missing-file", "missing-setting", "cannot-read", "not-a-file"};
    return std::ranges::find(k_wants, slug) != std::end(k_wants);
}

void role_clauses(const Subject& subject, Clauses& clauses) {
    switch (subject.plugin.role) {
        case Role::dataset: return dataset_clauses(subject, clauses);
        case Role::counterpart: return counterpart_clauses(subject, clauses);
        case Role::model: return model_clauses(subject, clauses);
        case Role::similarity: return similarity_clauses(subject, clauses);
        case Role::perturbation: return perturbation_clauses(subject, clauses);
        case Role::attack: return attack_clauses(subject, clauses);
        case Role::audit: return audit_clauses(subject, clauses);
        case Role::defense: return defense_clauses(subject, clauses);
        case Role::report: return report_clauses(subject, clauses);
    }
}

/// Collaborators by role and name: the same stand-in for every name.
std::shared_ptr<Component> collaborator(std::string_view role, std::string_view) { return stand_in(role); }

class Contract {
public:
    explicit Contract(const ContractInput& input) : input_(input), plugin_(*input.plugin) {}

    std::vector<Clause> clauses() {
        clauses_.add("its library shakes hands", [&] { return shake_hands(plugin_), std::string(); });
        clauses_.add("refuses each wrong setting by its slug", [&] { return wrong_settings_that_pass(plugin_.schema, context()); });
        if (!check()) return clauses_.take();
        const Arguments arguments(settings_, context().address, collaborator, std::make_shared<PlainServices>(k_seed, input_.data_path));
        const std::string sentence = input_.settings.settings.empty() && input_.settings.groups.empty()
                                         ? "is made with its defaults"
                                         : "is made with the settings of its example";
        std::shared_ptr<Component> component;
        try {
            component = make(plugin_, arguments);
        } catch (const Error& error) {
            if (is_want_of_input(error.slug()))
                clauses_.not_tried(sentence, error.message());
            else
                clauses_.add(sentence, [&]() -> std::string { return error.message() + "  [" + error.slug() + "]"; });
            return clauses_.take();
        }
        clauses_.add(sentence, [] { return std::string(); });
        const Subject subject{plugin_, component, [&] { return make(plugin_, arguments); }, arguments, input_.work_folder};
        role_clauses(subject, clauses_);
        return clauses_.take();
    }

private:
    CheckContext context() const {
        CheckContext result = context_of_contract(plugin_);
        result.find_path = [this](const std::string& path, const Place&) { return found(path); };
        result.missing_path_is_error = true;
        return result;
    }

    std::string found(const std::string& path) const {
        std::vector<std::filesystem::path> folders = {input_.beside};
        folders.insert(folders.end(), input_.data_path.begin(), input_.data_path.end());
        std::error_code ignored;
        for (const std::filesystem::path& folder : folders) {
            if (std::filesystem::exists(folder / path, ignored)) return (folder / path).string();
        }
        return {};
    }

    bool check() {
        Diagnostics diagnostics;
        settings_ = check_settings(input_.settings, {}, plugin_.schema, context(), diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            if (diagnostic.severity != Severity::error) continue;
            if (is_want_of_input(diagnostic.slug))
                clauses_.not_tried("is made", diagnostic.message);
            else
                clauses_.add("its settings pass its manifest", [&] { return diagnostic.message; });
            return false;
        }
        return true;
    }

    const ContractInput& input_;
    const PluginEntry& plugin_;
    std::shared_ptr<const Settings> settings_;
    Clauses clauses_;
};

}  // namespace

std::vector<Clause> contract_of(const ContractInput& input) { return Contract(input).clauses(); }

}  // namespace rif
