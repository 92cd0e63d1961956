#include <rif/nn/train/adam.hpp>

#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

namespace rif::nn {

struct Adam::State {
    AdamSettings settings;
    at::Tensor parameter;      // [n] or [n, width]
    at::Tensor first, second;  // moments, of the parameter's shape
    at::Tensor steps;          // [n, 1]: of each row; one number where the parameter moves as a whole
    double whole_steps = 0;
};

Adam::Adam(const at::Tensor& parameter, AdamSettings settings)
    : state_(std::make_unique<State>(State{settings, parameter, at::zeros_like(parameter), at::zeros_like(parameter),
                                           at::zeros({parameter.size(0), 1}, parameter.options())})) {}
Adam::~Adam() = default;
Adam::Adam(Adam&&) noexcept = default;

void Adam::step(const at::Tensor& gradient) {
    const AdamSettings& s = state_->settings;
    state_->first.mul_(s.beta1).add_(gradient, 1 - s.beta1);
    state_->second.mul_(s.beta2).addcmul_(gradient, gradient, 1 - s.beta2);
    state_->whole_steps += 1;
    const double first_share = 1 - std::pow(s.beta1, state_->whole_steps), second_share = 1 - std::pow(s.beta2, state_->whole_steps);
    const at::Tensor length = state_->second.div(second_share).sqrt_().add_(s.epsilon);
    state_->parameter.addcdiv_(state_->first, length, -s.rate / first_share);
}

void Adam::step_rows(const at::Tensor& rows, const at::Tensor& gradient) {
    const AdamSettings& s = state_->settings;
    const at::Tensor first = state_->first.index_select(0, rows).mul_(s.beta1).add_(gradient, 1 - s.beta1);                  // [k, width]
    const at::Tensor second = state_->second.index_select(0, rows).mul_(s.beta2).addcmul_(gradient, gradient, 1 - s.beta2);  // [k, width]
    const at::Tensor steps = state_->steps.index_select(0, rows).add_(1);                                                    // [k, 1]
    state_->first.index_copy_(0, rows, first);
    state_->second.index_copy_(0, rows, second);
    state_->steps.index_copy_(0, rows, steps);
    const at::Tensor first_share = at::pow(s.beta1, steps).neg_().add_(1), second_share = at::pow(s.beta2, steps).neg_().add_(1);  // [k, 1]
    const at::Tensor length = second.div(second_share).sqrt_().add_(s.epsilon);  // [k, width]
    state_->parameter.index_add_(0, rows, first.div(first_share).div_(length), -s.rate);
}

}  // namespace rif::nn
