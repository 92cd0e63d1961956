#include <rif/nn/layers/linear.hpp>

#include <ATen/core/Tensor.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros.h>

#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

struct Linear::Tensors {
    at::Tensor weight;  // [out, in]
    at::Tensor bias;    // [out], or undefined
};

struct LayerNorm::Tensors {
    at::Tensor weight, bias;  // [width]
    double epsilon;
};

namespace {

std::int64_t signed_of(std::size_t n) { return static_cast<std::int64_t>(n); }

}  // namespace

Linear::Linear(const at::Tensor& weight, const at::Tensor& bias) : tensors_(std::make_shared<const Tensors>(Tensors{weight, bias})) {}

Linear::Linear(const Checkpoint& from, const std::string& name, std::size_t in, std::size_t out, Bias bias)
    : Linear(from, std::vector{name}, in, {out}, 1, bias) {}

Linear::Linear(const Checkpoint& from, const std::vector<std::string>& names, std::size_t in, const std::vector<std::size_t>& outs,
               double scale, Bias bias) {
    std::vector<at::Tensor> weights, biases;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool has_bias = bias == Bias::always || (bias == Bias::where_stored && from.has(names[i] + ".bias"));
        weights.push_back(parameter(from, names[i] + ".weight", {outs[i], in}));
        biases.push_back(has_bias ? parameter(from, names[i] + ".bias", {outs[i]}) : at::zeros({signed_of(outs[i])}));
        if (i == 0 && scale != 1) weights[0].mul_(scale), biases[0].mul_(scale);
    }
    const bool is_one = names.size() == 1, has_none = bias == Bias::never;
    tensors_ = std::make_shared<const Tensors>(Tensors{is_one ? weights[0] : at::cat(weights), has_none ? at::Tensor()
                                                                                               : is_one ? biases[0]
                                                                                                        : at::cat(biases)});
}

at::Tensor Linear::operator()(const at::Tensor& x) const {
    if (!tensors_->bias.defined()) return at::mm(x, tensors_->weight.t());
    return at::addmm(tensors_->bias, x, tensors_->weight.t());
}

at::Tensor Linear::part(const at::Tensor& x, std::size_t first, std::size_t count) const {
    const at::Tensor weight = tensors_->weight.narrow(0, signed_of(first), signed_of(count));
    if (!tensors_->bias.defined()) return at::mm(x, weight.t());
    return at::addmm(tensors_->bias.narrow(0, signed_of(first), signed_of(count)), x, weight.t());
}

LayerNorm::LayerNorm(const Checkpoint& from, const std::string& name, std::size_t width, double epsilon)
    : tensors_(std::make_shared<const Tensors>(
          Tensors{parameter(from, name + ".weight", {width}), parameter(from, name + ".bias", {width}), epsilon})) {}

at::Tensor LayerNorm::operator()(const at::Tensor& x) const {
    return at::layer_norm(x, tensors_->weight.sizes(), tensors_->weight, tensors_->bias, tensors_->epsilon);
}

}  // namespace rif::nn
