#include <rif/nn/layers/packed.hpp>

#include <rif/nn/ops/row_kernels.hpp>

namespace rif::nn {

float* Buffer::room(std::size_t n) {
    if (values_.size() < n + k_lanes) values_.resize(n + k_lanes);
    return values_.data();
}

}  // namespace rif::nn
