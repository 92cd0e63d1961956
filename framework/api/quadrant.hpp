// The four quadrants of a pair, and targets: which of them a search drives at (measures, sections 2 and 3).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rif {

enum class Quadrant { RF, RB, UF, UB };
std::string_view quadrant_name(Quadrant quadrant);
std::optional<Quadrant> quadrant_named(std::string_view name);

/// argmax; ties: the smaller index. probabilities: not empty.
std::size_t predicted_label(std::span<const float> probabilities);
/// right: c(v) = label. same: c(v) = c(v').
Quadrant quadrant_of(std::size_t label_v, std::size_t label_v_prime, std::size_t truth);

/// `target NAME { alpha = [α_v, α_v'], beta = β }`, each +1 or -1.
struct Target {
    std::string name;
    int alpha_v = 1, alpha_v_prime = 1, beta = 1;
    /// Reached is decided by α_v and β alone: v right exactly when α_v = +1, labels differ exactly when β = -1.
    Quadrant quadrant() const;
};

/// D of two rows of probabilities; the `gap` of the objective.
enum class Gap { l2, l1, linf, total_variation, jensen_shannon };
std::optional<Gap> gap_named(std::string_view name);
double gap(Gap kind, std::span<const float> p, std::span<const float> q);
/// -ln p[truth], p clipped at 1e-12.
double cross_entropy(std::span<const float> probabilities, std::size_t truth);
double l2(std::span<const float> p, std::span<const float> q);

/// J = α_v L(f(v), y) + α_v' L(f(v'), y) + β F(f(v), f(v')).
struct Objective {
    Target target;
    std::size_t truth = 0;
    Gap kind = Gap::l2;
    double operator()(std::span<const float> v, std::span<const float> v_prime) const;
};

}  // namespace rif
