// attack/rifair: for each token, by saliency, the pair of substitutions in v and v' that brings the objective down most.
// Source: Algorithm 1 of "Perturbation Effects on Robustness and Individual Fairness"; where it leaves a point open, a parameter decides.
// Cost: one query for each ranked token, then one for each candidate in each member.

#include <algorithm>
#include <functional>
#include <optional>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>
#include <rif/api/saliency.hpp>

namespace rif {
namespace {

enum class Terms { all, fairness, robustness };

Terms terms_named(const std::string& name) { return name == "all" ? Terms::all : name == "fairness" ? Terms::fairness : Terms::robustness; }

struct Best {
    double objective;
    std::optional<Variant> v, v_prime;
};

class Rifair final : public Attack {
public:
    explicit Rifair(const Arguments& arguments)
        : coupled_(arguments.choice("substitution") == "coupled"),
          all_pairs_(arguments.choice("pairing") == "all"),
          keep_(arguments.on("keep")),
          from_clean_(arguments.choice("base") == "clean"),
          saliency_(saliency_named(arguments.choice("saliency"))),
          rank_both_(arguments.choice("rank") == "both"),
          rank_substitutable_(arguments.choice("rank_over") == "substitutable"),
          stop_at_violation_(arguments.choice("stop") == "violation"),
          terms_(terms_named(arguments.choice("terms"))) {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (is_done(session)) return session.end(done());
        for (const TokenIndex token : ranked(pair, session)) {
            Best best{objective(session, session.current(Member::v), session.current(Member::v_prime)), {}, {}};
            coupled_ ? try_coupled(token, session, best) : try_decoupled(token, session, best);
            if (!best.v) continue;
            session.keep(std::move(*best.v), std::move(*best.v_prime), token);
            if (is_done(session)) return session.end(done());
        }
        return session.end(Stop::exhausted);
    }

private:
    Stop done() const { return stop_at_violation_ ? Stop::violated : Stop::reached; }
    bool is_done(const Session& session) const { return stop_at_violation_ ? session.violated() : session.reached(); }

    /// J, or the terms of it that are asked for.
    double objective(const Session& session, const Variant& v, const Variant& v_prime) const {
        const Target& target = *session.target();
        if (terms_ == Terms::fairness) return target.beta * gap(session.gap_kind(), v.probabilities, v_prime.probabilities);
        if (terms_ == Terms::robustness) return target.alpha_v * cross_entropy(v.probabilities, session.pair().label());
        return session.objective(v, v_prime);
    }

    std::vector<TokenIndex> ranked(const PairView& pair, Session& session) const {
        std::vector<TokenIndex> tokens = pair.editable_tokens();
        if (rank_substitutable_) std::erase_if(tokens, [&](TokenIndex token) { return !has_candidates(token, session); });
        std::vector<double> value = saliencies(session, Member::v, tokens, saliency_);
        if (rank_both_) {
            const std::vector<double> of_v_prime = saliencies(session, Member::v_prime, tokens, saliency_);
            std::ranges::transform(value, of_v_prime, value.begin(), std::plus());
        }
        return session.first_ranked(tokens, value);
    }

    bool has_candidates(TokenIndex token, Session& session) const {
        return !session.candidates(Member::v, token).empty() || !session.candidates(Member::v_prime, token).empty();
    }

    const Variant& base(Member member, const Session& session) const {
        return from_clean_ ? session.clean(member) : session.current(member);
    }

    /// Takes the pair into `best` where it is better. Ties: the earlier.
    void offer(const Variant& v, const Variant& v_prime, const Session& session, Best& best) const {
        const double value = objective(session, v, v_prime);
        if (value < best.objective) best = {value, v, v_prime};
    }

    void try_decoupled(TokenIndex token, Session& session, Best& best) const {
        std::vector<Variant> tried = session.variants(base(Member::v, session), token);
        const std::size_t of_v = tried.size();
        for (Variant& variant : session.variants(base(Member::v_prime, session), token)) tried.push_back(std::move(variant));
        if (tried.empty()) return;  // no candidates: no query, no round
        session.score(tried, token);
        const auto v = compared(Member::v, std::span(tried).first(of_v), session);
        const auto v_prime = compared(Member::v_prime, std::span(tried).subspan(of_v), session);
        for (const Variant* one : v)
            for (const Variant* two : v_prime) offer(*one, *two, session, best);
    }

    /// Of one member's scored candidates those that are paired: all, or the lowest and the highest; the member as it stands last,
    /// where it may stay (`keep`) or has nothing else.
    std::vector<const Variant*> compared(Member member, std::span<const Variant> tried, const Session& session) const {
        std::vector<const Variant*> result;
        for (const Variant& variant : all_pairs_ ? tried : std::span<const Variant>()) result.push_back(&variant);
        if (!all_pairs_ && !tried.empty()) result = extremes(tried, session.pair().label());
        if (keep_ || tried.empty()) result.push_back(&session.current(member));
        return result;
    }

    /// The candidates of the lowest and of the highest probability of the true class (ties: the earlier); one, where they are the same.
    static std::vector<const Variant*> extremes(std::span<const Variant> tried, std::size_t truth) {
        const auto less = [&](const Variant& a, const Variant& b) { return a.probabilities[truth] < b.probabilities[truth]; };
        const auto lowest = std::min_element(tried.begin(), tried.end(), less);
        const auto highest = std::max_element(tried.begin(), tried.end(), less);
        if (lowest == highest) return {&*lowest};
        return {&*lowest, &*highest};
    }

    void try_coupled(TokenIndex token, Session& session, Best& best) const {
        std::vector<Variant> tried = session.coupled_variants(base(Member::v, session), base(Member::v_prime, session), token);
        if (tried.empty()) return;
        session.score(tried, token);
        for (std::size_t i = 0; i < tried.size(); i += 2) offer(tried[i], tried[i + 1], session, best);
    }

    bool coupled_, all_pairs_, keep_, from_clean_;
    Saliency saliency_;
    bool rank_both_, rank_substitutable_, stop_at_violation_;
    Terms terms_;
};

RIF_PLUGIN(Rifair)

}  // namespace
}  // namespace rif
