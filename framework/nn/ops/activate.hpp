// The activation functions that config.json names.
#pragma once

#include <rif/nn/config.hpp>

namespace at {
class Tensor;
}

namespace rif::nn {

/// In place. x: any shape, float32. gelu is the exact form with erf (Hendrycks & Gimpel 2016), gelu_tanh its approximation.
void activate(at::Tensor& x, Activation activation);

}  // namespace rif::nn
