#include <rif/api/quadrant.hpp>

#include <algorithm>
#include <cmath>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr double k_least_probability = 1e-12;  // where the logarithm is clipped (measures, 3)

template <class Term>
double summed(std::span<const float> p, std::span<const float> q, Term term) {
    if (p.size() != q.size()) assertion_failed("two predictions have different numbers of classes", __FILE__, __LINE__);
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += term(double{p[i]}, double{q[i]});
    return sum;
}

double l1(std::span<const float> p, std::span<const float> q) {
    return summed(p, q, [](double a, double b) { return std::abs(a - b); });
}

double linf(std::span<const float> p, std::span<const float> q) {
    double most = 0;
    summed(p, q, [&](double a, double b) { return most = std::max(most, std::abs(a - b)); });
    return most;
}

// Natural logarithm; a term with p = 0 is 0.
double relative_entropy(double p, double m) { return p > 0 ? p * std::log(p / m) : 0.0; }

double jensen_shannon(std::span<const float> p, std::span<const float> q) {
    return summed(p, q, [](double a, double b) {
        const double m = (a + b) / 2;
        return (relative_entropy(a, m) + relative_entropy(b, m)) / 2;
    });
}

}  // namespace

std::size_t predicted_label(std::span<const float> probabilities) {
    return static_cast<std::size_t>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

Quadrant quadrant_of(std::size_t label_v, std::size_t label_v_prime, std::size_t truth) {
    const bool right = label_v == truth, same = label_v == label_v_prime;
    if (right) return same ? Quadrant::RF : Quadrant::RB;
    return same ? Quadrant::UF : Quadrant::UB;
}

Quadrant Target::quadrant() const {
    if (alpha_v > 0) return beta > 0 ? Quadrant::RF : Quadrant::RB;
    return beta > 0 ? Quadrant::UF : Quadrant::UB;
}

double l2(std::span<const float> p, std::span<const float> q) {
    return std::sqrt(summed(p, q, [](double a, double b) { return (a - b) * (a - b); }));
}

double gap(Gap kind, std::span<const float> p, std::span<const float> q) {
    switch (kind) {
        case Gap::l2: return l2(p, q);
        case Gap::l1: return l1(p, q);
        case Gap::linf: return linf(p, q);
        case Gap::total_variation: return l1(p, q) / 2;
        case Gap::jensen_shannon: return jensen_shannon(p, q);
    }
    return 0;
}

double cross_entropy(std::span<const float> probabilities, std::size_t truth) {
    return -std::log(std::max(double{probabilities[truth]}, k_least_probability));
}

double Objective::operator()(std::span<const float> v, std::span<const float> v_prime) const {
    return target.alpha_v * cross_entropy(v, truth) + target.alpha_v_prime * cross_entropy(v_prime, truth) +
           target.beta * gap(kind, v, v_prime);
}

}  // namespace rif
