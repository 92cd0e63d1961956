#include <rif/nn/bench/plain_forward.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <fmt/core.h>

#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/values.hpp>

namespace rif::nn {

namespace {

constexpr double k_never = -1e9;  // what a mask adds to the score of padding

std::int64_t signed_of(std::size_t n) { return static_cast<std::int64_t>(n); }

}  // namespace

struct PlainForward::Weights {
    std::map<std::string, at::Tensor> by_name;

    at::Tensor linear(const std::string& name, const at::Tensor& x) const {
        return at::linear(x, by_name.at(name + ".weight"), by_name.at(name + ".bias"));
    }
    at::Tensor norm(const std::string& name, const at::Tensor& x, double epsilon) const {
        return at::layer_norm(x, {x.size(-1)}, by_name.at(name + ".weight"), by_name.at(name + ".bias"), epsilon);
    }
};

PlainForward::PlainForward(const Checkpoint& from, const Config& config) : config_(config) {
    auto weights = std::make_shared<Weights>();
    const auto read = [&](const std::string& name, const Shape& shape) { weights->by_name[name] = parameter(from, name, shape); };
    const auto read_pair = [&](const std::string& name, const Shape& shape) {
        read(name + ".weight", shape), read(name + ".bias", {shape[0]});
    };
    const std::size_t hidden = config.hidden, wide = config.intermediate;
    read("bert.embeddings.word_embeddings.weight", {config.vocabulary, hidden});
    read("bert.embeddings.position_embeddings.weight", {config.positions, hidden});
    read("bert.embeddings.token_type_embeddings.weight", {config.types, hidden});
    read_pair("bert.embeddings.LayerNorm", {hidden});
    for (std::size_t i = 0; i < config.layers; ++i) {
        const std::string layer = fmt::format("bert.encoder.layer.{}.", i);
        for (const char* name : {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
            read_pair(layer + name, {hidden, hidden});
        read_pair(layer + "attention.output.LayerNorm", {hidden});
        read_pair(layer + "intermediate.dense", {wide, hidden});
        read_pair(layer + "output.dense", {hidden, wide});
        read_pair(layer + "output.LayerNorm", {hidden});
    }
    read_pair("bert.pooler.dense", {hidden, hidden});
    read_pair("classifier", {config.labels.size(), hidden});
    weights_ = std::move(weights);
}

Matrix PlainForward::logits(std::span<const TokenIds> batch) const {
    const at::NoGradGuard no_gradients;
    const Weights& w = *weights_;
    const double epsilon = config_.norm_epsilon;
    std::size_t longest = 0;
    for (const TokenIds& text : batch) longest = std::max(longest, text.ids.size());
    const std::int64_t texts = signed_of(batch.size()), tokens = signed_of(longest), heads = signed_of(config_.heads),
                       hidden = signed_of(config_.hidden);
    at::Tensor ids = at::zeros({texts, tokens}, at::kLong), mask = at::zeros({texts, 1, 1, tokens});
    for (std::size_t t = 0; t < batch.size(); ++t) {
        std::ranges::copy(batch[t].ids, ids.data_ptr<std::int64_t>() + signed_of(t) * tokens);
        std::fill(mask.data_ptr<float>() + signed_of(t) * tokens + signed_of(batch[t].ids.size()),
                  mask.data_ptr<float>() + signed_of(t + 1) * tokens, static_cast<float>(k_never));
    }
    at::Tensor x = at::embedding(w.by_name.at("bert.embeddings.word_embeddings.weight"), ids) +
                   at::embedding(w.by_name.at("bert.embeddings.position_embeddings.weight"), at::arange(tokens, at::kLong)) +
                   at::embedding(w.by_name.at("bert.embeddings.token_type_embeddings.weight"), at::zeros_like(ids));
    x = w.norm("bert.embeddings.LayerNorm", x, epsilon);  // [texts, tokens, hidden]
    for (std::size_t i = 0; i < config_.layers; ++i) {
        const std::string layer = fmt::format("bert.encoder.layer.{}.", i);
        const auto part = [&](const char* name) {  // -> [texts, heads, tokens, head]
            return w.linear(layer + "attention.self." + name, x).view({texts, tokens, heads, hidden / heads}).transpose(1, 2);
        };
        const at::Tensor q = part("query"), k = part("key"), v = part("value");
        const at::Tensor scores = at::matmul(q, k.transpose(-1, -2)) / std::sqrt(static_cast<double>(hidden / heads)) + mask;
        const at::Tensor mixed = at::matmul(at::softmax(scores, -1), v).transpose(1, 2).contiguous().view({texts, tokens, hidden});
        x = w.norm(layer + "attention.output.LayerNorm", w.linear(layer + "attention.output.dense", mixed) + x, epsilon);
        const at::Tensor wide = at::gelu(w.linear(layer + "intermediate.dense", x));
        x = w.norm(layer + "output.LayerNorm", w.linear(layer + "output.dense", wide) + x, epsilon);
    }
    return matrix(w.linear("classifier", at::tanh(w.linear("bert.pooler.dense", x.select(1, 0)))));
}

void torch_threads(std::size_t threads) { at::set_num_threads(static_cast<int>(threads)); }

}  // namespace rif::nn
