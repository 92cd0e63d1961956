#include <rif/nn/layers/encoder_layer.hpp>

#include <algorithm>

#include <ATen/core/Tensor.h>
#include <ATen/ops/conv1d.h>
#include <ATen/ops/from_blob.h>

#include <rif/nn/ops/activate.hpp>
#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/row_kernels.hpp>

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

void EncoderLayer::apply(const Packed& packed, Rows rows, Scratch& scratch) const {
    const std::size_t hidden = down_.out(), count = rows == Rows::all ? packed.rows : packed.first_rows;
    float* x = scratch.states.room(packed.rows * hidden);
    const float* wanted = x;
    if (rows == Rows::first) {
        float* firsts = scratch.firsts.room(count * hidden);
        std::fill_n(firsts + packed.texts() * hidden, (count - packed.texts()) * hidden, 0.0F);
        for (std::size_t text = 0; text < packed.texts(); ++text)
            std::copy_n(x + packed.begins[text] * hidden, hidden, firsts + text * hidden);
        wanted = firsts;
    }
    float* attended = scratch.attended.room(count * hidden);  // [count, hidden]
    attention_.apply(packed, x, rows, wanted, attended, scratch);
    attention_norm_.apply(attended, count, attended);
    float* wide = scratch.wide.room(count * up_.out());  // [count, intermediate]
    up_.apply(attended, count, wide);
    activate(wide, count * up_.out(), activation_);
    down_.apply(wide, count, x, attended);
    norm_.apply(x, count, x);
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

void TokenConvolution::apply(const Packed& packed, const float* embeddings, float* states) const {
    const std::int64_t hidden = tensors_->bias.size(0);
    const auto rows_of = [&](const float* from, std::size_t text) {  // -> [tokens, hidden], a view
        const auto tokens = static_cast<std::int64_t>(packed.tokens(text));
        return at::from_blob(const_cast<float*>(from) + static_cast<std::int64_t>(packed.begins[text]) * hidden, {tokens, hidden},
                             at::kFloat);
    };
    for (std::size_t text = 0; text < packed.texts(); ++text) {
        at::Tensor own = rows_of(states, text);
        own.copy_((*this)(rows_of(embeddings, text), own));
    }
}

}  // namespace rif::nn
