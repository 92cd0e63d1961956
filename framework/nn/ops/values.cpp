#include <rif/nn/ops/values.hpp>

#include <algorithm>

#include <ATen/core/Tensor.h>

namespace rif::nn {

std::vector<float> values(const at::Tensor& x) {
    const at::Tensor whole = x.contiguous();
    const float* first = whole.data_ptr<float>();
    return {first, first + whole.numel()};
}

Matrix matrix(const at::Tensor& x) {
    const at::Tensor whole = x.contiguous();
    Matrix result(static_cast<std::size_t>(whole.size(0)), static_cast<std::size_t>(whole.size(1)));
    std::copy_n(whole.data_ptr<float>(), whole.numel(), result.values().data());
    return result;
}

}  // namespace rif::nn
