#include <rif/nn/ops/product.hpp>

#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm.h>

#include <dlfcn.h>

namespace rif::nn {

namespace {

/// BLAS, single precision: Fortran's interface, by columns.
using Sgemm = void(const char* turned_a, const char* turned_b, const int* rows, const int* columns, const int* inner, const float* alpha,
                   const float* a, const int* stride_a, const float* b, const int* stride_b, const float* beta, float* y,
                   const int* stride_y);

/// The one that libtorch was linked to; null where libtorch has its own inside.
Sgemm* sgemm() {
    static auto* const found = reinterpret_cast<Sgemm*>(::dlsym(RTLD_DEFAULT, "sgemm_"));
    return found;
}

at::Tensor tensor(MatrixView of, std::size_t rows, std::size_t columns) {
    const auto r = static_cast<std::int64_t>(rows), c = static_cast<std::int64_t>(columns), s = static_cast<std::int64_t>(of.stride);
    return at::from_blob(const_cast<float*>(of.first), {r, c}, of.is_turned ? at::IntArrayRef{1, s} : at::IntArrayRef{s, 1}, at::kFloat);
}

}  // namespace

void product(std::size_t rows, std::size_t columns, std::size_t inner, MatrixView a, MatrixView b, float* y, std::size_t stride,
             bool adds) {
    if (Sgemm* const multiply = sgemm()) {  // by rows, y = a · b; read by columns, yᵀ = bᵀ · aᵀ
        const int m = static_cast<int>(columns), n = static_cast<int>(rows), k = static_cast<int>(inner);
        const int stride_a = static_cast<int>(a.stride), stride_b = static_cast<int>(b.stride), stride_y = static_cast<int>(stride);
        const float one = 1, kept = adds ? 1 : 0;
        multiply(b.is_turned ? "T" : "N", a.is_turned ? "T" : "N", &m, &n, &k, &one, b.first, &stride_b, a.first, &stride_a, &kept, y,
                 &stride_y);
        return;
    }
    at::Tensor into = tensor({y, stride}, rows, columns);
    const at::Tensor left = tensor(a, rows, inner), right = tensor(b, inner, columns);
    if (adds)
        into.addmm_(left, right);
    else
        at::mm_out(into, left, right);
}

}  // namespace rif::nn
