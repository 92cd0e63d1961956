// The matrix products of a forward pass and nothing else: what no pass on this BLAS can be quicker than.
#pragma once

#include <span>
#include <vector>

#include <rif/nn/config.hpp>
#include <rif/nn/ops/row_probe.hpp>

namespace rif::nn {

class BareProducts {
public:
    /// Random weights of a BERT of that size, each layer its own.
    explicit BareProducts(const Config& config);
    /// All products that texts of these lengths take in one pass, with the last layer's for their first tokens only. lengths: in tokens.
    void run(std::span<const std::size_t> lengths, std::size_t fewest_rows) const;

private:
    struct Layer {
        std::vector<float> projections, output, up, down;  // [in, out]
    };
    void attention(std::span<const std::size_t> lengths, bool is_last, const float* all, float* context) const;

    std::size_t hidden_, heads_, wide_;
    std::vector<Layer> layers_;
};

}  // namespace rif::nn
