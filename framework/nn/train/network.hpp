// A classifier in training: logits and gradients of texts beside each other, out of a set of parameters that changes between calls.
#pragma once

#include <cstdint>
#include <span>

#include <rif/base/matrix.hpp>
#include <rif/nn/train/forward.hpp>
#include <rif/nn/train/gradients.hpp>

namespace rif::nn {

/// Calls are concurrent as long as nobody changes the parameters. The calling thread computes alone.
class Network {
public:
    /// parameters: those of `config`; not owned, read at every call.
    Network(const Config& config, const ParameterSet& parameters) : config_(config), parameters_(parameters) {}

    /// Without dropout.  returns: [texts, labels].
    Matrix logits(std::span<const TokenIds* const> texts) const;
    /// Of the sum of weight · cross-entropy. labels, weights: one a text. dropout: null for none.
    Gradients gradients(std::span<const TokenIds* const> texts, std::span<const std::size_t> labels, std::span<const double> weights,
                        Dropout* dropout) const;

private:
    const Config& config_;
    const ParameterSet& parameters_;
};

}  // namespace rif::nn
