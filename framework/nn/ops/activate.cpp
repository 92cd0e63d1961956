#include <rif/nn/ops/activate.hpp>

#include <ATen/core/Tensor.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/tanh.h>

namespace rif::nn {

void activate(at::Tensor& x, Activation activation) {
    switch (activation) {
        case Activation::gelu: at::gelu_(x, "none"); return;
        case Activation::gelu_tanh: at::gelu_(x, "tanh"); return;
        case Activation::relu: at::relu_(x); return;
        case Activation::silu: at::silu_(x); return;
        case Activation::tanh: at::tanh_(x); return;
    }
}

}  // namespace rif::nn
