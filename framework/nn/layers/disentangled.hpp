// DeBERTa's disentangled attention (He et al. 2021, "DeBERTa"; v2 and v3): content meets relative position in both directions.
#pragma once

#include <rif/nn/config.hpp>
#include <rif/nn/layers/attention.hpp>

namespace rif::nn {

/// Distances up to half the buckets as they are, farther ones in buckets that grow by a constant factor up to `farthest`; the sign is kept.
/// buckets below 1: the distance itself.
std::int64_t log_bucket(std::int64_t distance, std::int64_t buckets, std::int64_t farthest);

/// prefix: "deberta."; config: of a DeBERTa with relative attention. Positions are projected once, here, for every layer.
std::unique_ptr<PositionScores> disentangled(const Checkpoint& from, const std::string& prefix, const Config& config);

}  // namespace rif::nn
