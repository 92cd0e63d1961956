// A toy for searches: a linear victim over words, a fixed table of candidates, and one search from a pair to its record.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/api/attack.hpp>
#include <rif/api/model.hpp>
#include <rif/engine/admission.hpp>
#include <rif/engine/search_session.hpp>

namespace rif::test {

/// Logits are the sums of the words' weights, [classes] each; a word that it does not know, an empty text too, weighs nothing.
class ToyVictim final : public Model {
public:
    using Weights = std::map<std::string, std::vector<float>, std::less<>>;
    ToyVictim(std::size_t classes, Weights weights) : classes_(classes), weights_(std::move(weights)) {}
    ScoreKind score_kind() const override { return ScoreKind::logits; }
    std::vector<std::string> labels() const override;  // "0", "1", …
    Matrix predict(std::span<const std::string> texts) const override;
    std::string fingerprint() const override { return "toy"; }

private:
    std::size_t classes_;
    Weights weights_;
};

/// Candidates by lower-case word; every other word has none.
class ToyAdmission final : public Admission {
public:
    using Table = std::map<std::string, std::vector<Candidate>, std::less<>>;
    explicit ToyAdmission(Table table) : table_(std::move(table)) {}
    std::span<const Candidate> candidates(std::string_view word, std::string_view text, ByteSpan span) const override;
    std::vector<EditableUnit> units(const Pair& pair) const override;
    bool reads_text() const override { return false; }
    const AdmissionSettings& settings() const override { return settings_; }
    AdmissionCounts counts() const override { return {}; }

private:
    Table table_;
    AdmissionSettings settings_;
};

struct ToyTask {
    std::size_t classes = 2;
    ToyVictim::Weights weights;
    ToyAdmission::Table table;
    std::string v, v_prime;  // differ in their first word alone, which is the slot
    std::size_t label = 0;
    std::optional<Target> target;
    Budget budget = {};
    std::uint64_t seed = 1;
};

/// "He one two": right by 2; each word has one candidate, "uno" and "dos", that takes 1.5 of it, so that only both turn a member over.
/// target: its name, or "" for none.
ToyTask both_needed(const std::string& target = {});

/// RB, UF, UB as the language declares them; RF is [+1, +1], +1.
Target target_named(const std::string& name);

/// Clean predictions, the search, and what it came to: BudgetSpent is Stop::budget, as in the engine.
PairRecord searched(const Attack& attack, const ToyTask& task);

}  // namespace rif::test
