#include <rif/nn/layers/relative_bias.hpp>

#include <algorithm>
#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

namespace {

constexpr double k_farthest = 128;  // tokens; fixed in its authors' code

class RelativeBias final : public PositionScores {
public:
    RelativeBias(at::Tensor table) : buckets_(table.size(0)), heads_(table.size(1)), table_(std::move(table)) {}

    double divisor(std::size_t head_size) const override { return std::sqrt(static_cast<double>(head_size)); }

    at::Tensor add(std::size_t, const at::Tensor& scores, const at::Tensor&, const at::Tensor&) const override {
        const std::int64_t rows = scores.size(1), tokens = scores.size(2);
        at::Tensor bias = at::empty({heads_, rows, tokens}, at::kFloat);
        const float* table = table_.data_ptr<float>();
        float* value = bias.data_ptr<float>();
        for (std::int64_t head = 0; head < heads_; ++head) {
            for (std::int64_t row = 0; row < rows; ++row) {
                for (std::int64_t token = 0; token < tokens; ++token)
                    *value++ = table[relative_bucket(token - row, buckets_) * heads_ + head];
            }
        }
        return scores.add(bias);
    }

private:
    std::int64_t buckets_, heads_;
    at::Tensor table_;  // [buckets, heads]
};

}  // namespace

std::int64_t relative_bucket(std::int64_t key_less_query, std::int64_t buckets) {
    const std::int64_t half = buckets / 2, single = half / 2, distance = std::abs(key_less_query), side = key_less_query > 0 ? half : 0;
    if (distance < single) return side + distance;
    const double share =
        std::log(static_cast<double>(distance) / static_cast<double>(single)) / std::log(k_farthest / static_cast<double>(single));
    const auto grown = single + static_cast<std::int64_t>(static_cast<float>(share) * static_cast<float>(half - single));
    return side + std::min(grown, half - 1);
}

std::unique_ptr<PositionScores> relative_bias(const Checkpoint& from, const std::string& table, std::size_t buckets, std::size_t heads) {
    return std::make_unique<RelativeBias>(parameter(from, table, {buckets, heads}));
}

}  // namespace rif::nn
