#include <rif/api/gap_step.hpp>

namespace rif {

namespace {

void offer(const Variant& v, const Variant& v_prime, const Session& session, std::optional<GapStep>& best) {
    const double width = gap(session.gap_kind(), v.probabilities, v_prime.probabilities);
    if (!best || width > best->gap) best = GapStep{v, v_prime, width};
}

std::optional<GapStep> widest_coupled(Session& session, TokenIndex token) {
    std::vector<Variant> tried = session.coupled_variants(session.current(Member::v), session.current(Member::v_prime), token);
    std::optional<GapStep> best;
    if (tried.empty()) return best;
    session.score(tried, token);
    for (std::size_t i = 0; i < tried.size(); i += 2) offer(tried[i], tried[i + 1], session, best);
    return best;
}

std::optional<GapStep> widest_decoupled(Session& session, TokenIndex token) {
    std::vector<Variant> tried = session.variants(session.current(Member::v), token);
    const std::size_t of_v = tried.size();
    for (Variant& variant : session.variants(session.current(Member::v_prime), token)) tried.push_back(std::move(variant));
    std::optional<GapStep> best;
    if (of_v == 0 || of_v == tried.size()) return best;
    session.score(tried, token);
    for (std::size_t i = 0; i < of_v; ++i)
        for (std::size_t j = of_v; j < tried.size(); ++j) offer(tried[i], tried[j], session, best);
    return best;
}

}  // namespace

double present_gap(const Session& session) {
    return gap(session.gap_kind(), session.current(Member::v).probabilities, session.current(Member::v_prime).probabilities);
}

bool labels_differ(const Session& session) {
    return predicted_label(session.current(Member::v).probabilities) != predicted_label(session.current(Member::v_prime).probabilities);
}

std::optional<GapStep> widest_step(Session& session, TokenIndex token, bool coupled) {
    return coupled ? widest_coupled(session, token) : widest_decoupled(session, token);
}

bool keep_widest_step(Session& session, TokenIndex token, bool coupled) {
    std::optional<GapStep> step = widest_step(session, token, coupled);
    if (!step || step->gap <= present_gap(session)) return false;
    session.keep(std::move(step->v), std::move(step->v_prime), token);
    return true;
}

}  // namespace rif
