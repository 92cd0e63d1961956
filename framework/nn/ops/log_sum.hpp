// From logits to log-probabilities.
#pragma once

#include <span>

namespace rif::nn {

/// log(sum(exp(logits))), in double; a logit less it is a log-probability. logits: at least one, finite.
double log_sum_exp(std::span<const float> logits);

}  // namespace rif::nn
