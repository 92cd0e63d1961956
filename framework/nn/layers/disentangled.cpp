#include <rif/nn/layers/disentangled.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/gather.h>
#include <c10/core/InferenceMode.h>
#include <fmt/core.h>

#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/product.hpp>

namespace rif::nn {

namespace {

/// Which rows of the relative embeddings a text of some length meets, and which one at each place.
struct Places {
    std::int64_t first, count;
    at::Tensor index;   // [rows, tokens], counted from `first`
    at::Tensor turned;  // [tokens, rows]
};

class Disentangled final : public PositionScores {
public:
    Disentangled(const Checkpoint& from, const std::string& prefix, const Config& config)
        : deberta_(config.deberta),
          span_(deberta_.buckets > 0 ? deberta_.buckets : deberta_.farthest),
          terms_(1 + (deberta_.content_to_position ? 1 : 0) + (deberta_.position_to_content ? 1 : 0)) {
        const std::size_t rows = 2 * static_cast<std::size_t>(span_);
        at::Tensor embeddings = parameter(from, prefix + "encoder.rel_embeddings.weight", {rows, config.hidden});
        if (deberta_.norms_positions)
            embeddings = LayerNorm(from, prefix + "encoder.LayerNorm", config.hidden, config.norm_epsilon)(embeddings);
        const auto heads = static_cast<std::int64_t>(config.heads), size = static_cast<std::int64_t>(config.hidden / config.heads);
        const auto project = [&](const std::string& name, double scale) {  // -> [heads, head, 2 · span]
            const Linear layer(from, std::vector{name}, config.hidden, {config.hidden}, scale);
            return layer(embeddings).view({2 * span_, heads, size}).permute({1, 2, 0}).contiguous();
        };
        for (std::size_t i = 0; i < config.layers; ++i) {
            const std::string self =
                fmt::format("{}encoder.layer.{}.attention.self.{}", prefix, i, deberta_.shares_projections ? "" : "pos_");
            if (deberta_.content_to_position) keys_.push_back(project(self + "key_proj", 1));
            if (deberta_.position_to_content) queries_.push_back(project(self + "query_proj", 1 / divisor(config.hidden / config.heads)));
        }
        middle_ = config.longest() - 1;
        for (std::size_t i = 0; i < 2 * config.longest() - 1; ++i)
            rows_.push_back(static_cast<std::int32_t>(row(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(middle_))));
    }

    void add(std::size_t layer, std::size_t head, const HeadView& view, float* scores, std::size_t stride,
             Scratch& scratch) const override {
        const std::int32_t* row = rows_.data() + middle_;  // by distance
        const std::int32_t first = row[1 - static_cast<std::ptrdiff_t>(view.tokens)];
        const std::size_t all = 2 * static_cast<std::size_t>(span_);
        const auto count = static_cast<std::size_t>(row[static_cast<std::ptrdiff_t>(view.queries) - 1] - first + 1);
        const auto projected = [&](const std::vector<at::Tensor>& by_layer) -> MatrixView {  // [head, count]
            return {by_layer[layer].data_ptr<float>() + head * view.size * all + static_cast<std::size_t>(first), all};
        };
        if (deberta_.content_to_position) {
            float* met = scratch.terms.room(view.queries * count);  // [queries, count]
            product(view.queries, count, view.size, {view.q, view.q_stride}, projected(keys_), met, count, false);
            for (std::size_t j = 0; j < view.tokens; ++j) {
                const std::int32_t* at = row - j;
                for (std::size_t i = 0; i < view.queries; ++i)
                    scores[j * stride + i] += met[i * count + static_cast<std::size_t>(at[i] - first)];
            }
        }
        if (deberta_.position_to_content) {
            float* met = scratch.terms.room(view.tokens * count);  // [tokens, count]
            product(view.tokens, count, view.size, {view.k, view.k_stride}, projected(queries_), met, count, false);
            for (std::size_t j = 0; j < view.tokens; ++j) {
                const std::int32_t* at = row - j;
                for (std::size_t i = 0; i < view.queries; ++i)
                    scores[j * stride + i] += met[j * count + static_cast<std::size_t>(at[i] - first)];
            }
        }
    }

    double divisor(std::size_t head_size) const override { return std::sqrt(static_cast<double>(head_size) * terms_); }

    at::Tensor add(std::size_t layer, const at::Tensor& scores, const at::Tensor& q, const at::Tensor& k) const override {
        const std::int64_t heads = scores.size(0), rows = scores.size(1), tokens = scores.size(2);
        const Places& places = of_length(rows, tokens);
        at::Tensor result = scores;
        if (deberta_.content_to_position) {
            const at::Tensor all = at::bmm(q, keys_[layer].narrow(2, places.first, places.count));  // [heads, rows, places]
            result = result.add(at::gather(all, 2, places.index.expand({heads, rows, tokens})));
        }
        if (deberta_.position_to_content) {
            const at::Tensor all = at::bmm(k, queries_[layer].narrow(2, places.first, places.count));  // [heads, tokens, places]
            result = result.add(at::gather(all, 2, places.turned.expand({heads, tokens, rows})).transpose(1, 2));
        }
        return result;
    }

private:
    /// The row of the relative embeddings for a query `distance` tokens behind its key.
    std::int64_t row(std::int64_t distance) const {
        return std::clamp<std::int64_t>(log_bucket(distance, deberta_.buckets, deberta_.farthest) + span_, 0, 2 * span_ - 1);
    }

    /// Computed once for a length; kept, since a map's entries stay where they are.
    const Places& of_length(std::int64_t rows, std::int64_t tokens) const {
        const std::scoped_lock lock(mutex_);
        const auto [at, is_new] = known_.try_emplace({rows, tokens});
        if (is_new) at->second = make(rows, tokens);
        return at->second;
    }

    Places make(std::int64_t rows, std::int64_t tokens) const {
        const c10::InferenceMode plain(false);  // what gradients need later may not be made in inference mode
        Places result{row(1 - tokens), 0, at::empty({rows, tokens}, at::kLong), {}};
        result.count = row(rows - 1) - result.first + 1;
        std::int64_t* value = result.index.data_ptr<std::int64_t>();
        for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < tokens; ++j) *value++ = row(i - j) - result.first;
        }
        result.turned = result.index.t().contiguous();
        return result;
    }

    DebertaConfig deberta_;
    std::int64_t span_;
    double terms_;
    std::vector<at::Tensor> keys_, queries_;  // by layer, [heads, head, 2 · span]; queries are divided already
    std::vector<std::int32_t> rows_;          // of the relative embeddings, by distance; 0 stands at middle_
    std::size_t middle_ = 0;
    mutable std::mutex mutex_;
    mutable std::map<std::pair<std::int64_t, std::int64_t>, Places> known_;
};

}  // namespace

std::int64_t log_bucket(std::int64_t distance, std::int64_t buckets, std::int64_t farthest) {
    if (buckets < 1) return distance;
    const std::int64_t middle = buckets / 2, length = std::abs(distance);
    if (length <= middle || middle < 1) return distance;
    const float share = std::log(static_cast<float>(length) / static_cast<float>(middle)) /
                        std::log(static_cast<float>(farthest - 1) / static_cast<float>(middle));  // float32, as its authors' code
    const auto bucket = static_cast<std::int64_t>(std::ceil(share * static_cast<float>(middle - 1))) + middle;
    return distance < 0 ? -bucket : bucket;
}

std::unique_ptr<PositionScores> disentangled(const Checkpoint& from, const std::string& prefix, const Config& config) {
    return std::make_unique<Disentangled>(from, prefix, config);
}

}  // namespace rif::nn
