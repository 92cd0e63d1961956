#include <rif/engine/setup.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/shell.hpp>
#include <rif/base/statistics.hpp>
#include <rif/engine/admission_inputs.hpp>

namespace rif {

namespace {

using dsl::Block;

constexpr std::size_t k_score_cache_bytes = std::size_t{256} << 20;

class StepProgress final : public Progress {
public:
    StepProgress(RunView& view, std::string what) : view_(view), what_(std::move(what)) {}
    void at(std::size_t done, std::size_t total) override { view_.step(what_, done, total); }

private:
    RunView& view_;
    std::string what_;
};

std::string share(std::size_t k, std::size_t n) {
    const auto interval = wilson(k, n);
    if (!interval) return "n/a (0 of 0)";
    return fmt::format("{} of {} ({:.3f} [{:.3f}, {:.3f}])", k, n, static_cast<double>(k) / static_cast<double>(n), interval->low,
                       interval->high);
}

std::string data_text(const LoadedData& data) {
    std::size_t skipped = 0;
    std::string reasons;
    for (const auto& [reason, count] : data.skipped) skipped += count, reasons += fmt::format(" · {} left out ({})", count, reason);
    const std::size_t others = data.rows - skipped - data.individuals.size();
    std::string text = fmt::format("{} texts", data.individuals.size());
    if (others > 0) text += fmt::format(" · {} not drawn (split, limit)", others);
    return fmt::format("{}{} = {} input rows: {}", text, reasons, data.rows, data.label_counts);
}

std::string pairs_text(const MadePairs& pairs) {
    std::map<std::string_view, std::size_t> others;
    for (const MadePair& pair : pairs.pairs) {
        if (!pair.pair) ++others[outcome_name(pair.outcome)];
    }
    std::string text =
        fmt::format("{} texts: {} name the attribute, {} pairs", pairs.counts.individuals, pairs.counts.naming, pairs.counts.pairs);
    if (pairs.counts.ambiguous > 0) text += fmt::format(" ({} with an ambiguous role)", pairs.counts.ambiguous);
    for (const auto& [outcome, count] : others) text += fmt::format(" · {} {}", count, outcome);
    return text;
}

std::string clean_text(const std::vector<StandingPair>& standing) {
    std::size_t asked = 0, right = 0, robust_fair = 0, flips = 0;
    for (const StandingPair& pair : standing) {
        if (pair.v.empty()) continue;
        const std::size_t v = predicted_label(pair.v), v_prime = predicted_label(pair.v_prime);
        ++asked;
        right += v == pair.made->label;
        robust_fair += v == pair.made->label && v == v_prime;
        flips += v != v_prime;
    }
    return fmt::format("{} pairs robust fair, accuracy {}, {} flip between v and v'", share(robust_fair, asked), share(right, asked),
                       flips);
}

std::string admission_text(const AdmissionCounts& counts, bool reads_text) {
    if (counts.words == 0 || reads_text) return "candidates are found at attack time, in each text";
    return fmt::format("{} words of the texts, {} with an admitted substitution · {} admitted, {} rejected of {} measured", counts.words,
                       counts.words_with_candidates, counts.admitted, counts.rejected, counts.measured + counts.reused);
}

/// A permutation of labels that would be much better says that names are mixed up. Two classes: the swap; more: the best single swap.
constexpr double k_suspicious_gain = 0.2;

std::string suspicious_labels(const std::vector<StandingPair>& standing, const std::vector<std::string>& labels) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
    std::size_t n = 0, right = 0;
    for (const StandingPair& pair : standing) {
        if (pair.v.empty()) continue;
        const std::size_t predicted = predicted_label(pair.v);
        ++counts[{pair.made->label, predicted}], ++n, right += pair.made->label == predicted;
    }
    for (std::size_t a = 0; a < labels.size(); ++a) {
        for (std::size_t b = a + 1; b < labels.size(); ++b) {
            const auto swapped = right - counts[{a, a}] - counts[{b, b}] + counts[{a, b}] + counts[{b, a}];
            if (static_cast<double>(swapped) > static_cast<double>(right) + k_suspicious_gain * static_cast<double>(n)) {
                return fmt::format("with '{}' and '{}' exchanged its accuracy would be {:.3f}: are the label names right?", labels[a],
                                   labels[b], static_cast<double>(swapped) / static_cast<double>(n));
            }
        }
    }
    return {};
}

std::string training_text(const TrainingNote& note) {
    if (!note.trained) return "from the cache";
    return fmt::format("trained on {} texts in {:.1f} s, {}", note.examples, note.seconds, note.kept ? "kept for next time" : "not kept");
}

}  // namespace

