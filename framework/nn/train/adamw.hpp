// AdamW (Loshchilov & Hutter 2019): Adam whose weight decay goes past its moments, over plain arrays. No step depends on another number
// than its own, so any number of threads gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <rif/nn/train/parameter_set.hpp>

namespace rif::nn {

struct AdamWSettings {
    double weight_decay = 0.01;
    double decay_mean = 0.9, decay_square = 0.999;  // beta 1 and 2
    double epsilon = 1e-8;
};

class AdamW {
public:
    AdamW(const ParameterSet& parameters, AdamWSettings settings);

    /// Begins a step: from here on update() belongs to it.
    void begin_step() { ++steps_; }
    /// One parameter: values ← values · (1 - rate · decay) - rate · m̂ / (√v̂ + epsilon); decay only where the parameter decays.
    /// index: of the parameter. Calls for different ones may be concurrent.
    void update(std::size_t index, Parameter& parameter, std::span<const float> gradient, double rate);

    std::uint64_t steps() const { return steps_; }
    void set_steps(std::uint64_t steps) { steps_ = steps; }
    std::vector<std::vector<float>>& means() { return means_; }
    std::vector<std::vector<float>>& squares() { return squares_; }
    const std::vector<std::vector<float>>& means() const { return means_; }
    const std::vector<std::vector<float>>& squares() const { return squares_; }

private:
    AdamWSettings settings_;
    std::uint64_t steps_ = 0;
    std::vector<std::vector<float>> means_, squares_;  // by parameter
};

/// The step size of step `step` (from 0) of `steps`: it grows in a straight line over the first `warmup` steps to `rate`, then falls in a
/// straight line to 0 after the last (Devlin et al. 2019). The first step is one share of the warm-up, not 0.
double scheduled_rate(double rate, std::uint64_t step, std::uint64_t warmup, std::uint64_t steps);

}  // namespace rif::nn
