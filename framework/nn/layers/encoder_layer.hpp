// One layer of an encoder: attention and two linear layers, each with its residual and its norm after it (Devlin et al. 2019).
#pragma once

#include <rif/nn/config.hpp>
#include <rif/nn/layers/attention.hpp>

namespace rif::nn {

struct EncoderLayerNames {
    AttentionNames attention;
    std::string attention_norm, up, down, norm;
};

class EncoderLayer {
public:
    EncoderLayer(const Checkpoint& from, const EncoderLayerNames& names, const Config& config, std::size_t layer,
                 const PositionScores* positions);
    /// x: [tokens, hidden].  returns: [rows, hidden].
    at::Tensor operator()(const at::Tensor& x, Rows rows) const;
    /// The same for packed texts, in place in scratch.states: [packed.rows, hidden] becomes that, or for Rows::first
    /// [packed.first_rows, hidden].
    void apply(const Packed& packed, Rows rows, Scratch& scratch) const;

private:
    Attention attention_;
    LayerNorm attention_norm_;
    Linear up_, down_;
    LayerNorm norm_;
    Activation activation_;
};

/// DeBERTa-v2's convolution over neighbouring tokens: added to the first layer's output, and normed.
class TokenConvolution {
public:
    /// prefix: "deberta.encoder.conv."
    TokenConvolution(const Checkpoint& from, const std::string& prefix, const Config& config);
    /// embeddings, first_layer: [tokens, hidden].  returns: [tokens, hidden].
    at::Tensor operator()(const at::Tensor& embeddings, const at::Tensor& first_layer) const;
    /// The same for packed texts, each by itself. embeddings: [packed.rows, hidden]; states: the first layer's output, and then the result.
    void apply(const Packed& packed, const float* embeddings, float* states) const;

private:
    struct Tensors;
    std::shared_ptr<const Tensors> tensors_;
    LayerNorm norm_;
};

}  // namespace rif::nn
