// Before the searches: counterparts of every individual, and how each pair stands with one model before any edit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rif/api/counterpart.hpp>
#include <rif/api/pair.hpp>
#include <rif/api/results.hpp>
#include <rif/engine/admission.hpp>
#include <rif/engine/assemble.hpp>
#include <rif/engine/scorer.hpp>

namespace rif {

/// A pair, or an individual that has none and why (then `pair` is null).
struct MadePair {
    std::string id;
    std::string individual;
    std::string text;  // of the individual
    std::size_t label = 0;
    std::shared_ptr<const Pair> pair;
    Outcome outcome = Outcome::attacked;  // the reason where `pair` is null
    std::string message;                  // of an error
};

struct PairCounts {
    std::size_t individuals = 0, pairs = 0, ambiguous = 0, naming = 0;  // naming: individuals whose text names the attribute
};

struct MadePairs {
    std::vector<MadePair> pairs;  // in the order of the individuals; every individual is there at least once
    PairCounts counts;
};

/// Counterparts of all individuals, in parallel; each draws from a stream of its own.
/// An individual whose counterpart fails, in any way, has outcome `error` and its message.
MadePairs make_pairs(const LoadedData& data, const Counterpart& counterpart, std::uint64_t seed, const std::string& counterpart_name,
                     std::size_t threads);

/// One pair as one model and perturbation see it.
struct StandingPair {
    const MadePair* made = nullptr;
    Outcome outcome = Outcome::error;
    std::string message;
    std::unique_ptr<const PairView> view;  // where there is a pair
    std::vector<float> v, v_prime;         // clean probabilities; empty where the model was not asked
};

/// errors of single pairs (a NaN, an exception of the model) become that pair's outcome. admission may be null.
std::vector<StandingPair> standing_pairs(const MadePairs& pairs, const Scorer& scorer, const Admission* admission, std::size_t threads);

/// The sentence of whatever is being handled: rif::Error's message, an exception's what(), or that it was of an unknown type.
/// Rethrows Cancelled.
std::string message_of_current_exception();

}  // namespace rif
