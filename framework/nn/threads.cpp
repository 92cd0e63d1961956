#include <rif/nn/threads.hpp>

#include <ATen/Parallel.h>

namespace rif::nn {

void one_thread() {
    static thread_local bool done = false;
    if (done) return;
    at::set_num_threads(1);  // OpenMP's number is the calling thread's own; the OpenMP build of OpenBLAS follows it
    done = true;
}

}  // namespace rif::nn
