// attack/exhaustive: asks every assignment of candidates to the tokens of each member and ends at the best pair of them.
// Source: ours; the yardstick of the tests. Cost: Π (1 + candidates) - 1 queries a member, the objective of every pair of them.

#include <algorithm>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>

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
    explicit Exhaustive(const Arguments& arguments) : assignments_(std::size_t(arguments.count("assignments"))) {}

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
    /// The first `tokens` tokens with a candidate, from the left, as many as keep each member's assignments within the bound.
    std::vector<TokenIndex> covered(const PairView& pair, Session& session) const {
        std::vector<TokenIndex> result;
        std::size_t of_v = 1, of_v_prime = 1;
        for (const TokenIndex token : pair.editable_tokens()) {
            const std::size_t in_v = session.candidates(Member::v, token).size();
            const std::size_t in_v_prime = session.candidates(Member::v_prime, token).size();
            if (in_v + in_v_prime == 0) continue;
            of_v *= 1 + in_v, of_v_prime *= 1 + in_v_prime;
            if (result.size() == session.tokens() || std::max(of_v, of_v_prime) > assignments_) break;
            result.push_back(token);
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
};

RIF_PLUGIN(Exhaustive)

}  // namespace
}  // namespace rif
