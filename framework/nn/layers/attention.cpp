#include <rif/nn/layers/attention.hpp>

#include <algorithm>
#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/softmax.h>

#include <rif/nn/ops/product.hpp>
#include <rif/nn/ops/row_kernels.hpp>

namespace rif::nn {

namespace {

double divisor(const PositionScores* positions, std::size_t head_size) {
    return positions ? positions->divisor(head_size) : std::sqrt(static_cast<double>(head_size));
}

/// part: of the axis of projections. x: [tokens, parts · hidden].  returns: [heads, tokens, head].
at::Tensor heads_of(const at::Tensor& x, std::int64_t part, std::int64_t hidden, std::int64_t heads) {
    return x.narrow(1, part * hidden, hidden).view({x.size(0), heads, hidden / heads}).transpose(0, 1);
}

}  // namespace

Attention::Attention(const Checkpoint& from, const AttentionNames& names, std::size_t hidden, std::size_t heads, std::size_t layer,
                     const PositionScores* positions)
    : hidden_(hidden),
      heads_(heads),
      layer_(layer),
      positions_(positions),
      projections_(from, {names.query, names.key, names.value}, hidden, {hidden, hidden, hidden}, 1 / divisor(positions, hidden / heads)),
      output_(from, names.output, hidden, hidden) {}

at::Tensor Attention::operator()(const at::Tensor& x, Rows rows) const {
    const auto hidden = static_cast<std::int64_t>(hidden_), heads = static_cast<std::int64_t>(heads_);
    at::Tensor q, k, v;
    if (rows == Rows::all) {
        const at::Tensor all = projections_(x);  // [tokens, 3 · hidden]
        q = heads_of(all, 0, hidden, heads), k = heads_of(all, 1, hidden, heads), v = heads_of(all, 2, hidden, heads);
    } else {
        q = heads_of(projections_.part(x.narrow(0, 0, 1), 0, hidden_), 0, hidden, heads);
        const at::Tensor both = projections_.part(x, hidden_, 2 * hidden_);  // [tokens, 2 · hidden]
        k = heads_of(both, 0, hidden, heads), v = heads_of(both, 1, hidden, heads);
    }
    at::Tensor scores = at::bmm(q, k.transpose(1, 2));  // [heads, rows, tokens]
    if (positions_) scores = positions_->add(layer_, scores, q, k);
    const at::Tensor mixed = at::bmm(at::softmax(scores, -1), v);            // [heads, rows, head]
    return output_(mixed.transpose(0, 1).reshape({mixed.size(1), hidden}));  // [rows, hidden]
}

/// v: [tokens, head], as far apart as the keys; context: [queries, head], its rows `hidden_` apart.
void Attention::attend(HeadView view, std::size_t head, const float* v, float* context, Scratch& scratch) const {
    const std::size_t stride = whole_vectors(view.queries);
    float* scores = scratch.scores.room(view.tokens * stride);
    product(view.tokens, view.queries, view.size, {view.k, view.k_stride}, {view.q, view.q_stride, true}, scores, stride, false);
    if (positions_) positions_->add(layer_, head, view, scores, stride, scratch);
    softmax_columns(scores, view.tokens, view.queries, stride);
    product(view.queries, view.size, view.tokens, {scores, stride, true}, {v, view.k_stride}, context, hidden_, false);
}

void Attention::apply(const Packed& packed, const float* x, Rows rows, const float* wanted, float* y, Scratch& scratch) const {
    const bool is_all = rows == Rows::all;
    const std::size_t count = is_all ? packed.rows : packed.first_rows, used = is_all ? packed.used() : packed.texts();
    const std::size_t parts = is_all ? 3 : 2, size = hidden_ / heads_;
    float* all = scratch.projections.room(packed.rows * parts * hidden_);  // query, key and value, or key and value
    const float* queries = all;
    if (is_all) {
        projections_.apply(x, packed.rows, all);
    } else {
        float* own = scratch.queries.room(count * hidden_);
        projections_.apply_part(wanted, count, 0, hidden_, own);
        projections_.apply_part(x, packed.rows, hidden_, 2 * hidden_, all);
        queries = own;
    }
    float* context = scratch.context.room(count * hidden_);  // [count, hidden]
    std::fill_n(context + used * hidden_, (count - used) * hidden_, 0.0F);
    for (std::size_t text = 0; text < packed.texts(); ++text) {
        const std::size_t begin = packed.begins[text], tokens = packed.tokens(text), first = is_all ? begin : text;
        const float* keys = all + begin * parts * hidden_ + (parts - 2) * hidden_;
        for (std::size_t head = 0; head < heads_; ++head) {
            const std::size_t column = head * size, q_stride = is_all ? 3 * hidden_ : hidden_;
            const HeadView view{
                queries + first * q_stride + column, q_stride, is_all ? tokens : 1, keys + column, parts * hidden_, tokens, size};
            attend(view, head, keys + hidden_ + column, context + first * hidden_ + column, scratch);
        }
    }
    output_.apply(context, count, y, wanted);
}

}  // namespace rif::nn