Setup::Setup(const dsl::Experiment& experiment, std::shared_ptr<EngineServices> services, std::filesystem::path cache_folder,
             std::size_t threads, RunView& view)
    : experiment_(experiment),
      services_(services),
      threads_(threads),
      view_(view),
      assembly_(experiment, services, std::move(cache_folder)) {
    assembly_.on_progress = [&view](const std::string& what, std::size_t done, std::size_t total) { view.step(what, done, total); };
}

Fragility Setup::fragility() const {
    Fragility result;
    for (const auto& [key, scorer] : scorers_) {
        if (scorer) result.scored += scorer->fragility().scored, result.fragile += scorer->fragility().fragile;
    }
    return result;
}

std::string Setup::key(const Cell& cell, std::initializer_list<const Block*> blocks) const {
    std::string key;
    for (const Block* block : blocks)
        key += block ? block->address() + "\n" + canonical_settings(experiment_, *block, cell.changed) : "none\n";
    return key;
}

template <class T, class Make>
std::shared_ptr<const T> Setup::shared(std::map<std::string, std::shared_ptr<const T>>& kept, const std::string& key, Make make) {
    if (const auto at = kept.find(key); at != kept.end()) return at->second;
    if (const auto at = failures_.find(key); at != failures_.end()) std::rethrow_exception(at->second);
    services_->check_cancelled();
    try {
        std::shared_ptr<const T> made = make();
        kept.emplace(key, made);
        return made;
    } catch (...) {
        failures_.emplace(key, std::current_exception());
        throw;
    }
}

std::shared_ptr<const LoadedData> Setup::data(const Cell& cell) {
    return shared(data_, key(cell, {cell.dataset}), [&] {
        const auto data = assembly_.data(*cell.dataset, cell.changed);
        view_.fact("data " + cell.dataset->name, data_text(*data));
        inputs_["input.dataset." + cell.dataset->name + (data_.empty() ? "" : fmt::format(".{}", data_.size() + 1))] = data->fingerprint;
        labels_[cell.dataset->name] = data->labels;
        return data;
    });
}

std::shared_ptr<const MadePairs> Setup::pairs(const Cell& cell, const LoadedData& data) {
    return shared(pairs_, key(cell, {cell.dataset, cell.counterpart}), [&] {
        if (!cell.counterpart) {
            throw Error("no-counterpart", fmt::format("{} reads no counterpart, and a pair needs one", cell.attack->address()),
                        "name \"counterpart\" in the `reads` of its manifest", cell.attack->place);
        }
        const auto counterpart = assembly_.make<Counterpart>(*cell.counterpart, cell.changed);
        auto pairs = std::make_shared<const MadePairs>(make_pairs(data, *counterpart, services_->seed(), cell.counterpart->name, threads_));
        view_.fact("pairs " + cell.counterpart->name, pairs_text(*pairs));
        return pairs;
    });
}

