// attack/adf: drives the labels of v and v' apart with the same substitution in both, at tokens that matter to both alike. Fairness alone.
// Source: Zhang et al. 2020 (ADF, global phase), adapted to text: gradients become occlusion estimates; see the README.
// Cost: two queries for each ranked token, then one for each candidate in each member.

#include <algorithm>
#include <cmath>

#include <rif/api/attack.hpp>
#include <rif/api/gap_step.hpp>
#include <rif/api/register.hpp>
#include <rif/api/saliency.hpp>

namespace rif {
namespace {

class Adf final : public Attack {
public:
    explicit Adf(const Arguments& arguments) : coupled_(arguments.choice("substitution") == "coupled") {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (labels_differ(session)) return session.end(Stop::reached);
        for (const TokenIndex token : ranked(pair, session)) {
            if (keep_widest_step(session, token, coupled_) && labels_differ(session)) return session.end(Stop::reached);
        }
        return session.end(Stop::exhausted);
    }

private:
    /// Tokens whose deletion moves p(y) the same way in both members, by the product of the two changes.
    static std::vector<TokenIndex> ranked(const PairView& pair, Session& session) {
        const std::vector<TokenIndex> tokens = pair.editable_tokens();
        const std::vector<double> of_v = signed_saliencies(session, Member::v, tokens);
        const std::vector<double> of_v_prime = signed_saliencies(session, Member::v_prime, tokens);
        std::vector<TokenIndex> agreeing;
        std::vector<double> product;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (std::signbit(of_v[i]) != std::signbit(of_v_prime[i]) && of_v[i] * of_v_prime[i] != 0) continue;
            agreeing.push_back(tokens[i]);
            product.push_back(of_v[i] * of_v_prime[i]);
        }
        return session.first_ranked(agreeing, product);
    }

    bool coupled_;
};

RIF_PLUGIN(Adf)

}  // namespace
}  // namespace rif
