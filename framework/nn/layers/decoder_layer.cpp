#include <rif/nn/layers/decoder_layer.hpp>

#include <cmath>

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/softmax.h>

#include <rif/nn/ops/activate.hpp>
#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

struct RmsNorm::Tensors {
    at::Tensor weight;  // [width]
    double epsilon;
};

struct KeyValueCache::Tensors {
    at::Tensor keys, values;  // [heads, most, head]
};

namespace {

std::int64_t signed_of(std::size_t n) { return static_cast<std::int64_t>(n); }

/// Angles of positions first … first + tokens - 1: cosines and sines, each [tokens, head / 2].
std::pair<at::Tensor, at::Tensor> angles(std::int64_t first, std::int64_t tokens, std::int64_t head, double base) {
    at::Tensor cosines = at::empty({tokens, head / 2}, at::kFloat), sines = at::empty({tokens, head / 2}, at::kFloat);
    float *c = cosines.data_ptr<float>(), *s = sines.data_ptr<float>();
    for (std::int64_t t = 0; t < tokens; ++t) {
        for (std::int64_t i = 0; i < head / 2; ++i) {
            const double frequency = std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(head));
            const double angle = static_cast<double>(first + t) * static_cast<double>(static_cast<float>(frequency));
            *c++ = static_cast<float>(std::cos(angle)), *s++ = static_cast<float>(std::sin(angle));
        }
    }
    return {cosines, sines};
}

/// Turns each pair (i, i + head / 2) by its angle. x: [heads, tokens, head].
at::Tensor rotated(const at::Tensor& x, const at::Tensor& cosines, const at::Tensor& sines) {
    const std::int64_t half = x.size(2) / 2;
    const at::Tensor first = x.narrow(2, 0, half), second = x.narrow(2, half, half);
    return at::cat({first * cosines - second * sines, second * cosines + first * sines}, 2);
}

/// columns: [first, first + heads · head) of x.  returns: [heads, tokens, head].
at::Tensor heads_of(const at::Tensor& x, std::int64_t first, std::int64_t heads, std::int64_t head) {
    return x.narrow(1, first, heads * head).reshape({x.size(0), heads, head}).transpose(0, 1);
}

/// A token sees itself and what came before. scores: [heads, tokens, seen]; the last `tokens` of `seen` are the tokens themselves.
void hide_what_follows(at::Tensor& scores) {
    const std::int64_t tokens = scores.size(1), before = scores.size(2) - tokens;
    for (std::int64_t t = 0; t + 1 < tokens; ++t) scores.narrow(1, t, 1).narrow(2, before + t + 1, tokens - t - 1).fill_(-HUGE_VAL);
}

}  // namespace

RmsNorm::RmsNorm(const Checkpoint& from, const std::string& name, std::size_t width, double epsilon)
    : tensors_(std::make_shared<const Tensors>(Tensors{parameter(from, name + ".weight", {width}), epsilon})) {}

at::Tensor RmsNorm::operator()(const at::Tensor& x) const {
    return x * x.square().mean(-1, true).add_(tensors_->epsilon).rsqrt_() * tensors_->weight;
}

KeyValueCache::KeyValueCache(std::size_t heads, std::size_t most, std::size_t head_size)
    : tensors_held_(std::make_shared<Tensors>(Tensors{at::empty({signed_of(heads), signed_of(most), signed_of(head_size)}, at::kFloat),
                                                      at::empty({signed_of(heads), signed_of(most), signed_of(head_size)}, at::kFloat)})) {}

DecoderLayer::DecoderLayer(const Checkpoint& from, const std::string& prefix, const Config& config)
    : config_(config),
      attention_norm_(from, prefix + "input_layernorm", config.hidden, config.norm_epsilon),
      norm_(from, prefix + "post_attention_layernorm", config.hidden, config.norm_epsilon),
      projections_(from, {prefix + "self_attn.q_proj", prefix + "self_attn.k_proj", prefix + "self_attn.v_proj"}, config.hidden,
                   {config.heads * config.decoder.head_size, config.decoder.key_value_heads * config.decoder.head_size,
                    config.decoder.key_value_heads * config.decoder.head_size},
                   1 / std::sqrt(static_cast<double>(config.decoder.head_size)), Bias::where_stored),
      output_(from, prefix + "self_attn.o_proj", config.heads * config.decoder.head_size, config.hidden, Bias::where_stored),
      gate_and_up_(from, {prefix + "mlp.gate_proj", prefix + "mlp.up_proj"}, config.hidden, {config.intermediate, config.intermediate}, 1,
                   Bias::never),
      down_(from, prefix + "mlp.down_proj", config.intermediate, config.hidden, Bias::never) {}

at::Tensor DecoderLayer::attend(const at::Tensor& x, KeyValueCache& cache) const {
    const std::int64_t tokens = x.size(0), heads = signed_of(config_.heads), shared = signed_of(config_.decoder.key_value_heads);
    const std::int64_t head = signed_of(config_.decoder.head_size), before = signed_of(cache.tokens_), seen = before + tokens;
    const at::Tensor all = projections_(x);  // [tokens, (heads + 2 · shared) · head]
    const auto [cosines, sines] = angles(before, tokens, head, config_.decoder.rope_base);
    const at::Tensor q = rotated(heads_of(all, 0, heads, head), cosines, sines);  // [heads, tokens, head]
    const at::Tensor k = rotated(heads_of(all, heads * head, shared, head), cosines, sines);
    cache.tensors_held_->keys.narrow(1, before, tokens).copy_(k);
    cache.tensors_held_->values.narrow(1, before, tokens).copy_(heads_of(all, (heads + shared) * head, shared, head));
    cache.tokens_ += static_cast<std::size_t>(tokens);
    const at::Tensor keys = cache.tensors_held_->keys.narrow(1, 0, seen), values = cache.tensors_held_->values.narrow(1, 0, seen);
    const at::Tensor grouped = q.reshape({shared, heads / shared * tokens, head});  // neighbouring heads share keys and values
    at::Tensor scores = at::bmm(grouped, keys.transpose(1, 2)).view({heads, tokens, seen});
    hide_what_follows(scores);
    const at::Tensor shares = at::softmax(scores, -1).view({shared, heads / shared * tokens, seen});
    const at::Tensor mixed = at::bmm(shares, values).view({heads, tokens, head});
    return output_(mixed.transpose(0, 1).reshape({tokens, heads * head}));  // [tokens, hidden]
}

at::Tensor DecoderLayer::operator()(const at::Tensor& x, KeyValueCache& cache) const {
    const std::int64_t wide = signed_of(config_.intermediate);
    const at::Tensor attended = x + attend(attention_norm_(x), cache);
    const at::Tensor both = gate_and_up_(norm_(attended));  // [tokens, 2 · intermediate]
    at::Tensor gate = both.narrow(1, 0, wide);
    activate(gate, config_.activation);
    return attended + down_(gate * both.narrow(1, wide, wide));
}

}  // namespace rif::nn
