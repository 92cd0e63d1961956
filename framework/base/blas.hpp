// The BLAS that libtorch finds on this machine, asked without torch.
#pragma once

#include <optional>
#include <string>

namespace rif {

struct Blas {
    std::string path;       // of the library, links followed
    std::string name;       // "OpenBLAS", "reference BLAS" or "another BLAS"
    std::string version;    // "0.3.21", "" where it does not say
    std::string threading;  // "OpenMP", "pthread", "one thread", ""
    std::string kernel;     // "Cooperlake", ""

    /// Rows of a product have the same bits wherever they stand, from 32 rows on (measured: OpenBLAS' kernels of AVX-512 machines).
    bool groups_exactly() const;
    /// The kernel to ask for (OPENBLAS_CORETYPE) where OpenBLAS did not know the processor and took one without AVX; "" where it did well.
    std::string better_kernel() const;
};

/// Opens libblas.so.3 as the dynamic linker finds it. Nothing where there is none.
std::optional<Blas> blas_in_use();

}  // namespace rif
