// attack/textfooler: makes v wrong, token by token in the order of importance; v' stays as it is. Robustness alone.
// Source: Jin, Jin, Zhou and Szolovits 2020, Algorithm 1 and Eq. 2; where ours differs, the README says.
// Cost: one query for each ranked token, then one for each candidate.

#include <algorithm>

#include <rif/api/attack.hpp>
#include <rif/api/register.hpp>

namespace rif {
namespace {

class TextFooler final : public Attack {
public:
    explicit TextFooler(const Arguments& arguments) : rank_substitutable_(arguments.choice("rank_over") == "substitutable") {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (is_wrong(session.current(Member::v), session)) return session.end(Stop::reached);
        for (const TokenIndex token : ranked(pair, session)) {
            const std::vector<Variant> tried = scored(token, session);
            const Variant* best = chosen(tried, session);
            if (!best) continue;
            session.keep(*best, session.current(Member::v_prime), token);
            if (is_wrong(*best, session)) return session.end(Stop::reached);
        }
        return session.end(Stop::exhausted);
    }

private:
    static bool is_wrong(const Variant& v, const Session& session) { return predicted_label(v.probabilities) != session.pair().label(); }

    std::vector<TokenIndex> ranked(const PairView& pair, Session& session) const {
        std::vector<TokenIndex> tokens = pair.editable_tokens();
        if (rank_substitutable_) std::erase_if(tokens, [&](TokenIndex token) { return session.candidates(Member::v, token).empty(); });
        const Matrix without = session.scores(pair.each_without(Member::v, tokens));  // [tokens, classes]
        std::vector<double> importance;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            importance.push_back(importance_of(session.clean(Member::v).probabilities, without[i], pair.label()));
        return session.first_ranked(tokens, importance);
    }

    /// Eq. 2: what the true class loses by the deletion, and where the label changes, what the new one gains besides.
    static double importance_of(std::span<const float> whole, std::span<const float> without, std::size_t truth) {
        const double loss = double(whole[truth]) - double(without[truth]);
        const std::size_t label = predicted_label(without);
        return label == truth ? loss : loss + double(without[label]) - double(whole[label]);
    }

    static std::vector<Variant> scored(TokenIndex token, Session& session) {
        std::vector<Variant> tried = session.variants(session.current(Member::v), token);
        session.score(tried, token);
        return tried;
    }

    /// Of those that make v wrong the most similar, else the one of least p(y) where it is below the present one; null for none.
    /// Ties: the earlier, which is the one that the perturbation prefers.
    static const Variant* chosen(const std::vector<Variant>& tried, const Session& session) {
        const std::size_t truth = session.pair().label();
        const Variant *most_similar = nullptr, *least = nullptr;
        for (const Variant& variant : tried) {
            if (is_wrong(variant, session) && (!most_similar || similarity(variant) > similarity(*most_similar))) most_similar = &variant;
            if (!least || variant.probabilities[truth] < least->probabilities[truth]) least = &variant;
        }
        if (most_similar) return most_similar;
        const bool is_lower = least && least->probabilities[truth] < session.current(Member::v).probabilities[truth];
        return is_lower ? least : nullptr;
    }

    /// What admitted the substitution made last; where nothing measured it, all are alike.
    static double similarity(const Variant& variant) { return variant.substitutions.back().candidate.value.value_or(0); }

    bool rank_substitutable_;
};

RIF_PLUGIN(TextFooler)

}  // namespace
}  // namespace rif
