// Adam, one parameter at a time, whole or by rows.
// Source: Kingma & Ba 2015, algorithm 1. By rows: only rows with a gradient move, each with a step count of its own, so that a rare
// word's first step is as long as a frequent one's.
#pragma once

#include <memory>

namespace at {
class Tensor;
}

namespace rif::nn {

struct AdamSettings {
    double rate = 0.001;
    double beta1 = 0.9, beta2 = 0.999;
    double epsilon = 1e-8;
};

class Adam {
public:
    /// parameter: float32, [n] or [n, width]; changed in place by the steps. It shares its memory with the caller's.
    Adam(const at::Tensor& parameter, AdamSettings settings);
    ~Adam();
    Adam(Adam&&) noexcept;

    /// gradient: of the parameter's shape.
    void step(const at::Tensor& gradient);
    /// rows: int64, [k], distinct. gradient: [k, width].
    void step_rows(const at::Tensor& rows, const at::Tensor& gradient);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace rif::nn
