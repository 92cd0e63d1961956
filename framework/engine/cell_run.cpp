#include <rif/engine/cell_run.hpp>

#include <chrono>
#include <mutex>

#include <rif/base/error.hpp>
#include <rif/engine/threads.hpp>

namespace rif {

namespace {

std::string name_of(const dsl::Block* block) { return block ? block->name : std::string(); }

std::string run_text(const Cell& cell, std::string_view key, std::string_view otherwise) {
    const CheckedValue* value = cell.run->find(key);
    return value && value->word.empty() ? print(value->value) : std::string(otherwise);
}

/// A budget's number: the attack's own where it is given, else run's; nothing for `none`.
std::optional<double> budget_number(const Cell& cell, std::string_view key) {
    const CheckedValue* own = cell.of(*cell.attack).find(key);
    const CheckedValue* value = own && own->given ? own : cell.run->find(key);
    if (!value || !value->word.empty()) return std::nullopt;
    const Number* number = value->value.as<Number>();
    return number ? std::optional<double>(number->value) : std::nullopt;
}

Budget budget_of(const Cell& cell) {
    Budget budget;
    if (const auto tokens = budget_number(cell, "tokens")) budget.tokens = static_cast<std::size_t>(*tokens);
    if (const auto queries = budget_number(cell, "queries")) budget.queries = static_cast<std::size_t>(*queries);
    budget.seconds = budget_number(cell, "seconds");
    return budget;
}

std::optional<Target> target_of(const Cell& cell) {
    if (!cell.target) return std::nullopt;
    return Target{cell.target->name, cell.target->alpha_v, cell.target->alpha_v_prime, cell.target->beta};
}

}  // namespace

CellRecord cell_record(const Cell& cell) {
    CellRecord record;
    record.id = cell.id;
    record.number = cell.number;
    record.dataset = name_of(cell.dataset);
    record.counterpart = name_of(cell.counterpart);
    record.perturbation = name_of(cell.perturbation);
    record.model = name_of(cell.model);
    record.attack = name_of(cell.attack);
    record.target = cell.target ? cell.target->name : std::string();
    record.population = run_text(cell, "population", "robust_fair");
    record.settings = cell.settings;
    return record;
}

CellRun::CellRun(const Cell& cell, Setup& setup, ResultsWriter& writer)
    : cell_(cell), setup_(setup.of(cell)), writer_(writer), all_(run_text(cell, "population", "robust_fair") == "all") {
    settings_.scorer = setup_.scorer.get();
    settings_.admission = setup_.admission.get();
    settings_.target = target_of(cell);
    settings_.gap = gap_named(run_text(cell, "gap", "l2")).value_or(Gap::l2);
    settings_.budget = budget_of(cell);
    settings_.seed = setup.services().seed();
    settings_.attack = cell.attack->name;

    const std::set<std::string> recorded = writer_.recorded(cell.id);
    std::vector<std::size_t> unsearched;
    for (std::size_t i = 0; i < setup_.standing->size(); ++i) {
        const StandingPair& pair = (*setup_.standing)[i];
        const bool is_recorded = recorded.count(pair.made->id) > 0;
        if (is_searched(pair))
            is_recorded ? void(++done_before_) : open_.push_back(i);
        else if (!is_recorded)
            unsearched.push_back(i);
    }
    record_unsearched(unsearched);
}

bool CellRun::is_searched(const StandingPair& pair) const {
    return pair.outcome == Outcome::attacked || (all_ && pair.outcome == Outcome::violates_clean);
}

PairRecord CellRun::record_of(const StandingPair& pair) const {
    PairRecord record;
    record.cell = cell_.id;
    record.pair = pair.made->id;
    record.individual = pair.made->individual;
    record.outcome = pair.outcome;
    record.message = pair.message;
    record.label = pair.made->label;
    record.v.clean_text = record.v.final_text = pair.made->text;
    if (!pair.made->pair) return record;
    const CounterpartText& counterpart = pair.made->pair->counterpart;
    record.ambiguous = counterpart.ambiguous;
    record.residual_cues = counterpart.residual_cues;
    record.v_prime.clean_text = record.v_prime.final_text = counterpart.text;
    if (pair.v.empty()) return record;
    record.v.clean_probabilities = record.v.final_probabilities = pair.v;
    record.v_prime.clean_probabilities = record.v_prime.final_probabilities = pair.v_prime;
    record.clean_quadrant = record.quadrant = quadrant_of(predicted_label(pair.v), predicted_label(pair.v_prime), pair.made->label);
    record.ever_violated = record.clean_quadrant != Quadrant::RF;
    return record;
}

void CellRun::record_unsearched(const std::vector<std::size_t>& positions) {
    std::vector<PairRecord> records;
    records.reserve(positions.size());
    for (const std::size_t i : positions) records.push_back(record_of((*setup_.standing)[i]));
    writer_.record(records, positions);
}

PairRecord CellRun::searched(const StandingPair& pair, const SearchSettings& settings, SearchCost& cost) const {
    PairRecord record = record_of(pair);
    const auto begun = std::chrono::steady_clock::now();
    SearchSession session(*pair.view, settings, pair.v, pair.v_prime);
    try {
        record.stop = setup_.attack->search(*pair.view, session).stop;
    } catch (const BudgetSpent& spent) {
        record.stop = spent.time ? Stop::time : Stop::budget;
    } catch (...) {
        record.message = message_of_current_exception();
        record.outcome = Outcome::error;
        record.quadrant.reset();
    }
    if (record.outcome != Outcome::error) session.write(record);
    cost.counts = session.counts();
    cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return record;
}

void CellRun::search(std::size_t threads, const std::atomic<bool>* cancelled, const std::function<void(std::size_t)>& ended) {
    SearchSettings settings = settings_;
    settings.cancelled = cancelled;
    std::mutex mutex;
    for_each_parallel(threads, open_.size(), [&](std::size_t i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        SearchCost cost;
        const PairRecord record = searched((*setup_.standing)[open_[i]], settings, cost);
        writer_.record(record, open_[i], cost);
        const std::lock_guard lock(mutex);
        ended(record.queries);
    });
}

}  // namespace rif
