#include <rif/engine/deep_check.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/counterpart.hpp>
#include <rif/base/error.hpp>
#include <rif/engine/engine_services.hpp>
#include <rif/engine/computing.hpp>
#include <rif/engine/model_check.hpp>
#include <rif/engine/plan.hpp>
#include <rif/engine/prepare.hpp>
#include <rif/engine/scorer.hpp>

namespace rif {

namespace {

using dsl::Block;

constexpr std::size_t k_measured_texts = 64;

double run_number(const dsl::Experiment& experiment, std::string_view key, double otherwise) {
    const CheckedValue* value = experiment.run ? experiment.run->find(key) : nullptr;
    const Number* number = value && value->word.empty() ? value->value.as<Number>() : nullptr;
    return number ? number->value : otherwise;
}

class DeepChecker {
public:
    DeepChecker(const dsl::Experiment& experiment, Assembly& assembly, Diagnostics& diagnostics)
        : experiment_(experiment), diagnostics_(diagnostics), assembly_(assembly) {}

    DeepCheck check() {
        for (const Block& block : experiment_.blocks) {
            if (block.used) attempt(block, [&] { look_at(block); });
        }
        if (experiment_.run && !diagnostics_.has_errors()) look_at_labels();
        estimate();
        return std::move(found_);
    }

private:
    void attempt(const Block& block, const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) {
            const Place& place = error.place() ? error.place() : block.place;
            if (seen_.insert(error.message()).second) diagnostics_.error(error.slug(), place, error.message(), {}, error.help());
        } catch (...) {
            diagnostics_.error("component-failed", block.place, fmt::format("{}: {}", block.address(), message_of_current_exception()));
        }
    }

    void look_at(const Block& block) {
        if (block.role == Role::dataset) return look_at_data(block);
        const auto made = assembly_.make<Component>(block, {});
        if (const auto model = std::dynamic_pointer_cast<Model>(made); model && block.body.find_group("train") == nullptr)
            look_at_model(block, *model);
        else
            found_.lines.push_back(fmt::format("ok  {} = {}", block.address(), block.plugin->name));
    }

    void look_at_data(const Block& block) {
        const auto data = assembly_.data(block, {});
        found_.individuals = std::max(found_.individuals, data->individuals.size());
        if (texts_.empty()) {
            for (std::size_t i = 0; i < std::min(k_measured_texts, data->individuals.size()); ++i)
                texts_.push_back(data->individuals[i].text);
        }
        found_.lines.push_back(fmt::format("ok  {}: {} texts of {} rows, labels {}", block.address(), data->individuals.size(), data->rows,
                                           data->label_counts));
        if (data->individuals.empty())
            diagnostics_.warning("no-texts", block.place, fmt::format("{} has no text after split and limit", block.address()));
    }

    /// Of each data set that a cell gives to a model that needs no training.
    void look_at_labels() {
        std::set<std::string> compared;
        for (const Cell& cell : plan(experiment_)) {
            if (!cell.dataset || !cell.model || cell.model->body.find_group("train")) continue;
            const std::string both =
                canonical_settings(experiment_, *cell.dataset, cell.changed) + canonical_settings(experiment_, *cell.model, cell.changed);
            if (!compared.insert(both).second) continue;
            attempt(*cell.model, [&] {
                const auto data = assembly_.data(*cell.dataset, cell.changed);
                check_labels(cell.model->address(), assembly_.make<Model>(*cell.model, cell.changed)->labels(), data->labels);
            });
        }
    }

    /// Whether it is asked about texts at all: one for rows says "no-texts". errors: of check_answers, where it breaks its contract.
    bool answers_texts(const Block& block, const Model& model) {
        try {
            const bool is_exact = !computing_of(experiment_, "cpu", {}).is_batched;  // batched scoring gives up the last bits
            check_answers(model, block.address(), block.plugin->deterministic && is_exact);
            return true;
        } catch (const Error& error) {
            if (error.slug() != "no-texts") throw;
        }
        found_.lines.push_back(fmt::format("ok  {} = {}: for rows", block.address(), block.plugin->name));
        return false;
    }

    void look_at_model(const Block& block, const Model& model) {
        if (!answers_texts(block, model)) return;
        found_.lines.push_back(fmt::format("ok  {} = {}: labels {}", block.address(), block.plugin->name, fmt::join(model.labels(), ", ")));
        if (texts_.empty()) return;
        try {
            measure(model);
        } catch (...) {  // the run makes it the error of the individuals that it concerns
            diagnostics_.warning("model-failed", block.place,
                                 fmt::format("{} failed on the first texts: {}", block.address(), message_of_current_exception()));
        }
    }

    void measure(const Model& model) {
        const auto begun = std::chrono::steady_clock::now();
        model.predict(texts_);
        const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begun;
        const double each = used.count() / static_cast<double>(texts_.size());
        found_.seconds_per_query = std::max(found_.seconds_per_query.value_or(0), each);
        found_.measured_texts = texts_.size();
    }

    /// 2 clean, one deletion a token of the longest text, every candidate of every ranked token in both members.
    void estimate() {
        std::size_t longest = 0;
        for (const std::string& text : texts_) longest = std::max(longest, tokens(text).size());
        double candidates = 0;
        for (const Block& block : experiment_.blocks) {
            const CheckedValue* value = block.role == Role::perturbation ? block.settings->find("candidates") : nullptr;
            const Number* number = value ? value->value.as<Number>() : nullptr;
            if (number) candidates = std::max(candidates, number->value);
        }
        const double bound = 2 + static_cast<double>(longest) + run_number(experiment_, "tokens", 20) * 2 * candidates;
        const double queries = run_number(experiment_, "queries", bound);
        if (!texts_.empty()) found_.most_queries_per_search = static_cast<std::size_t>(std::min(bound, queries));
    }

    const dsl::Experiment& experiment_;
    Diagnostics& diagnostics_;
    Assembly& assembly_;
    DeepCheck found_;
    std::vector<std::string> texts_;
    std::set<std::string> seen_;
};

}  // namespace

DeepCheck deep_check(const dsl::Experiment& experiment, Assembly& assembly, Diagnostics& diagnostics) {
    return DeepChecker(experiment, assembly, diagnostics).check();
}

DeepCheck deep_check(const dsl::Experiment& experiment, Diagnostics& diagnostics) {
    const auto seed = static_cast<std::uint64_t>(run_number(experiment, "seed", 0));
    Assembly assembly(experiment, std::make_shared<EngineServices>(seed, experiment.catalogue->data_path, nullptr), {});
    return deep_check(experiment, assembly, diagnostics);
}

}  // namespace rif