std::shared_ptr<const Scorer> Setup::scorer(const Cell& cell, const LoadedData& data) {
    return shared(scorers_, key(cell, {cell.model, cell.dataset}), [&] {
        const auto model = assembly_.model(*cell.model, cell.changed, cell.dataset);
        const auto note = assembly_.training_notes().find(cell.model->address());
        if (note != assembly_.training_notes().end()) view_.fact("model " + cell.model->name, training_text(note->second));
        inputs_[fmt::format("input.model.{}{}", cell.model->name, scorers_.empty() ? "" : fmt::format(".{}", scorers_.size() + 1))] =
            model->fingerprint();
        return std::make_shared<const Scorer>(model, data.labels, cell.model->address(), k_score_cache_bytes);
    });
}

std::shared_ptr<const Admission> Setup::admission(const Cell& cell, const LoadedData& data) {
    if (!cell.perturbation) return nullptr;
    return shared(admissions_, key(cell, {cell.perturbation, cell.dataset, cell.counterpart}), [&] {
        const Block& block = *cell.perturbation;
        AdmissionSettings settings = admission_settings(experiment_, block, cell.changed, assembly_.arguments(block, cell.changed));
        settings.threads = threads_;
        StepProgress progress(view_, "substitutions of " + block.address());
        settings.progress = &progress;
        std::vector<std::string> texts;
        for (const Individual& individual : data.individuals) texts.push_back(individual.text);
        std::vector<std::string> terms;
        if (cell.counterpart) terms = assembly_.make<Counterpart>(*cell.counterpart, cell.changed)->sensitive_terms();
        auto admission = Admission::build(assembly_.make<Perturbation>(block, cell.changed), settings, texts, terms, *services_);
        const AdmissionCounts counts = admission->counts();
        view_.fact("substitutions " + block.name, admission_text(counts, admission->reads_text()));
        if (counts.words > 0 && !admission->reads_text() && counts.admitted == 0) {
            view_.warning(fmt::format("{} admits none of {} substitutions, so every pair resists: look at `admit` (rif try {} {} TEXT)",
                                      block.address(), counts.rejected, shell_word(experiment_.file), block.address()));
        }
        return admission;
    });
}

std::shared_ptr<const std::vector<StandingPair>> Setup::standing(const Cell& cell, const CellSetup& setup) {
    return shared(standing_, key(cell, {cell.dataset, cell.counterpart, cell.model, cell.perturbation}), [&] {
        auto standing =
            std::make_shared<const std::vector<StandingPair>>(standing_pairs(*setup.pairs, *setup.scorer, setup.admission.get(), threads_));
        view_.fact("clean " + cell.model->name, clean_text(*standing));
        const std::string suspicion = suspicious_labels(*standing, setup.scorer->labels());
        if (!suspicion.empty()) view_.warning(fmt::format("{}: {}", cell.model->address(), suspicion));
        return standing;
    });
}

void Setup::add_plugin_hashes() {
    for (const Block& block : experiment_.blocks) {
        if (block.role == Role::report) continue;  // reads what is recorded, and changes nothing of it
        if (block.plugin && std::filesystem::exists(block.plugin->library))
            inputs_["plugin." + block.plugin->full_name()] = sha256_of(block.plugin->library);
    }
}

CellSetup Setup::made(const Cell& cell) {
    CellSetup setup;
    try {
        setup.data = data(cell);
        setup.pairs = pairs(cell, *setup.data);
        setup.scorer = scorer(cell, *setup.data);
        setup.admission = admission(cell, *setup.data);
        setup.standing = standing(cell, setup);
        setup.attack = assembly_.make<Attack>(*cell.attack, cell.changed);
    } catch (const Cancelled&) {
        throw;
    } catch (...) {
        setup.failure = std::current_exception();
    }
    return setup;
}

void Setup::prepare(const std::vector<Cell>& cells) {
    add_plugin_hashes();
    std::exception_ptr first;
    bool is_any_whole = false;
    for (const Cell& cell : cells) {
        CellSetup setup = made(cell);
        if (!first) first = setup.failure;
        is_any_whole = is_any_whole || !setup.failure;
        cells_.emplace(cell.id, std::move(setup));
    }
    if (first && !is_any_whole) std::rethrow_exception(first);
}

}  // namespace rif
