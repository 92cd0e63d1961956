// One layer of Qwen2 and Llama: grouped-query attention over rotary positions and a gated linear unit, each after an RMS norm.
// Sources: Su et al. 2021 (rotary positions), Ainslie et al. 2023 (grouped queries), Zhang & Sennrich 2019 (RMS norm), Shazeer 2020
// (gates).
#pragma once

#include <memory>
#include <string>

#include <rif/nn/config.hpp>
#include <rif/nn/layers/linear.hpp>

namespace rif::nn {

/// x / sqrt(mean(x²) + epsilon) · weight, over the last axis.
class RmsNorm {
public:
    RmsNorm(const Checkpoint& from, const std::string& name, std::size_t width, double epsilon);
    at::Tensor operator()(const at::Tensor& x) const;

private:
    struct Tensors;
    std::shared_ptr<const Tensors> tensors_;
};

/// Keys and values of the tokens seen so far, of one layer and one text.
class KeyValueCache {
public:
    /// most: tokens that it has room for.
    KeyValueCache(std::size_t heads, std::size_t most, std::size_t head_size);
    std::size_t tokens() const { return tokens_; }

private:
    friend class DecoderLayer;
    struct Tensors;
    std::shared_ptr<Tensors> tensors_held_;
    std::size_t tokens_ = 0;
};

class DecoderLayer {
public:
    /// prefix: "model.layers.0."
    DecoderLayer(const Checkpoint& from, const std::string& prefix, const Config& config);
    /// x: [tokens, hidden], of the tokens that come after those in the cache, whose keys and values are added to it.  returns: [tokens,
    /// hidden].
    at::Tensor operator()(const at::Tensor& x, KeyValueCache& cache) const;

private:
    at::Tensor attend(const at::Tensor& x, KeyValueCache& cache) const;

    Config config_;
    RmsNorm attention_norm_, norm_;
    Linear projections_, output_, gate_and_up_, down_;
};

}  // namespace rif::nn
