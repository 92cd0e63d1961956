#include <rif/nn/layers/relative_bias.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

namespace {

constexpr double k_farthest = 128;  // tokens; fixed in its authors' code

class RelativeBias final : public PositionScores {
public:
    RelativeBias(at::Tensor table, std::size_t longest)
        : buckets_(table.size(0)), heads_(table.size(1)), longest_(longest), table_(std::move(table)) {
        const auto most = static_cast<std::int64_t>(longest) - 1;
        for (std::int64_t head = 0; head < heads_; ++head) {
            for (std::int64_t query_less_key = -most; query_less_key <= most; ++query_less_key)
                by_distance_.push_back(table_.data_ptr<float>()[relative_bucket(-query_less_key, buckets_) * heads_ + head]);
        }
    }

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

    void add(std::size_t, std::size_t head, const HeadView& view, float* scores, std::size_t stride, Scratch&) const override {
        const float* middle = by_distance_.data() + head * (2 * longest_ - 1) + longest_ - 1;
        for (std::size_t j = 0; j < view.tokens; ++j) {
            const float* bias = middle - j;
            for (std::size_t i = 0; i < view.queries; ++i) scores[j * stride + i] += bias[i];
        }
    }

private:
    std::int64_t buckets_, heads_;
    std::size_t longest_;
    at::Tensor table_;                // [buckets, heads]
    std::vector<float> by_distance_;  // [heads, 2 · longest - 1], by query less key
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

std::unique_ptr<PositionScores> relative_bias(const Checkpoint& from, const std::string& table, const Config& config) {
    return std::make_unique<RelativeBias>(parameter(from, table, {config.relative_buckets, config.heads}), config.longest());
}

}  // namespace rif::nn
