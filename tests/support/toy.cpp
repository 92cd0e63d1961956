#include "support/toy.hpp"

#include <algorithm>

#include <rif/engine/scorer.hpp>

namespace rif::test {
namespace {

std::vector<std::string> numbers_below(std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(std::to_string(i));
    return result;
}

ByteSpan first_word(const std::string& text) { return {0, std::min(text.find(' '), text.size())}; }

Pair pair_of(const ToyTask& task) {
    const Slot slot{"gender", "pronoun", first_word(task.v), first_word(task.v_prime), "male", "female"};
    const CounterpartText counterpart{task.v_prime, {slot}, {{"gender", "male"}}, {{"gender", "female"}}, false, {}};
    return make_pair({"1", task.v, task.label}, counterpart);
}

}  // namespace

std::vector<std::string> ToyVictim::labels() const { return numbers_below(classes_); }

Matrix ToyVictim::predict(std::span<const std::string> texts) const {
    Matrix result(texts.size(), classes_);
    for (std::size_t row = 0; row < texts.size(); ++row)
        for (const ByteSpan token : tokens(texts[row])) {
            const auto weights = weights_.find(lower(token.of(texts[row])));
            if (weights == weights_.end()) continue;
            for (std::size_t label = 0; label < classes_; ++label) result[row][label] += weights->second[label];
        }
    return result;
}

std::span<const Candidate> ToyAdmission::candidates(std::string_view word, std::string_view, ByteSpan) const {
    const auto at = table_.find(lower(word));
    return at == table_.end() ? std::span<const Candidate>() : at->second;
}

std::vector<EditableUnit> ToyAdmission::units(const Pair& pair) const {
    std::vector<EditableUnit> result;
    for (const AlignedToken& token : pair.tokens) result.push_back({token.v, token.v_prime});
    return result;
}

Target target_named(const std::string& name) {
    if (name == "RB") return {"RB", +1, -1, -1};
    if (name == "UB") return {"UB", -1, +1, -1};
    if (name == "UF") return {"UF", -1, -1, +1};
    return {"RF", +1, +1, +1};
}

ToyTask both_needed(const std::string& target) {
    ToyTask task;
    task.v = "He one two", task.v_prime = "She one two";
    task.weights = {{"one", {1, 0}}, {"two", {1, 0}}, {"uno", {0, .5F}}, {"dos", {0, .5F}}};
    task.table = {{"one", {{"uno"}}}, {"two", {{"dos"}}}};
    if (!target.empty()) task.target = target_named(target);
    return task;
}

PairRecord searched(const Attack& attack, const ToyTask& task) {
    const Scorer scorer(std::make_shared<ToyVictim>(task.classes, task.weights), numbers_below(task.classes), "toy", 1 << 20);
    const ToyAdmission admission(task.table);
    SearchSettings settings;
    settings.scorer = &scorer;
    settings.admission = &admission;
    settings.target = task.target;
    settings.budget = task.budget;
    settings.seed = task.seed;
    settings.attack = "toy";
    const auto pair = std::make_shared<const Pair>(pair_of(task));
    const PairView view(pair, admission.units(*pair));
    ScoreCounts clean;
    const Matrix rows = scorer.probabilities(std::vector<std::string>{task.v, task.v_prime}, clean);
    SearchSession session(view, settings, rows[0], rows[1]);
    PairRecord record;
    record.label = task.label;
    try {
        record.stop = attack.search(view, session).stop;
    } catch (const BudgetSpent& spent) {
        record.stop = spent.time ? Stop::time : Stop::budget;
    }
    session.write(record);
    return record;
}

}  // namespace rif::test
