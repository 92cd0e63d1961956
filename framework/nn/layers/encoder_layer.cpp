#include <rif/nn/layers/encoder_layer.hpp>

#include <ATen/core/Tensor.h>
#include <ATen/ops/conv1d.h>

#include <rif/nn/ops/activate.hpp>
#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

EncoderLayer::EncoderLayer(const Checkpoint& from, const EncoderLayerNames& names, const Config& config, std::size_t layer,
                           const PositionScores* positions)
    : attention_(from, names.attention, config.hidden, config.heads, layer, positions),
      attention_norm_(from, names.attention_norm, config.hidden, config.norm_epsilon),
      up_(from, names.up, config.hidden, config.intermediate),
      down_(from, names.down, config.intermediate, config.hidden),
      norm_(from, names.norm, config.hidden, config.norm_epsilon),
      activation_(config.activation) {}

at::Tensor EncoderLayer::operator()(const at::Tensor& x, Rows rows) const {
    const at::Tensor residual = rows == Rows::all ? x : x.narrow(0, 0, 1);
    const at::Tensor attended = attention_norm_(attention_(x, rows).add_(residual));  // [rows, hidden]
    at::Tensor wide = up_(attended);                                                  // [rows, intermediate]
    activate(wide, activation_);
    return norm_(down_(wide).add_(attended));  // [rows, hidden]
}

struct TokenConvolution::Tensors {
    at::Tensor weight, bias;  // [hidden, hidden / groups, width], [hidden]
    std::int64_t padding, groups;
    Activation activation;
};

TokenConvolution::TokenConvolution(const Checkpoint& from, const std::string& prefix, const Config& config)
    : norm_(from, prefix + "LayerNorm", config.hidden, config.norm_epsilon) {
    const DebertaConfig& deberta = config.deberta;
    tensors_ = std::make_shared<const Tensors>(
        Tensors{parameter(from, prefix + "conv.weight", {config.hidden, config.hidden / deberta.convolution_groups, deberta.convolution}),
                parameter(from, prefix + "conv.bias", {config.hidden}), static_cast<std::int64_t>(deberta.convolution / 2),
                static_cast<std::int64_t>(deberta.convolution_groups), deberta.convolution_activation});
}

at::Tensor TokenConvolution::operator()(const at::Tensor& embeddings, const at::Tensor& first_layer) const {
    at::Tensor mixed = at::conv1d(embeddings.t().unsqueeze(0), tensors_->weight, tensors_->bias, 1, tensors_->padding, 1, tensors_->groups);
    mixed = mixed.squeeze(0).t();  // [tokens, hidden]
    activate(mixed, tensors_->activation);
    return norm_(mixed.add(first_layer));
}

}  // namespace rif::nn
