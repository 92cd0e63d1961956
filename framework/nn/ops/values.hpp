// Numbers out of tensors.
#pragma once

#include <vector>

#include <rif/base/matrix.hpp>

namespace at {
class Tensor;
}

namespace rif::nn {

/// All numbers of a float32 tensor, row-major.
std::vector<float> values(const at::Tensor& x);
/// x: [rows, columns], float32.
Matrix matrix(const at::Tensor& x);

}  // namespace rif::nn
