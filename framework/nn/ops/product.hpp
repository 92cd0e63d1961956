// Matrix products in memory, float32, on the BLAS that libtorch computes with.
#pragma once

#include <cstddef>

namespace rif::nn {

/// A matrix in memory: its rows `stride` numbers apart, or its columns where it is read turned.
struct MatrixView {
    const float* first;
    std::size_t stride;
    bool is_turned = false;  // what is meant is the transpose of what lies there
};

/// y (+)= a · b. a: [rows, inner]; b: [inner, columns]; y: [rows, columns], its rows `stride` apart.
/// adds: to what stands in y, else over it.
void product(std::size_t rows, std::size_t columns, std::size_t inner, MatrixView a, MatrixView b, float* y, std::size_t stride, bool adds);

}  // namespace rif::nn
