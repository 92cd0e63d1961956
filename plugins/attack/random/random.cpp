// attack/random: draws a token, a substitution for v and one for v', keeps them, and goes on. No objective, no ranking: the floor.
// Source: ours. Cost: at most two queries for each token.

#include <algorithm>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>

namespace rif {
namespace {

class RandomSearch final : public Attack {
public:
    explicit RandomSearch(const Arguments& arguments) : stop_(arguments.choice("stop")) {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (is_done(session)) return session.end(done());
        std::vector<TokenIndex> tokens = pair.editable_tokens();
        session.random().shuffle(tokens);
        tokens.resize(std::min(tokens.size(), session.tokens()));
        for (const TokenIndex token : tokens) {
            if (!keep_drawn(token, session)) continue;
            if (is_done(session)) return session.end(done());
        }
        return session.end(Stop::exhausted);
    }

private:
    Stop done() const { return stop_ == "violation" ? Stop::violated : Stop::reached; }

    bool is_done(const Session& session) const {
        if (stop_ == "target") return session.reached();
        return stop_ == "violation" && session.violated();
    }

    /// False for a token without candidates.
    static bool keep_drawn(TokenIndex token, Session& session) {
        if (session.candidates(Member::v, token).empty() && session.candidates(Member::v_prime, token).empty()) return false;
        std::vector<Variant> drawn;
        for (const Member member : {Member::v, Member::v_prime}) drawn.push_back(with_drawn(member, token, session));
        session.score(drawn, token);
        session.keep(std::move(drawn[0]), std::move(drawn[1]), token);
        return true;
    }

    /// The member as it stands where the token has no candidates in it.
    static Variant with_drawn(Member member, TokenIndex token, Session& session) {
        const auto candidates = session.candidates(member, token);
        if (candidates.empty()) return session.current(member);
        return session.with(session.current(member), token, candidates[session.random().below(candidates.size())]);
    }

    std::string stop_;
};

RIF_PLUGIN(RandomSearch)

}  // namespace
}  // namespace rif
