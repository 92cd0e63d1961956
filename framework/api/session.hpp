// What an attack works through: the pair's present texts, the objective, the budget and the record of one search.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rif/api/pair.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/quadrant.hpp>
#include <rif/base/matrix.hpp>

namespace rif {

/// token: index into PairView::units(). candidate: one of Session::candidates(member, token).
struct Substitution {
    Member member = Member::v;
    TokenIndex token = 0;
    Candidate candidate;
};

/// One member's text with some substitutions in it, and, once scored, what the model says.
struct Variant {
    Member member = Member::v;
    std::vector<Substitution> substitutions;  // all that are in the text, by token
    std::string text;
    std::vector<float> probabilities;  // [classes]; empty until scored
    bool scored() const { return !probabilities.empty(); }
};

/// A variant of one member beside the other member as it stands.
struct Trial {
    Variant variant;
    double objective = 0;
};

/// Why a search ended. budget and time are the framework's; an attack ends with the others.
enum class Stop { reached, violated, exhausted, budget, time };
std::string_view stop_name(Stop stop);
std::optional<Stop> stop_named(std::string_view name);
struct SearchEnd {
    Stop stop = Stop::exhausted;
};

/// One a search, used by one thread. Any ask may throw BudgetSpent or Cancelled, which no attack catches.
/// A query is a text that was asked; a round is a token for which a candidate was tried.
class Session {
public:
    virtual ~Session();

    virtual const PairView& pair() const = 0;
    /// The objective's target; nothing for an attack whose manifest does not read targets.
    virtual const std::optional<Target>& target() const = 0;
    /// Ranked tokens that this search may try (`tokens`).
    virtual std::size_t tokens() const = 0;
    /// The stream of this search: run.seed, attack, pair.
    virtual Random& random() = 0;

    /// Clean and present state, both scored.
    virtual const Variant& clean(Member member) const = 0;
    virtual const Variant& current(Member member) const = 0;

    /// Probabilities of any texts, [n, classes]: one ask, n queries.
    virtual Matrix scores(std::span<const std::string> texts) = 0;
    /// Admissible candidates of a token; no query. The same for both members unless `context = sentence`.
    virtual std::span<const Candidate> candidates(Member member, TokenIndex token) = 0;
    /// `base` with one more substitution (or another one at that token): case and article follow. Not scored.
    virtual Variant with(const Variant& base, TokenIndex token, const Candidate& candidate) const = 0;
    /// Scores every variant that is not: one ask. Counts a round for `token` (once while the token stays the same).
    virtual void score(std::span<Variant> variants, TokenIndex token) = 0;
    /// Makes these the present texts and records a step. Scores what is not scored yet.
    virtual void keep(Variant v, Variant v_prime, TokenIndex token) = 0;

    // In terms of the above:

    /// J of two scored variants; of the present texts. Needs a target.
    double objective(const Variant& v, const Variant& v_prime) const;
    double objective() const { return objective(current(Member::v), current(Member::v_prime)); }
    Quadrant quadrant(const Variant& v, const Variant& v_prime) const;
    Quadrant quadrant() const { return quadrant(current(Member::v), current(Member::v_prime)); }
    /// In the target's quadrant. Needs a target.
    bool reached(const Variant& v, const Variant& v_prime) const;
    bool reached() const { return reached(current(Member::v), current(Member::v_prime)); }
    /// In any quadrant but RF.
    bool violated() const { return quadrant() != Quadrant::RF; }
    /// Every admissible candidate of `token` put into `base`, unscored.
    std::vector<Variant> variants(const Variant& base, TokenIndex token);
    /// Every candidate of `token` that both members have, put into both: v, v', v, v', …; unscored.
    std::vector<Variant> coupled_variants(const Variant& v, const Variant& v_prime, TokenIndex token);
    /// variants() scored in one ask, on the member's present text, each beside the other member as it stands. Not kept.
    std::vector<Trial> try_each(TokenIndex token, Member member);
    /// Makes the trial's variant present; the other member stays.
    void keep(const Trial& trial);
    /// All `tokens`, by descending `value`, ties by position; at most tokens() of them.
    std::vector<TokenIndex> first_ranked(const std::vector<TokenIndex>& tokens, std::span<const double> value) const;
    virtual const Gap& gap_kind() const = 0;
    SearchEnd end(Stop stop) const { return {stop}; }
};

}  // namespace rif
