// The pipeline of the checker: read, collect, override, fold, type, look at the whole.
#include <filesystem>

#include <fmt/core.h>

#include "dsl/canonical.hpp"
#include "dsl/draft.hpp"
#include "dsl/experiment.hpp"
#include "dsl/include.hpp"
#include "dsl/like.hpp"
#include "dsl/override.hpp"
#include "dsl/resolve.hpp"
#include "dsl/run_check.hpp"
#include "dsl/sweep.hpp"
#include "dsl/targets.hpp"
#include "dsl/uses.hpp"

namespace rif::dsl {

namespace {

/// A whole file's end: where something that the file lacks would stand.
Place end_of(const Document& document) {
    const std::uint32_t size = static_cast<std::uint32_t>(document.source->text.size());
    return {document.source, size, size};
}

void require_run(const Draft& draft, const CheckOptions& options, Diagnostics& diagnostics) {
    if (draft.run_place || !options.needs_run || options.may_be_include) return;
    diagnostics.error("missing-run", end_of(draft.documents.front()), "this file has no `run`", "what to combine is said in it",
                      "run { dataset = NAME, model = NAME, attack = NAME }");
}

void refuse_sweep_without_run(const Draft& draft, Diagnostics& diagnostics) {
    if (draft.run_place || draft.sweep.empty()) return;
    diagnostics.error("missing-run", draft.sweep.front().place, "a sweep needs a `run`, and this file has none", "",
                      "run { dataset = NAME, model = NAME, attack = NAME }");
}

void keep_only_reports(std::vector<Document>& documents) {
    for (Document& document : documents) {
        std::erase_if(document.statements, [](const Statement& statement) {
            const auto* block = std::get_if<BlockStatement>(&statement);
            return !block || block->role != role_name(Role::report);
        });
    }
}

std::optional<Experiment> checked(Draft& draft, const std::shared_ptr<const Catalogue>& catalogue, const CheckOptions& options,
                                  Diagnostics& diagnostics) {
    apply_sets(options.sets, draft, *catalogue, diagnostics);
    apply_sweeps(options.sweeps, draft, diagnostics);
    fold_likes(draft, diagnostics);
    require_run(draft, options, diagnostics);
    refuse_sweep_without_run(draft, diagnostics);

    Experiment experiment;
    experiment.catalogue = catalogue;
    experiment.run_body = draft.run;
    const CheckContext shared = context_of(draft, *catalogue, options);
    MissingPaths missing;
    experiment.blocks = resolve_blocks(draft, shared, diagnostics, missing);
    for (const DraftTarget& target : draft.targets) {
        if (std::optional<TargetBlock> block = check_target(target, diagnostics)) experiment.targets.push_back(std::move(*block));
    }
    experiment.run = resolve_run(draft, *catalogue, shared, diagnostics);
    experiment.sweep = resolve_sweep(draft, *catalogue, shared, diagnostics);
    experiment.only = resolve_only(options.only, draft, experiment, shared, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;  // what follows asks about whole blocks

    check_blocks(experiment, diagnostics);
    check_circles(experiment, draft, diagnostics);
    if (experiment.run && options.needs_run) check_run(experiment, draft, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;

    const Uses uses = uses_of(experiment, draft);
    for (std::size_t i = 0; i < experiment.blocks.size(); ++i) {
        Block& block = experiment.blocks[i];
        block.used = !experiment.run || !block.included || uses.blocks[i];
        for (const Diagnostic& one : missing[i]) {
            if (block.used) diagnostics.add(one);
        }
    }
    if (diagnostics.has_errors()) return std::nullopt;
    if (options.needs_run) warn_of_unused(experiment, draft, uses, diagnostics);
    if (options.print_canonical) experiment.canonical = canonical_text(experiment, draft, uses);
    return experiment;
}

}  // namespace

std::optional<Experiment> load_experiment(const std::string& file, std::shared_ptr<const Catalogue> catalogue, const CheckOptions& options,
                                          Diagnostics& diagnostics) {
    Diagnostics found;  // of this file alone
    std::optional<Experiment> experiment;
    std::vector<Document> documents = load_documents(file, catalogue->data_path, found);
    if (!found.has_errors()) {  // half of a file would only bring follow-up errors
        if (options.only_reports) keep_only_reports(documents);
        Draft draft = collect(std::move(documents), *catalogue, found);
        experiment = checked(draft, catalogue, options, found);
    }
    for (const Diagnostic& diagnostic : found.sorted()) diagnostics.add(diagnostic);
    if (!experiment) return std::nullopt;
    experiment->file = file;
    experiment->name = std::filesystem::path(file).stem().string();
    return experiment;
}

}  // namespace rif::dsl
