// attack/maft: as attack/adf, with the token chosen by an estimated gradient of the gap and momentum over the rounds. Fairness alone.
// Source: Wang et al. 2024 (MAFT), adapted to text: forward differences over admissible substitutions; see the README.
// Cost: each round, two queries for each sampled candidate of each token that is left; the step itself asks them again, from the cache.

#include <algorithm>

#include <rif/api/attack.hpp>
#include <rif/api/gap_step.hpp>
#include <rif/api/register.hpp>

namespace rif {
namespace {

/// A token that was not substituted yet, and the momentum of its estimates.
struct Open {
    TokenIndex token;
    double momentum = 0;
};

class Maft final : public Attack {
public:
    explicit Maft(const Arguments& arguments)
        : coupled_(arguments.choice("substitution") == "coupled"),
          decay_(arguments.number("decay")),
          samples_(std::size_t(arguments.count("samples"))) {}

    SearchEnd search(const PairView& pair, Session& session) const override {
        if (labels_differ(session)) return session.end(Stop::reached);
        std::vector<Open> open = with_candidates(pair, session);
        for (std::size_t round = 0; round < session.tokens() && !open.empty(); ++round) {
            estimate(open, session);
            const auto steepest =
                std::max_element(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.momentum < b.momentum; });
            const TokenIndex token = steepest->token;
            open.erase(steepest);
            if (keep_widest_step(session, token, coupled_) && labels_differ(session)) return session.end(Stop::reached);
        }
        return session.end(Stop::exhausted);
    }

private:
    static std::vector<Open> with_candidates(const PairView& pair, Session& session) {
        std::vector<Open> open;
        for (const TokenIndex token : pair.editable_tokens())
            if (!coupled_of(session, token).empty()) open.push_back({token});
        return open;
    }

    static std::vector<Variant> coupled_of(Session& session, TokenIndex token) {
        return session.coupled_variants(session.current(Member::v), session.current(Member::v_prime), token);
    }

    /// momentum = decay x momentum + mean change of the gap over the first `samples` candidates, each put into both members: one ask.
    void estimate(std::vector<Open>& open, Session& session) const {
        std::vector<std::string> texts;  // v, v', v, v', … token after token
        std::vector<std::size_t> counts;
        for (const Open& each : open) {
            std::vector<Variant> tried = coupled_of(session, each.token);
            tried.resize(std::min(tried.size(), 2 * samples_));
            counts.push_back(tried.size() / 2);
            for (Variant& variant : tried) texts.push_back(std::move(variant.text));
        }
        const Matrix rows = session.scores(texts);
        const double now = present_gap(session);
        std::size_t row = 0;
        for (std::size_t i = 0; i < open.size(); ++i) {
            double sum = 0;
            for (std::size_t n = 0; n < counts[i]; ++n, row += 2) sum += gap(session.gap_kind(), rows[row], rows[row + 1]) - now;
            open[i].momentum = decay_ * open[i].momentum + sum / double(counts[i]);
        }
    }

    bool coupled_;
    double decay_;
    std::size_t samples_;
};

RIF_PLUGIN(Maft)

}  // namespace
}  // namespace rif
