// The results folder as a report reads it: nothing but what is recorded.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rif/api/individual.hpp>
#include <rif/api/quadrant.hpp>
#include <rif/api/session.hpp>

namespace rif {

/// One combination that was run. settings: swept addresses and their values.
struct CellRecord {
    std::string id;
    std::size_t number = 0;                                                             // from 1, in the order of the plan
    std::string dataset, counterpart, perturbation, model, attack, target, population;  // target: "" where the attack reads none
    std::vector<std::pair<std::string, std::string>> settings;
    std::string error;  // "" unless the whole cell failed
};

/// One line of tables/rates.csv. k is nothing for means (N_attack, queries).
struct Rate {
    std::string measure;
    std::optional<std::size_t> k;
    std::size_t n = 0;
    std::optional<double> value, low, high;
    std::string interval;  // "wilson", "bootstrap", "none"
};

/// Every address that any of the cells sweeps, in the order of first use: one column each.
std::vector<std::string> swept_addresses(const std::vector<CellRecord>& cells);
/// The cell's value at a swept address; "" where it does not read it.
std::string swept_value(const CellRecord& cell, std::string_view address);
/// The rate of that name, or null.
const Rate* find_rate(const std::vector<Rate>& rates, std::string_view measure);

/// A substitution in a final text. span: of the clean text. word, replacement: as they stand in the clean and in the final text.
struct MadeSubstitution {
    TokenIndex token = 0;
    ByteSpan span;
    std::string word, replacement;
    std::string source;
    std::optional<double> value;  // what admitted it
};

struct MemberRecord {
    std::string clean_text, final_text;
    std::vector<float> clean_probabilities, final_probabilities;
    std::vector<MadeSubstitution> substitutions;
};

struct StepRecord {
    std::size_t round = 0, queries = 0;
    std::string token;       // the word of v at that unit
    std::string v, v_prime;  // what it became; "" where it was kept
    std::vector<float> p_v, p_v_prime;
};

/// One search, or a pair that was not searched and why.
struct PairRecord {
    std::string cell, pair, individual;
    Outcome outcome = Outcome::error;
    std::string message;  // of an error
    std::size_t label = 0;
    bool ambiguous = false;
    std::vector<std::string> residual_cues;
    MemberRecord v, v_prime;  // probabilities empty where the model was not asked
    std::optional<Stop> stop;
    std::optional<Quadrant> clean_quadrant, quadrant;
    bool ever_violated = false;
    std::size_t rounds = 0, queries = 0;
    std::vector<StepRecord> steps;
};

class Results {
public:
    virtual ~Results();
    virtual std::filesystem::path folder() const = 0;
    virtual std::string experiment() const = 0;
    virtual std::vector<std::string> labels(const std::string& dataset) const = 0;
    virtual std::vector<CellRecord> cells() const = 0;
    /// Computed from the recorded pairs, as in tables/rates.csv.
    virtual std::vector<Rate> rates(const std::string& cell) const = 0;
    virtual std::map<std::string, std::size_t> outcomes(const std::string& cell) const = 0;
    virtual std::vector<PairRecord> pairs(const std::string& cell) const = 0;
    /// Facts of the run by key, as environment.toml has them.
    virtual std::map<std::string, std::string> facts() const = 0;
};

}  // namespace rif
