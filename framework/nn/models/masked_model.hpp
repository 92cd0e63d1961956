// Masked language models of BERT and RoBERTa: what could stand at a place of a text.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <rif/base/matrix.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/models/encoder.hpp>

namespace rif::nn {

class MaskedModel {
public:
    /// errors: rif::Error of read_config, Checkpoint and Encoder; "no-masked-head" for a checkpoint that was published without one.
    static MaskedModel load(const std::filesystem::path& folder);

    const Config& config() const { return config_; }
    /// positions: of tokens, from 0, special ones counted.  returns: [positions, vocabulary], logits.
    /// errors: rif::Error "empty-input", "too-long", "unknown-token", "no-such-position".
    Matrix logits(const TokenIds& input, std::span<const std::size_t> positions) const;

private:
    struct Head;
    Config config_;
    std::shared_ptr<const Encoder> encoder_;
    std::shared_ptr<const Head> head_;
};

/// The `most` highest of a row of logits, best first; of equal ones the earlier.
std::vector<std::size_t> best_tokens(std::span<const float> logits, std::size_t most);

}  // namespace rif::nn
