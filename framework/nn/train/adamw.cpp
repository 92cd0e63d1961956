#include <rif/nn/train/adamw.hpp>

#include <cmath>

namespace rif::nn {

AdamW::AdamW(const ParameterSet& parameters, AdamWSettings settings) : settings_(settings) {
    for (const Parameter& parameter : parameters.all()) {
        means_.emplace_back(parameter.values.size());
        squares_.emplace_back(parameter.values.size());
    }
}

void AdamW::update(std::size_t index, Parameter& parameter, std::span<const float> gradient, double rate) {
    const auto step = static_cast<double>(steps_);
    const auto b1 = static_cast<float>(settings_.decay_mean), b2 = static_cast<float>(settings_.decay_square);
    // m̂ = m / (1 - b1^t), v̂ = v / (1 - b2^t)
    const auto shares = static_cast<float>(rate / (1 - std::pow(settings_.decay_mean, step)));
    const auto root = static_cast<float>(1 / std::sqrt(1 - std::pow(settings_.decay_square, step)));
    const auto kept = static_cast<float>(parameter.decays() ? 1 - rate * settings_.weight_decay : 1.0);
    const auto epsilon = static_cast<float>(settings_.epsilon);
    float* __restrict values = parameter.values.data();
    float* __restrict mean = means_[index].data();
    float* __restrict square = squares_[index].data();
    const float* __restrict slope = gradient.data();
    for (std::size_t i = 0, n = gradient.size(); i < n; ++i) {
        mean[i] = b1 * mean[i] + (1 - b1) * slope[i];
        square[i] = b2 * square[i] + (1 - b2) * slope[i] * slope[i];
        values[i] = kept * values[i] - shares * mean[i] / (std::sqrt(square[i]) * root + epsilon);
    }
}

double scheduled_rate(double rate, std::uint64_t step, std::uint64_t warmup, std::uint64_t steps) {
    if (step < warmup) return rate * static_cast<double>(step + 1) / static_cast<double>(warmup);
    if (step >= steps) return 0;
    return rate * static_cast<double>(steps - step) / static_cast<double>(steps - warmup);
}

}  // namespace rif::nn
