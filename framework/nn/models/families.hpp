// How each family of encoders names its tensors: the published layouts, as data.
#pragma once

#include <optional>
#include <string>

#include <rif/nn/checkpoint.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/layers/encoder_layer.hpp>

namespace rif::nn {

/// What stands before an encoder's names where a head lies beside it: "bert.".
std::string full_prefix(Family family);
/// "bert." where the checkpoint's names have it, "" where it is a bare encoder.
std::string prefix_of(const Checkpoint& from, Family family);

/// layer: its number.
EncoderLayerNames layer_names(Family family, const std::string& prefix, std::size_t layer);

/// dense, activation, output: what reads the first token's last hidden state.
struct HeadNames {
    std::string dense;
    Activation activation;
    std::string output;
    std::size_t width;  // of what dense gives
};
HeadNames classification_head(const Config& config, const std::string& prefix);

/// dense, activation, norm, then the embedding table turned, and a bias.
struct MaskedHeadNames {
    std::string dense, norm, decoder, bias;
};
/// Nothing where the family's masked layout is not known.
std::optional<MaskedHeadNames> masked_head(Family family);

}  // namespace rif::nn
