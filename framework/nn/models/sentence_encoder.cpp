#include <rif/nn/models/sentence_encoder.hpp>

#include <algorithm>
#include <cmath>

#include <rif/nn/device.hpp>
#include <rif/nn/layers/linear.hpp>
#include <rif/nn/ops/row_kernels.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

struct SentenceEncoder::Dense {
    Linear layer;
    bool is_tanh;
};

namespace {

/// states: [tokens, hidden]; result: [hidden].
void pool(std::span<const float> states, Pooling pooling, std::span<float> result) {
    const std::size_t hidden = result.size(), tokens = states.size() / hidden;
    std::ranges::copy(states.first(hidden), result.begin());
    if (pooling == Pooling::first) return;
    for (std::size_t token = 1; token < tokens; ++token) {
        const float* row = states.data() + token * hidden;
        for (std::size_t i = 0; i < hidden; ++i) result[i] = pooling == Pooling::maximum ? std::max(result[i], row[i]) : result[i] + row[i];
    }
    if (pooling == Pooling::maximum) return;
    const auto count = static_cast<double>(tokens), divisor = pooling == Pooling::mean ? count : std::sqrt(count);
    for (float& value : result) value = static_cast<float>(static_cast<double>(value) / divisor);
}

constexpr double k_shortest = 1e-12;  // what a vector's length is taken for at least, as torch's normalize has it

double norm(std::span<const float> x) {
    double sum = 0;
    for (const float value : x) sum += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(sum);
}

}  // namespace

SentenceEncoder SentenceEncoder::load(const std::filesystem::path& folder, const Computing& computing) {
    check_device(computing.device);
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
    result.grouping_ = nn::grouping(result.encoder_->product_shapes(), computing);
    return result;
}

std::size_t SentenceEncoder::max_length() const { return std::min(modules_.max_length.value_or(config_.longest()), config_.longest()); }

std::vector<float> SentenceEncoder::vector(const TokenIds& input) const {
    const Matrix row = vectors({&input, 1});
    return {row.values().begin(), row.values().end()};
}

/// states: [tokens, hidden].  returns: [width].
std::vector<float> SentenceEncoder::vector(std::span<const float> states) const {
    std::vector<float> result(modules_.pooling.size() * config_.hidden);
    for (std::size_t i = 0; i < modules_.pooling.size(); ++i)
        pool(states, modules_.pooling[i], std::span(result).subspan(i * config_.hidden, config_.hidden));
    for (const Dense& dense : *dense_) {
        std::vector<float> next(whole_vectors(dense.layer.out()));
        dense.layer.apply(result.data(), 1, next.data());
        if (dense.is_tanh) activate(next.data(), dense.layer.out(), Activation::tanh);
        next.resize(dense.layer.out());
        result = std::move(next);
    }
    if (!modules_.normalises) return result;
    const double length = std::max(norm(result), k_shortest);
    for (float& value : result) value = static_cast<float>(static_cast<double>(value) / length);
    return result;
}

Matrix SentenceEncoder::vectors(std::span<const TokenIds> inputs) const {
    one_thread();
    const std::size_t width = dense_->empty() ? modules_.pooling.size() * config_.hidden : dense_->back().layer.out();
    const bool reads_first_only = modules_.pooling == std::vector{Pooling::first};
    Matrix result(inputs.size(), width);
    encoder_->states(inputs, reads_first_only ? Rows::first : Rows::all, grouping_,
                     [&](std::size_t i, std::span<const float> states) { std::ranges::copy(vector(states), result[i].begin()); });
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
