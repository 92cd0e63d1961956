#include <rif/api/saliency.hpp>

#include <cmath>

namespace rif {

namespace {

/// p, q: [classes].
double size_of_change(Saliency kind, std::span<const float> p, std::span<const float> q, std::size_t truth) {
    if (kind == Saliency::l2) return l2(p, q);
    if (kind == Saliency::true_class) return std::abs(double(p[truth]) - double(q[truth]));
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(double(p[i]) - double(q[i]));
    return sum;
}

}  // namespace

Saliency saliency_named(std::string_view name) { return name == "l2" ? Saliency::l2 : name == "l1" ? Saliency::l1 : Saliency::true_class; }

std::vector<double> saliencies(Session& session, Member member, const std::vector<TokenIndex>& tokens, Saliency kind) {
    const Matrix without = session.scores(session.pair().each_without(member, tokens));  // [tokens, classes]
    std::vector<double> result;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        result.push_back(size_of_change(kind, session.clean(member).probabilities, without[i], session.pair().label()));
    return result;
}

std::vector<double> signed_saliencies(Session& session, Member member, const std::vector<TokenIndex>& tokens) {
    const std::size_t truth = session.pair().label();
    const Matrix without = session.scores(session.pair().each_without(member, tokens));  // [tokens, classes]
    std::vector<double> result;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        result.push_back(double(session.clean(member).probabilities[truth]) - double(without[i][truth]));
    return result;
}

}  // namespace rif
