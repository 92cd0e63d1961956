// Self-attention of one text (Vaswani et al. 2017): no mask, since no text is padded.
#pragma once

#include <memory>
#include <string>

#include <rif/nn/layers/linear.hpp>
#include <rif/nn/layers/packed.hpp>

namespace rif::nn {

/// For which tokens a layer's output is wanted: where the head reads nothing else, the last layer is computed for the first alone.
enum class Rows { all, first };

/// One head of one text, in plain memory.
struct HeadView {
    const float* q;  // [queries, head], its rows `q_stride` apart; divided already
    std::size_t q_stride, queries;
    const float* k;  // [tokens, head]
    std::size_t k_stride, tokens;
    std::size_t size;  // of a head
};

/// What relative positions add to the scores of a layer.
class PositionScores {
public:
    virtual ~PositionScores() = default;
    /// What the product of queries and keys is divided by. head_size: of one head.
    virtual double divisor(std::size_t head_size) const = 0;
    /// scores: [heads, rows, tokens]; q: [heads, rows, head], divided already; k: [heads, tokens, head].  returns: [heads, rows, tokens].
    virtual at::Tensor add(std::size_t layer, const at::Tensor& scores, const at::Tensor& q, const at::Tensor& k) const = 0;
    /// The same in plain memory, for one head. scores: [tokens, queries], its rows `stride` apart; the queries are a text's first tokens.
    virtual void add(std::size_t layer, std::size_t head, const HeadView& view, float* scores, std::size_t stride,
                     Scratch& scratch) const = 0;
};

struct AttentionNames {
    std::string query, key, value, output;  // of the linear layers
};

class Attention {
public:
    /// positions: not owned, or null where positions stand in the embeddings. layer: its number.
    Attention(const Checkpoint& from, const AttentionNames& names, std::size_t hidden, std::size_t heads, std::size_t layer,
              const PositionScores* positions);
    /// x: [tokens, hidden].  returns: [rows, hidden], before the residual is added.
    at::Tensor operator()(const at::Tensor& x, Rows rows) const;
    /// The same for packed texts, in plain memory, each text attending to itself alone; the residual is added. x: [packed.rows, hidden];
    /// wanted: x, or for Rows::first its texts' first rows, [packed.first_rows, hidden].  y: as many rows as `wanted`.
    void apply(const Packed& packed, const float* x, Rows rows, const float* wanted, float* y, Scratch& scratch) const;

    const Linear& projections() const { return projections_; }

private:
    void attend(HeadView view, std::size_t head, const float* v, float* context, Scratch& scratch) const;

    std::size_t hidden_, heads_, layer_;
    const PositionScores* positions_;
    Linear projections_;  // query, key and value, side by side
    Linear output_;
};

}  // namespace rif::nn
