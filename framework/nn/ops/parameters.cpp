#include <rif/nn/ops/parameters.hpp>

#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

namespace rif::nn {

at::Tensor parameter(const Checkpoint& from, const std::string& name, const Shape& shape) {
    if (from.shape(name) != shape) from.copy(name, shape, {});  // says what is wrong, before anything is allocated
    const std::vector<std::int64_t> extents(shape.begin(), shape.end());
    at::Tensor result = at::empty(extents, at::kFloat);
    from.copy(name, shape, {result.data_ptr<float>(), elements(shape)});
    return result;
}

}  // namespace rif::nn
