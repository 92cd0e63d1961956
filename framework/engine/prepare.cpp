#include <rif/engine/prepare.hpp>

#include <algorithm>
#include <exception>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/engine/threads.hpp>

namespace rif {

namespace {

bool has_editable_token(std::string_view text) {
    const std::vector<ByteSpan> cut = tokens(text);
    return std::any_of(cut.begin(), cut.end(), [&](const ByteSpan& token) { return has_letter_or_digit(token.of(text)); });
}

MadePair without_pair(const Individual& individual, Outcome why, std::string message = {}) {
    MadePair made;
    made.id = made.individual = individual.id;
    made.text = individual.text;
    made.label = individual.label;
    made.outcome = why;
    made.message = std::move(message);
    return made;
}

std::vector<MadePair> pairs_of(const Individual& individual, const Counterpart& counterpart, Random random, bool& naming) {
    if (!has_editable_token(individual.text)) return {without_pair(individual, Outcome::no_editable_token)};
    Counterparts found = counterpart.counterparts(individual, random);
    naming = !found.named.empty();
    if (found.made.empty()) return {without_pair(individual, found.why_none.value_or(Outcome::no_sensitive_token))};
    std::vector<MadePair> result;
    for (CounterpartText& each : found.made) {
        const std::size_t number = result.size() + 1;
        if (each.text == individual.text) {
            result.push_back(without_pair(individual, Outcome::no_sensitive_token));
            continue;
        }
        auto pair = std::make_shared<const Pair>(make_pair(individual, std::move(each), number));
        MadePair made = without_pair(individual, Outcome::attacked);
        made.id = pair->id;
        made.pair = std::move(pair);
        result.push_back(std::move(made));
    }
    return result;
}

std::vector<MadePair> pairs_or_error(const Individual& individual, const Counterpart& counterpart, Random random, bool& naming) {
    try {
        return pairs_of(individual, counterpart, random, naming);
    } catch (...) {
        return {without_pair(individual, Outcome::error, message_of_current_exception())};
    }
}

/// Units of the pair that lie inside what the model sees of both members.
std::vector<EditableUnit> visible_units(const Pair& pair, const Admission* admission, const ByteSpan& window_v,
                                        const ByteSpan& window_v_prime) {
    std::vector<EditableUnit> units;
    if (admission) {
        units = admission->units(pair);
    } else {
        for (const AlignedToken& token : pair.tokens) {
            if (has_letter_or_digit(token.v.of(pair.text(Member::v)))) units.push_back({token.v, token.v_prime});
        }
    }
    std::erase_if(units, [&](const EditableUnit& unit) { return !window_v.contains(unit.v) || !window_v_prime.contains(unit.v_prime); });
    return units;
}

bool has_candidates(const StandingPair& pair, const Admission* admission) {
    if (!admission) return true;
    const std::string& text = pair.made->pair->text(Member::v);
    const auto& units = pair.view->units();
    return std::any_of(units.begin(), units.end(),
                       [&](const EditableUnit& unit) { return !admission->candidates(unit.v.of(text), text, unit.v).empty(); });
}

Outcome outcome_of(StandingPair& standing, const Scorer& scorer, const Admission* admission) {
    const Pair& pair = *standing.made->pair;
    const std::string texts[2] = {pair.text(Member::v), pair.text(Member::v_prime)};
    const ByteSpan windows[2] = {scorer.model().visible_bytes(texts[0]), scorer.model().visible_bytes(texts[1])};
    standing.view = std::make_unique<const PairView>(standing.made->pair, visible_units(pair, admission, windows[0], windows[1]));
    if (standing.view->units().empty()) return Outcome::no_editable_token;
    if (windows[0].of(texts[0]) == windows[1].of(texts[1])) return Outcome::outside_window;
    ScoreCounts ignored;
    const Matrix clean = scorer.probabilities(texts, ignored);
    standing.v.assign(clean[0].begin(), clean[0].end());
    standing.v_prime.assign(clean[1].begin(), clean[1].end());
    if (quadrant_of(predicted_label(clean[0]), predicted_label(clean[1]), pair.label()) != Quadrant::RF) return Outcome::violates_clean;
    return has_candidates(standing, admission) ? Outcome::attacked : Outcome::no_candidates;
}

}  // namespace

std::string message_of_current_exception() {
    try {
        throw;
    } catch (const Error& error) {
        return error.message();
    } catch (const std::exception& error) {
        return error.what();
    } catch (const Cancelled&) {
        throw;
    } catch (const BudgetSpent&) {
        return "a budget ended outside of a search";
    } catch (...) {
        return "a plugin threw something that is no exception";
    }
}

MadePairs make_pairs(const LoadedData& data, const Counterpart& counterpart, std::uint64_t seed, const std::string& counterpart_name,
                     std::size_t threads) {
    const std::size_t n = data.individuals.size();
    std::vector<std::vector<MadePair>> each(n);
    std::vector<char> naming(n, 0);
    for_each_parallel(threads, n, [&](std::size_t i) {
        bool names = false;
        const Individual& individual = data.individuals[i];
        each[i] = pairs_or_error(individual, counterpart, stream(seed, {"counterpart", counterpart_name, individual.id}), names);
        naming[i] = names;
    });
    MadePairs result;
    result.counts.individuals = n;
    result.counts.naming = static_cast<std::size_t>(std::count(naming.begin(), naming.end(), 1));
    for (std::vector<MadePair>& made : each) {
        for (MadePair& pair : made) {
            if (pair.pair) ++result.counts.pairs;
            if (pair.pair && pair.pair->counterpart.ambiguous) ++result.counts.ambiguous;
            result.pairs.push_back(std::move(pair));
        }
    }
    return result;
}

std::vector<StandingPair> standing_pairs(const MadePairs& pairs, const Scorer& scorer, const Admission* admission, std::size_t threads) {
    std::vector<StandingPair> result(pairs.pairs.size());
    for_each_parallel(threads, result.size(), [&](std::size_t i) {
        StandingPair& standing = result[i];
        standing.made = &pairs.pairs[i];
        standing.outcome = standing.made->outcome;
        standing.message = standing.made->message;
        if (!standing.made->pair) return;
        try {
            standing.outcome = outcome_of(standing, scorer, admission);
        } catch (...) {
            standing.message = message_of_current_exception();
            standing.outcome = Outcome::error;
        }
    });
    return result;
}

}  // namespace rif
