// Threads that share the parts of a step: kept for the whole of a training, each held to one thread of torch and BLAS.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace rif::nn {

class Workers {
public:
    /// threads: the calling one included; at least 1.
    explicit Workers(std::size_t threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Calls `work(i)` for i in [0, total), each once, handed out in order. Returns when all have ended; the first exception is rethrown.
    void each(std::size_t total, const std::function<void(std::size_t)>& work);

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace rif::nn
