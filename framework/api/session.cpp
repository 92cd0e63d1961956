#include <rif/api/session.hpp>

#include <algorithm>
#include <numeric>

#include <rif/base/error.hpp>

namespace rif {

double Session::objective(const Variant& v, const Variant& v_prime) const {
    if (!target()) assertion_failed("an attack that reads no target asked for the objective", __FILE__, __LINE__);
    return Objective{*target(), pair().label(), gap_kind()}(v.probabilities, v_prime.probabilities);
}

Quadrant Session::quadrant(const Variant& v, const Variant& v_prime) const {
    return quadrant_of(predicted_label(v.probabilities), predicted_label(v_prime.probabilities), pair().label());
}

bool Session::reached(const Variant& v, const Variant& v_prime) const {
    if (!target()) assertion_failed("an attack that reads no target asked whether it is reached", __FILE__, __LINE__);
    return quadrant(v, v_prime) == target()->quadrant();
}

std::vector<Variant> Session::variants(const Variant& base, TokenIndex token) {
    std::vector<Variant> result;
    for (const Candidate& candidate : candidates(base.member, token)) result.push_back(with(base, token, candidate));
    return result;
}

std::vector<Variant> Session::coupled_variants(const Variant& v, const Variant& v_prime, TokenIndex token) {
    std::vector<Variant> result;
    const auto of_v_prime = candidates(Member::v_prime, token);
    for (const Candidate& candidate : candidates(Member::v, token)) {
        if (!std::ranges::any_of(of_v_prime, [&](const Candidate& other) { return other.text == candidate.text; })) continue;
        result.push_back(with(v, token, candidate));
        result.push_back(with(v_prime, token, candidate));
    }
    return result;
}

std::vector<Trial> Session::try_each(TokenIndex token, Member member) {
    std::vector<Variant> tried = variants(current(member), token);
    score(tried, token);
    const Variant& beside = current(other(member));
    std::vector<Trial> trials;
    for (Variant& variant : tried) {
        const double value = !target() ? 0.0 : member == Member::v ? objective(variant, beside) : objective(beside, variant);
        trials.push_back({std::move(variant), value});
    }
    return trials;
}

void Session::keep(const Trial& trial) {
    const TokenIndex token = trial.variant.substitutions.empty() ? 0 : trial.variant.substitutions.back().token;
    if (trial.variant.member == Member::v) {
        keep(trial.variant, current(Member::v_prime), token);
    } else {
        keep(current(Member::v), trial.variant, token);
    }
}

std::vector<TokenIndex> Session::first_ranked(const std::vector<TokenIndex>& ranked, std::span<const double> value) const {
    std::vector<std::size_t> order(ranked.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value[a] > value[b]; });
    order.resize(std::min(order.size(), tokens()));
    std::vector<TokenIndex> result;
    for (const std::size_t i : order) result.push_back(ranked[i]);
    return result;
}

}  // namespace rif
