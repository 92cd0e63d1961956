#include <rif/nn/bench/bare_products.hpp>

#include <algorithm>
#include <numeric>

#include <rif/base/random.hpp>
#include <rif/nn/layers/packed.hpp>
#include <rif/nn/ops/product.hpp>
#include <rif/nn/ops/row_kernels.hpp>

namespace rif::nn {

namespace {

/// Small numbers that are no subnormals: some BLAS take longer for those.
std::vector<float> some_numbers(std::size_t count) {
    Random random = stream(0, {"bare products"});
    std::vector<float> result(count);
    for (float& value : result) value = 0.01F + 1e-6F * static_cast<float>(random.next() & 0xffff);
    return result;
}

/// n numbers to read, the same for all.
const float* input(std::size_t n) {
    static thread_local std::vector<float> numbers;
    if (numbers.size() < n) numbers = some_numbers(n);
    return numbers.data();
}

}  // namespace

BareProducts::BareProducts(const Config& config) : hidden_(config.hidden), heads_(config.heads), wide_(config.intermediate) {
    for (std::size_t i = 0; i < config.layers; ++i) {
        layers_.push_back({some_numbers(hidden_ * 3 * hidden_), some_numbers(hidden_ * hidden_), some_numbers(hidden_ * wide_),
                           some_numbers(wide_ * hidden_)});
    }
}

void BareProducts::attention(std::span<const std::size_t> lengths, bool is_last, const float* all, float* context) const {
    static thread_local Buffer buffer;
    const std::size_t size = hidden_ / heads_, apart = 3 * hidden_;
    for (const std::size_t tokens : lengths) {
        const std::size_t queries = is_last ? 1 : tokens, stride = whole_vectors(queries);
        float* scores = buffer.room(tokens * stride);
        for (std::size_t head = 0; head < heads_; ++head) {
            const float* own = all + head * size;
            product(tokens, queries, size, {own + hidden_, apart}, {own, apart, true}, scores, stride, false);
            product(queries, size, tokens, {all, stride, true}, {own + 2 * hidden_, apart}, context + head * size, hidden_, false);
        }
    }
}

void BareProducts::run(std::span<const std::size_t> lengths, std::size_t fewest_rows) const {
    static thread_local Buffer result, context;
    const std::size_t rows = std::max(fewest_rows, std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
    const std::size_t longest = *std::ranges::max_element(lengths);
    const float* x = input(std::max(rows * std::max(3 * hidden_, wide_), longest * whole_vectors(longest)));
    float* y = result.room(rows * std::max(3 * hidden_, wide_));
    float* mixed = context.room(rows * hidden_);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Layer& layer = layers_[i];
        const bool is_last = i + 1 == layers_.size();
        const std::size_t count = is_last ? std::max(fewest_rows, lengths.size()) : rows;
        if (is_last) {
            product(count, hidden_, hidden_, {x, hidden_}, {layer.projections.data(), 3 * hidden_}, y, hidden_, false);
            product(rows, 2 * hidden_, hidden_, {x, hidden_}, {layer.projections.data() + hidden_, 3 * hidden_}, y, 2 * hidden_, false);
        } else {
            product(rows, 3 * hidden_, hidden_, {x, hidden_}, {layer.projections.data(), 3 * hidden_}, y, 3 * hidden_, false);
        }
        attention(lengths, is_last, x, mixed);
        product(count, hidden_, hidden_, {x, hidden_}, {layer.output.data(), hidden_}, y, hidden_, false);
        product(count, wide_, hidden_, {x, hidden_}, {layer.up.data(), wide_}, y, wide_, false);
        product(count, hidden_, wide_, {x, wide_}, {layer.down.data(), hidden_}, y, hidden_, false);
    }
}

}  // namespace rif::nn
