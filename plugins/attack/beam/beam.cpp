// attack/beam: as attack/rifair with pairing = all and keep = on, but the best `width` pairs of texts are carried from token to token.
// Source: ours; a yardstick between greedy search (width 1) and exhaustive search. Cost: one query for each ranked token, then one for each
// candidate in each text of the beam.

#include <algorithm>
#include <optional>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>
#include <rif/api/saliency.hpp>

namespace rif {
namespace {

/// A pair of texts in the beam, both scored.
struct State {
    Variant v, v_prime;
    double objective = 0;
    bool reached = false;
};

/// Indices into the variants of the two members, before the texts are copied.
struct Choice {
    std::size_t v, v_prime;
    double objective;
    bool reached;
};

bool is_better(bool reached, double objective, bool other_reached, double other_objective) {
    return reached == other_reached ? objective < other_objective : reached;
}

class Beam final : public Attack {
public:
    explicit Beam(const Arguments& arguments)
        : width_(std::size_t(arguments.count("width"))), saliency_(saliency_named(arguments.choice("saliency"))) {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (session.reached()) return session.end(Stop::reached);
        const std::vector<TokenIndex> editable = pair.editable_tokens();
        const auto tokens = session.first_ranked(editable, saliencies(session, Member::v, editable, saliency_));
        std::vector<State> beam{{session.current(Member::v), session.current(Member::v_prime), session.objective(), false}};
        for (const TokenIndex token : tokens) {
            if (!extend(beam, token, session)) continue;
            keep_best(beam.front(), token, session);
            if (session.reached()) return session.end(Stop::reached);
        }
        return session.end(Stop::exhausted);
    }

private:
    /// The best `width` of all pairs that the token's candidates, or staying, make of the beam's. False for a token without candidates.
    bool extend(std::vector<State>& beam, TokenIndex token, Session& session) const {
        if (session.candidates(Member::v, token).empty() && session.candidates(Member::v_prime, token).empty()) return false;
        std::vector<State> next;
        for (const State& state : beam) {
            const std::vector<Variant> of_v = scored(state.v, token, session), of_v_prime = scored(state.v_prime, token, session);
            for (const Choice& choice : best_choices(of_v, of_v_prime, session))
                next.push_back({of_v[choice.v], of_v_prime[choice.v_prime], choice.objective, choice.reached});
        }
        std::ranges::stable_sort(next,
                                 [](const State& a, const State& b) { return is_better(a.reached, a.objective, b.reached, b.objective); });
        drop_repeated(next);
        next.resize(std::min(next.size(), width_));
        beam = std::move(next);
        return true;
    }

    /// The text as it stands, then with each candidate.
    static std::vector<Variant> scored(const Variant& base, TokenIndex token, Session& session) {
        std::vector<Variant> result = session.variants(base, token);
        result.insert(result.begin(), base);
        session.score(result, token);
        return result;
    }

    std::vector<Choice> best_choices(const std::vector<Variant>& of_v, const std::vector<Variant>& of_v_prime,
                                     const Session& session) const {
        std::vector<Choice> choices;
        for (std::size_t i = 0; i < of_v.size(); ++i)
            for (std::size_t j = 0; j < of_v_prime.size(); ++j)
                choices.push_back({i, j, session.objective(of_v[i], of_v_prime[j]), session.reached(of_v[i], of_v_prime[j])});
        std::ranges::stable_sort(
            choices, [](const Choice& a, const Choice& b) { return is_better(a.reached, a.objective, b.reached, b.objective); });
        choices.resize(std::min(choices.size(), width_));
        return choices;
    }

    static void drop_repeated(std::vector<State>& states) {
        std::vector<State> kept;
        for (State& state : states) {
            const auto same = [&](const State& other) { return other.v.text == state.v.text && other.v_prime.text == state.v_prime.text; };
            if (std::ranges::none_of(kept, same)) kept.push_back(std::move(state));
        }
        states = std::move(kept);
    }

    static void keep_best(const State& best, TokenIndex token, Session& session) {
        if (is_better(best.reached, best.objective, session.reached(), session.objective())) session.keep(best.v, best.v_prime, token);
    }

    std::size_t width_;
    Saliency saliency_;
};

RIF_PLUGIN(Beam)

}  // namespace
}  // namespace rif
