// Tensors made of a checkpoint's numbers: float32 on the CPU, row-major. Headers here name at::Tensor and include no torch.
#pragma once

#include <string>

#include <rif/nn/checkpoint.hpp>

namespace at {
class Tensor;
}

namespace rif::nn {

/// errors: rif::Error "missing-tensor", "wrong-tensor".
at::Tensor parameter(const Checkpoint& from, const std::string& name, const Shape& shape);

}  // namespace rif::nn
