// The whole classifier once more, written plainly for training: texts beside each other, nothing in place, dropout, every step one that
// gradients go through. The layers in layers/ compute the same for one text as fast as they can; a test holds both to the same logits.
#pragma once

#include <optional>
#include <string>

#include <rif/base/random.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/train/text_block.hpp>

namespace at {
class Tensor;
}

namespace rif::nn {

/// The tensors that a forward pass reads, by name.
class Leaves {
public:
    virtual ~Leaves() = default;
    virtual at::Tensor of(const std::string& name) const = 0;
    /// The rows of the word table that the block's words have, [words, embedding].
    virtual at::Tensor words() const = 0;
};

/// Each number is 0 with probability `share`, else divided by 1 - share (Srivastava et al. 2014).
struct Dropout {
    double share = 0;
    Random random{0};
};

/// dropout: null for none. Where it stands: after the embeddings, on attention's weights, before both residuals of a layer and before the
/// linear layers of the head, as in the families' own code.
/// returns: logits, [texts, labels].
at::Tensor forward(const Config& config, const Leaves& leaves, const TextBlock& block, Dropout* dropout);

}  // namespace rif::nn
