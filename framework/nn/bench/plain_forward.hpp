// BERT on libtorch as a textbook writes it, for comparison: batches padded to their longest text, a mask, no thought of speed.
#pragma once

#include <memory>
#include <span>

#include <rif/base/matrix.hpp>
#include <rif/nn/checkpoint.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/models/encoder.hpp>

namespace rif::nn {

class PlainForward {
public:
    /// config: of a BERT that classifies. errors: rif::Error "missing-tensor", "wrong-tensor".
    PlainForward(const Checkpoint& from, const Config& config);
    /// One padded batch, on as many threads as torch has in this thread.  returns: [texts, labels].
    Matrix logits(std::span<const TokenIds> batch) const;

private:
    struct Weights;
    Config config_;
    std::shared_ptr<const Weights> weights_;
};

/// Torch's threads in the calling thread, from now on.
void torch_threads(std::size_t threads);

}  // namespace rif::nn
