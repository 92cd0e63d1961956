// Self-attention of one text (Vaswani et al. 2017): no mask, since no text is padded.
#pragma once

#include <memory>
#include <string>

#include <rif/nn/layers/linear.hpp>

namespace rif::nn {

/// For which tokens a layer's output is wanted: where the head reads nothing else, the last layer is computed for the first alone.
enum class Rows { all, first };

/// What relative positions add to the scores of a layer.
class PositionScores {
public:
    virtual ~PositionScores() = default;
    /// What the product of queries and keys is divided by. head_size: of one head.
    virtual double divisor(std::size_t head_size) const = 0;
    /// scores: [heads, rows, tokens]; q: [heads, rows, head], divided already; k: [heads, tokens, head].  returns: [heads, rows, tokens].
    virtual at::Tensor add(std::size_t layer, const at::Tensor& scores, const at::Tensor& q, const at::Tensor& k) const = 0;
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

private:
    std::size_t hidden_, heads_, layer_;
    const PositionScores* positions_;
    Linear projections_;  // query, key and value, side by side
    Linear output_;
};

}  // namespace rif::nn
