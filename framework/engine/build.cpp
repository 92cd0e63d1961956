#include <rif/engine/build.hpp>

#include <fmt/core.h>

#include <rif/api/counterpart.hpp>
#include <rif/base/error.hpp>
#include <rif/base/shell.hpp>
#include <rif/engine/admission_inputs.hpp>
#include <rif/engine/assemble.hpp>
#include <rif/engine/computing.hpp>
#include <rif/engine/engine_services.hpp>

namespace rif {
namespace {

using dsl::Block;
using dsl::Experiment;

std::uint64_t seed_of(const Experiment& experiment) {
    const CheckedValue* value = experiment.run ? experiment.run->find("seed") : nullptr;
    const Number* number = value ? value->value.as<Number>() : nullptr;
    return number ? static_cast<std::uint64_t>(number->value) : 0;
}

/// The blocks that `run` names under a role's key.
std::vector<const Block*> named(const Experiment& experiment, Role role) {
    std::vector<const Block*> result;
    if (!experiment.run) return result;
    for (const std::string& name : experiment.run_names(role_name(role)))
        if (const Block* block = experiment.find(role, name)) result.push_back(block);
    return result;
}

class Building {
public:
    Building(const Experiment& experiment, const Block& block, const BuildOptions& options)
        : experiment_(experiment),
          block_(block),
          options_(options),
          services_(std::make_shared<EngineServices>(seed_of(experiment), experiment.catalogue->data_path, options.cancelled,
                                                     computing_of(experiment, "cpu", options.cache_folder))),
          assembly_(experiment, services_, options.cache_folder) {
        assembly_.on_progress = [this](const std::string& what, std::size_t done, std::size_t total) {
            if (!options_.progress) return;
            options_.progress->note(what);
            options_.progress->at(done, total);
        };
    }

    BuildSummary summary() {
        if (block_.role == Role::perturbation)
            dictionaries();
        else if (block_.role == Role::model)
            weights();
        else
            throw nothing("rif build makes a perturbation's dictionary or trains a model", "rif run " + shell_word(experiment_.file));
        summary_.warnings = services_->warnings();
        return std::move(summary_);
    }

private:
    Error nothing(const std::string& why, const std::string& help) const {
        return {"nothing-to-build", fmt::format("{} keeps nothing: {}", block_.address(), why), help, block_.place};
    }

    void weights() {
        if (!block_.body.find_group("train")) throw nothing("it has no group `train`", "train { epochs = 3 }");
        const auto datasets = named(experiment_, Role::dataset);
        assembly_.model(block_, {}, datasets.empty() ? nullptr : datasets.front());
        const TrainingNote& note = assembly_.training_notes().at(block_.address());
        summary_.facts.push_back(note.trained ? fmt::format("trained on {} texts in {:.1f} s, {}", note.examples, note.seconds,
                                                            note.kept ? "kept in " + options_.cache_folder.string() : "not kept")
                                              : "trained by an earlier run, still kept");
    }

    void dictionaries() {
        AdmissionSettings settings = admission_settings(experiment_, block_, {}, assembly_.arguments(block_, {}));
        if (!settings.dictionary) throw nothing("it names no dictionary", "dictionary = \"synonyms.toml\"");
        const auto datasets = named(experiment_, Role::dataset);
        if (datasets.empty())
            throw Error("missing-in-run",
                        fmt::format("{} takes its words from the texts of run.dataset, and that is not set", block_.address()),
                        "run { dataset = NAME }", block_.place);
        settings.threads = options_.threads;
        settings.progress = options_.progress;
        for (const Block* dataset : datasets) {
            const auto counterparts = named(experiment_, Role::counterpart);
            for (const Block* counterpart : counterparts) dictionary(settings, *dataset, counterpart);
            if (counterparts.empty()) dictionary(settings, *dataset, nullptr);
        }
        summary_.facts.push_back("dictionary " + settings.dictionary->string());
    }

    void dictionary(const AdmissionSettings& settings, const Block& dataset, const Block* counterpart) {
        std::vector<std::string> texts, terms;
        for (const Individual& individual : assembly_.data(dataset, {})->individuals) texts.push_back(individual.text);
        if (counterpart) terms = assembly_.make<Counterpart>(*counterpart, {})->sensitive_terms();
        const auto admission = Admission::build(assembly_.make<Perturbation>(block_, {}), settings, texts, terms, *services_);
        add(dataset, counterpart, admission->counts());
    }

    void add(const Block& dataset, const Block* counterpart, const AdmissionCounts& counts) {
        const double covered = counts.occurrences == 0 ? 0 : 100.0 * double(counts.occurrences_covered) / double(counts.occurrences);
        summary_.facts.push_back(fmt::format("{}{}: {} words, {:.0f} % of all in the texts; {} of them have an admitted substitution",
                                             dataset.name, counterpart ? ", " + counterpart->name : "", counts.words, covered,
                                             counts.words_with_candidates));
        summary_.facts.push_back(fmt::format("  proposed {} now · dropped: {} the word itself, {} twice, {} empty, {} sensitive",
                                             counts.proposed, counts.dropped_same, counts.dropped_duplicate, counts.dropped_empty,
                                             counts.dropped_sensitive));
        summary_.facts.push_back(fmt::format("  measured {} now, {} before · admitted {}, rejected {}, of these {} by a reviewer",
                                             counts.measured, counts.reused, counts.admitted, counts.rejected, counts.reviewed));
    }

    const Experiment& experiment_;
    const Block& block_;
    const BuildOptions& options_;
    std::shared_ptr<EngineServices> services_;
    Assembly assembly_;
    BuildSummary summary_;
};

}  // namespace

BuildSummary build(const Experiment& experiment, const Block& block, const BuildOptions& options) {
    return Building(experiment, block, options).summary();
}

}  // namespace rif
