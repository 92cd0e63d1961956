// The engine's session of one search: present texts, budget, record. What an attack sees of it is api/session.hpp.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/api/results.hpp>
#include <rif/api/session.hpp>
#include <rif/engine/admission.hpp>
#include <rif/engine/scorer.hpp>

namespace rif {

/// What one search may use. Nothing: without bound.
struct Budget {
    std::size_t tokens = 20;
    std::optional<std::size_t> queries;
    std::optional<double> seconds;
};

/// Everything that the searches of one cell share. Pointers outlive the sessions.
struct SearchSettings {
    const Scorer* scorer = nullptr;
    const Admission* admission = nullptr;  // null: the attack reads no perturbation
    std::optional<Target> target;
    Gap gap = Gap::l2;
    Budget budget;
    std::uint64_t seed = 0;
    std::string attack;  // the block's name, for the random stream
    const std::atomic<bool>* cancelled = nullptr;
};

class SearchSession final : public Session {
public:
    /// v, v_prime: the clean predictions, [classes] each: two queries that were asked already.
    SearchSession(const PairView& pair, const SearchSettings& settings, std::span<const float> v, std::span<const float> v_prime);

    const PairView& pair() const override { return pair_; }
    const std::optional<Target>& target() const override { return settings_.target; }
    std::size_t tokens() const override { return settings_.budget.tokens; }
    Random& random() override { return random_; }
    const Variant& clean(Member member) const override { return clean_[index(member)]; }
    const Variant& current(Member member) const override { return current_[index(member)]; }
    Matrix scores(std::span<const std::string> texts) override;
    std::span<const Candidate> candidates(Member member, TokenIndex token) override;
    Variant with(const Variant& base, TokenIndex token, const Candidate& candidate) const override;
    void score(std::span<Variant> variants, TokenIndex token) override;
    using Session::keep;
    void keep(Variant v, Variant v_prime, TokenIndex token) override;
    const Gap& gap_kind() const override { return settings_.gap; }

    /// Fills what the search came to: final texts, steps, counters. The rest of the record is the caller's.
    void write(PairRecord& record) const;
    const ScoreCounts& counts() const { return counts_; }

private:
    static std::size_t index(Member member) { return member == Member::v ? 0 : 1; }
    void begin_round(TokenIndex token);
    void check_budget(std::size_t texts) const;
    MadeSubstitution made(Member member, const Substitution& substitution) const;
    std::string text_of(Member member, const std::vector<Substitution>& substitutions) const;

    const PairView& pair_;
    const SearchSettings& settings_;
    Random random_;
    Variant clean_[2], current_[2];
    std::vector<StepRecord> steps_;
    ScoreCounts counts_;
    std::optional<TokenIndex> round_token_;
    std::size_t rounds_ = 0;
    bool ever_violated_ = false;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace rif
