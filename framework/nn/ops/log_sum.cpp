#include <rif/nn/ops/log_sum.hpp>

#include <algorithm>
#include <cmath>

namespace rif::nn {

double log_sum_exp(std::span<const float> logits) {
    const auto highest = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - highest);
    return highest + std::log(sum);
}

}  // namespace rif::nn
