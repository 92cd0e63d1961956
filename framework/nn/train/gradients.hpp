// The gradient of a loss with respect to a network's parameters, as plain arrays; of the word embeddings only the rows that were met.
#pragma once

#include <cstdint>
#include <vector>

#include <rif/nn/train/parameter_set.hpp>

namespace rif::nn {

struct Gradients {
    std::vector<std::vector<float>> values;  // by parameter, as long as it is; that of the words is empty
    std::vector<std::int64_t> rows;          // of the word table, ascending, distinct
    std::vector<float> row_values;           // [rows, embedding]
    double loss = 0;
};

/// Sums of gradients, made once for a set of parameters and used for every step.
class GradientSum {
public:
    explicit GradientSum(const ParameterSet& parameters);

    void clear();
    void add(const Gradients& gradients);
    /// Square root of the sum of all squares.
    double norm() const;
    /// Multiplies all, where their norm is above `most`, so that it is `most` (Pascanu et al. 2013).  returns: the norm as it was.
    double clip(double most);

    double loss() const { return loss_; }
    const std::vector<std::vector<float>>& values() const { return values_; }  // by parameter, each as long as it is

private:
    std::size_t width_;  // of a word's vector
    std::vector<std::vector<float>> values_;
    std::vector<std::int64_t> rows_;  // of the word table that are not 0
    double loss_ = 0;
};

}  // namespace rif::nn
