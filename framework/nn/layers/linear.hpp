// A linear layer and a layer norm, with the weights that a checkpoint has for them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rif/nn/checkpoint.hpp>

namespace at {
class Tensor;
}

namespace rif::nn {

enum class Bias { always, never, where_stored };

/// x · Wᵀ + b.
class Linear {
public:
    /// name: "bert.pooler.dense"; its weight is [out, in], its bias [out]. errors: rif::Error "missing-tensor", "wrong-tensor".
    Linear(const Checkpoint& from, const std::string& name, std::size_t in, std::size_t out, Bias bias = Bias::always);
    /// Several layers that read the same input, as one: their outputs stand side by side. The first layer's output is multiplied by
    /// `scale`, which is folded into its weights.
    Linear(const Checkpoint& from, const std::vector<std::string>& names, std::size_t in, const std::vector<std::size_t>& outs,
           double scale, Bias bias = Bias::always);
    /// A layer whose weights are given: [out, in]; bias: [out], or undefined for none.
    Linear(const at::Tensor& weight, const at::Tensor& bias);

    /// x: [tokens, in].  returns: [tokens, out].
    at::Tensor operator()(const at::Tensor& x) const;
    /// Only outputs first … first + count - 1.  returns: [tokens, count].
    at::Tensor part(const at::Tensor& x, std::size_t first, std::size_t count) const;

    /// The same in plain memory, without gradients: y = x · Wᵀ + b + added. x: [rows, in]; y, added: [rows, out]; added: or null for zeros.
    void apply(const float* x, std::size_t rows, float* y, const float* added = nullptr) const;
    /// Only outputs first … first + count - 1. y: [rows, count].
    void apply_part(const float* x, std::size_t rows, std::size_t first, std::size_t count, float* y) const;

    std::size_t in() const;
    std::size_t out() const;

private:
    struct Tensors;
    std::shared_ptr<const Tensors> tensors_;
};

/// (x - mean) / sqrt(variance + epsilon) · weight + bias, over the last axis (Ba et al. 2016).
class LayerNorm {
public:
    LayerNorm(const Checkpoint& from, const std::string& name, std::size_t width, double epsilon);
    at::Tensor operator()(const at::Tensor& x) const;
    /// The same in plain memory, without gradients. x, y: [rows, width], the same or apart.
    void apply(const float* x, std::size_t rows, float* y) const;

private:
    struct Tensors;
    std::shared_ptr<const Tensors> tensors_;
};

}  // namespace rif::nn
