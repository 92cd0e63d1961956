#include <rif/nn/train/gradients.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace rif::nn {

namespace {

double squares(std::span<const float> values) {
    double result = 0;
    for (const float value : values) result += static_cast<double>(value) * static_cast<double>(value);
    return result;
}

void add_to(std::span<float> sum, std::span<const float> values) {
    for (std::size_t i = 0; i < values.size(); ++i) sum[i] += values[i];
}

void multiply(std::span<float> values, float factor) {
    for (float& value : values) value *= factor;
}

}  // namespace

GradientSum::GradientSum(const ParameterSet& parameters) : width_(parameters.all()[ParameterSet::k_words].shape[1]) {
    for (const Parameter& parameter : parameters.all()) values_.emplace_back(parameter.values.size());
}

void GradientSum::clear() {
    std::vector<float>& words = values_[ParameterSet::k_words];
    for (const std::int64_t row : rows_) std::fill_n(words.begin() + row * static_cast<std::int64_t>(width_), width_, 0.0f);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (i != ParameterSet::k_words) std::ranges::fill(values_[i], 0.0f);
    }
    rows_.clear();
    loss_ = 0;
}

void GradientSum::add(const Gradients& gradients) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (i != ParameterSet::k_words) add_to(values_[i], gradients.values[i]);
    }
    for (std::size_t i = 0; i < gradients.rows.size(); ++i) {
        const auto row = static_cast<std::size_t>(gradients.rows[i]);
        add_to(std::span(values_[ParameterSet::k_words]).subspan(row * width_, width_),
               std::span(gradients.row_values).subspan(i * width_, width_));
    }
    std::vector<std::int64_t> rows;
    std::ranges::set_union(rows_, gradients.rows, std::back_inserter(rows));
    rows_ = std::move(rows);
    loss_ += gradients.loss;
}

double GradientSum::norm() const {
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (i != ParameterSet::k_words) sum += squares(values_[i]);
    }
    for (const std::int64_t row : rows_)
        sum += squares(std::span(values_[ParameterSet::k_words]).subspan(static_cast<std::size_t>(row) * width_, width_));
    return std::sqrt(sum);
}

double GradientSum::clip(double most) {
    const double before = norm();
    if (!(before > most)) return before;
    const auto factor = static_cast<float>(most / before);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (i != ParameterSet::k_words) multiply(values_[i], factor);
    }
    for (const std::int64_t row : rows_)
        multiply(std::span(values_[ParameterSet::k_words]).subspan(static_cast<std::size_t>(row) * width_, width_), factor);
    return before;
}

}  // namespace rif::nn
