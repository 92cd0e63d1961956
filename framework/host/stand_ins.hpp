// Small components that need no file and no weights: what the contract gives a plugin to work with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rif/api/component.hpp>
#include <rif/api/model.hpp>
#include <rif/api/results.hpp>
#include <rif/api/session.hpp>

namespace rif {

/// A stand-in of the role, or null for a role that nothing collaborates with.
std::shared_ptr<Component> stand_in(std::string_view role);

/// Two classes; the score of a text is a fixed sum over its tokens. Never trained.
std::shared_ptr<const Model> stand_in_model();

/// A pair whose texts differ in a pronoun, with every other token editable. number: which of a few texts.
PairView stand_in_pair(std::size_t number);
constexpr std::size_t k_stand_in_pairs = 3;

/// A session on the stand-in model, with three candidates a token. queries: the budget; BudgetSpent is thrown beyond it.
class StandInSession final : public Session {
public:
    StandInSession(PairView pair, std::optional<Target> target, std::size_t queries, bool with_candidates = true);

    const PairView& pair() const override { return pair_; }
    const std::optional<Target>& target() const override { return target_; }
    std::size_t tokens() const override { return 20; }
    Random& random() override { return random_; }
    const Variant& clean(Member member) const override { return clean_[member == Member::v ? 0 : 1]; }
    const Variant& current(Member member) const override { return current_[member == Member::v ? 0 : 1]; }
    Matrix scores(std::span<const std::string> texts) override;
    std::span<const Candidate> candidates(Member member, TokenIndex token) override;
    Variant with(const Variant& base, TokenIndex token, const Candidate& candidate) const override;
    void score(std::span<Variant> variants, TokenIndex token) override;
    using Session::keep;
    void keep(Variant v, Variant v_prime, TokenIndex token) override;
    const Gap& gap_kind() const override { return gap_; }

    std::size_t queries() const { return queries_; }
    std::size_t rounds() const { return rounds_; }
    bool was_spent() const { return spent_; }
    /// Everything that was kept, and the end state: equal for equal searches.
    const std::string& history() const { return history_; }

private:
    PairView pair_;
    std::optional<Target> target_;
    std::size_t budget_, queries_ = 0, rounds_ = 0;
    bool with_candidates_, spent_ = false;
    std::optional<TokenIndex> round_token_;
    Random random_;
    Gap gap_ = Gap::l2;
    std::vector<std::vector<Candidate>> candidates_;
    std::vector<Variant> clean_, current_;
    std::string history_;
};

/// A results folder with two cells and a few pairs; without_pairs: no pair in any cell.
std::unique_ptr<Results> stand_in_results(std::filesystem::path folder, bool without_pairs);

}  // namespace rif
