// attack/exhaustive: asks every assignment of candidates to the tokens of each member and ends at the best pair of them.
// Source: ours; the yardstick of the tests. Cost: Π (1 + candidates) - 1 queries a member, the objective of every pair of them; a query
// a token where not all of them fit and have to be ranked.

#include <algorithm>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>
#include <rif/api/saliency.hpp>

namespace rif {
namespace {

constexpr std::size_t k_batch = 256;  // variants in one ask: bounds memory, and lets a budget end inside

struct Choice {
    const Variant *v = nullptr, *v_prime = nullptr;
    double objective = 0;
    bool reached = false;
};

class Exhaustive final : public Attack {
public:
    explicit Exhaustive(const Arguments& arguments)
        : assignments_(std::size_t(arguments.count("assignments"))), by_saliency_(arguments.choice("rank") == "saliency") {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (session.reached()) return session.end(Stop::reached);
        std::vector<Variant> of_v{session.current(Member::v)}, of_v_prime{session.current(Member::v_prime)};
        const std::vector<TokenIndex> tokens = covered(pair, session);
        for (const TokenIndex token : tokens) {
            extend(of_v, token, session);
            extend(of_v_prime, token, session);
        }
        const Choice best = best_pair(of_v, of_v_prime, session);
        if (best.v) session.keep(*best.v, *best.v_prime, tokens.back());
        return session.end(best.reached ? Stop::reached : Stop::exhausted);
    }

private:
    /// Tokens with a candidate, from the left; where not all fit, by saliency, from the first on as many as do.
    std::vector<TokenIndex> covered(const PairView& pair, Session& session) const {
        std::vector<TokenIndex> tokens = pair.editable_tokens();
        std::erase_if(tokens,
                      [&](TokenIndex token) { return count(Member::v, token, session) + count(Member::v_prime, token, session) == 2; });
        if (const std::size_t all = tokens.size(); fitting(tokens, session) == all) return tokens;
        if (by_saliency_) tokens = session.first_ranked(tokens, saliencies(session, Member::v, tokens, Saliency::l2));
        tokens.resize(fitting(tokens, session));
        return tokens;
    }

    /// What a token may be: one of its candidates, or as it stands.
    static std::size_t count(Member member, TokenIndex token, Session& session) { return 1 + session.candidates(member, token).size(); }

    /// How many of `tokens`, from the first on, are within the session's number and keep each member's assignments within the bound.
    std::size_t fitting(const std::vector<TokenIndex>& tokens, Session& session) const {
        std::size_t of_v = 1, of_v_prime = 1, result = 0;
        for (const TokenIndex token : tokens) {
            of_v *= count(Member::v, token, session), of_v_prime *= count(Member::v_prime, token, session);
            if (result == session.tokens() || std::max(of_v, of_v_prime) > assignments_) break;
            ++result;
        }
        return result;
    }

    /// Adds to `variants`, all scored, each of them with each candidate of `token`.
    static void extend(std::vector<Variant>& variants, TokenIndex token, Session& session) {
        const std::size_t before = variants.size();
        for (std::size_t i = 0; i < before; ++i)
            for (Variant& variant : session.variants(variants[i], token)) variants.push_back(std::move(variant));
        for (std::size_t begin = before; begin < variants.size(); begin += k_batch)
            session.score(std::span(variants).subspan(begin, std::min(k_batch, variants.size() - begin)), token);
    }

    /// The pair of least objective among those in the target; if none is, the one of least objective that is below the clean pair's,
    /// or nothing. Ties: the earlier.
    static Choice best_pair(const std::vector<Variant>& of_v, const std::vector<Variant>& of_v_prime, const Session& session) {
        Choice best{nullptr, nullptr, session.objective(), false};
        for (const Variant& v : of_v)
            for (const Variant& v_prime : of_v_prime) {
                const Choice here{&v, &v_prime, session.objective(v, v_prime), session.reached(v, v_prime)};
                const bool better = here.reached == best.reached ? here.objective < best.objective : here.reached;
                if (better) best = here;
            }
        return best;
    }

    std::size_t assignments_;
    bool by_saliency_;
};

RIF_PLUGIN(Exhaustive)

}  // namespace
}  // namespace rif
