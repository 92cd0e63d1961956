#include <rif/nn/layers/linear.hpp>

#include <algorithm>
#include <numeric>

#include <ATen/core/Tensor.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros.h>

#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/product.hpp>
#include <rif/nn/ops/row_kernels.hpp>

namespace rif::nn {

struct Linear::Tensors {
    at::Tensor weight;  // [in, out]: the layout in which BLAS is quickest with few tokens
    at::Tensor bias;    // [out], or undefined
};

struct LayerNorm::Tensors {
    at::Tensor weight, bias;  // [width]
    double epsilon;
};

namespace {

std::int64_t signed_of(std::size_t n) { return static_cast<std::int64_t>(n); }

}  // namespace

Linear::Linear(const at::Tensor& weight, const at::Tensor& bias) : tensors_(std::make_shared<const Tensors>(Tensors{weight.t(), bias})) {}

Linear::Linear(const Checkpoint& from, const std::string& name, std::size_t in, std::size_t out, Bias bias)
    : Linear(from, std::vector{name}, in, {out}, 1, bias) {}

Linear::Linear(const Checkpoint& from, const std::vector<std::string>& names, std::size_t in, const std::vector<std::size_t>& outs,
               double scale, Bias bias) {
    const std::size_t all = std::accumulate(outs.begin(), outs.end(), std::size_t{0});
    at::Tensor weight = at::empty({signed_of(in), signed_of(all)}), biases = at::zeros({signed_of(all)});
    for (std::size_t i = 0, first = 0; i < names.size(); first += outs[i++]) {
        const auto factor = static_cast<float>(i == 0 ? scale : 1.0);
        const at::Tensor stored = parameter(from, names[i] + ".weight", {outs[i], in});
        turn(stored.data_ptr<float>(), outs[i], in, factor, weight.data_ptr<float>() + first, all);
        const bool has_bias = bias == Bias::always || (bias == Bias::where_stored && from.has(names[i] + ".bias"));
        if (!has_bias) continue;
        const at::Tensor own = parameter(from, names[i] + ".bias", {outs[i]});
        turn(own.data_ptr<float>(), outs[i], 1, factor, biases.data_ptr<float>() + first, all);
    }
    tensors_ = std::make_shared<const Tensors>(Tensors{weight, bias == Bias::never ? at::Tensor() : biases});
}

at::Tensor Linear::operator()(const at::Tensor& x) const {
    if (!tensors_->bias.defined()) return at::mm(x, tensors_->weight);
    return at::addmm(tensors_->bias, x, tensors_->weight);
}

at::Tensor Linear::part(const at::Tensor& x, std::size_t first, std::size_t count) const {
    const at::Tensor weight = tensors_->weight.narrow(1, signed_of(first), signed_of(count));
    if (!tensors_->bias.defined()) return at::mm(x, weight);
    return at::addmm(tensors_->bias.narrow(0, signed_of(first), signed_of(count)), x, weight);
}

std::size_t Linear::in() const { return static_cast<std::size_t>(tensors_->weight.size(0)); }
std::size_t Linear::out() const { return static_cast<std::size_t>(tensors_->weight.size(1)); }

void Linear::apply(const float* x, std::size_t rows, float* y, const float* added) const {
    const Tensors& t = *tensors_;
    const bool is_turned = t.weight.stride(1) != 1;
    fill_rows(y, rows, out(), t.bias.defined() ? t.bias.data_ptr<float>() : nullptr, added);
    const MatrixView weight{t.weight.data_ptr<float>(), static_cast<std::size_t>(t.weight.stride(is_turned ? 1 : 0)), is_turned};
    product(rows, out(), in(), {x, in()}, weight, y, out(), true);
}

void Linear::apply_part(const float* x, std::size_t rows, std::size_t first, std::size_t count, float* y) const {
    const Tensors& t = *tensors_;
    fill_rows(y, rows, count, t.bias.defined() ? t.bias.data_ptr<float>() + first : nullptr, nullptr);
    product(rows, count, in(), {x, in()}, {t.weight.data_ptr<float>() + first, out()}, y, count, true);
}

LayerNorm::LayerNorm(const Checkpoint& from, const std::string& name, std::size_t width, double epsilon)
    : tensors_(std::make_shared<const Tensors>(
          Tensors{parameter(from, name + ".weight", {width}), parameter(from, name + ".bias", {width}), epsilon})) {}

at::Tensor LayerNorm::operator()(const at::Tensor& x) const {
    return at::layer_norm(x, tensors_->weight.sizes(), tensors_->weight, tensors_->bias, tensors_->epsilon);
}

void LayerNorm::apply(const float* x, std::size_t rows, float* y) const {
    const Tensors& t = *tensors_;
    normalize_rows(x, y, rows, static_cast<std::size_t>(t.weight.size(0)), t.weight.data_ptr<float>(), t.bias.data_ptr<float>(),
                   static_cast<float>(t.epsilon));
}

}  // namespace rif::nn
