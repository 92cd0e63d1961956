#include <rif/nn/models/sentence_encoder.hpp>

#include <algorithm>
#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/tanh.h>
#include <c10/core/InferenceMode.h>

#include <rif/nn/layers/linear.hpp>
#include <rif/nn/ops/values.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

struct SentenceEncoder::Dense {
    Linear layer;
    bool is_tanh;
};

namespace {

/// states: [tokens, hidden].  returns: [hidden].
at::Tensor pooled(const at::Tensor& states, Pooling pooling) {
    switch (pooling) {
        case Pooling::first: return states[0];
        case Pooling::maximum: return states.amax(0);
        case Pooling::mean: return states.mean(0);
        case Pooling::mean_by_root: return states.sum(0).div(std::sqrt(static_cast<double>(states.size(0))));
    }
    return {};
}

constexpr double k_shortest = 1e-12;  // what a vector's length is taken for at least, as torch's normalize has it

double norm(std::span<const float> x) {
    double sum = 0;
    for (const float value : x) sum += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(sum);
}

}  // namespace

SentenceEncoder SentenceEncoder::load(const std::filesystem::path& folder) {
    one_thread();
    SentenceEncoder result;
    result.modules_ = read_sentence_modules(folder);
    result.config_ = read_config(result.modules_.transformer);
    result.encoder_ = std::make_shared<const Encoder>(Checkpoint::open(result.modules_.transformer), result.config_);
    std::vector<Dense> dense;
    for (const DenseModule& module : result.modules_.dense) {
        const Bias bias = module.has_bias ? Bias::always : Bias::never;
        dense.push_back({Linear(Checkpoint::open(module.folder), "linear", module.in, module.out, bias), module.is_tanh});
    }
    result.dense_ = std::make_shared<const std::vector<Dense>>(std::move(dense));
    return result;
}

std::size_t SentenceEncoder::max_length() const { return std::min(modules_.max_length.value_or(config_.longest()), config_.longest()); }

std::vector<float> SentenceEncoder::vector(const TokenIds& input) const {
    one_thread();
    const c10::InferenceMode inference;
    const bool reads_first_only = modules_.pooling == std::vector{Pooling::first};
    const at::Tensor states = encoder_->hidden(encoder_->words(input), input, reads_first_only ? Rows::first : Rows::all);
    std::vector<at::Tensor> parts;
    for (const Pooling each : modules_.pooling) parts.push_back(pooled(states, each));
    at::Tensor x = at::cat(parts).unsqueeze(0);  // [1, width]
    for (const Dense& dense : *dense_) x = dense.is_tanh ? at::tanh(dense.layer(x)) : dense.layer(x);
    std::vector<float> result = values(x);
    if (!modules_.normalises) return result;
    const double length = std::max(norm(result), k_shortest);
    for (float& value : result) value = static_cast<float>(static_cast<double>(value) / length);
    return result;
}

double cosine(std::span<const float> a, std::span<const float> b) {
    double dot = 0, left = 0, right = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
        dot += x * y, left += x * x, right += y * y;
    }
    return left > 0 && right > 0 ? dot / std::sqrt(left * right) : 0;
}

}  // namespace rif::nn
