// One thread for each worker: what torch, OpenMP and BLAS must be told in every thread that touches a tensor.
#pragma once

namespace rif::nn {

/// Holds torch, OpenMP and BLAS to one thread in the calling thread, from now on. Call it before the thread's first tensor: otherwise
/// each thread gets a team of its own, and the whole runs at a third of its speed or, with small products, at a sixtieth.
void one_thread();

}  // namespace rif::nn
