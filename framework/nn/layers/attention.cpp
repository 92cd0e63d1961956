#include <rif/nn/layers/attention.hpp>

#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/softmax.h>

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

}  // namespace rif::nn
