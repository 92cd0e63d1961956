// MPNet's relative positions: one number for each head and distance bucket, the same in every layer (Song et al. 2020; buckets of T5).
#pragma once

#include <rif/nn/config.hpp>
#include <rif/nn/layers/attention.hpp>

namespace rif::nn {

/// The bucket of key position less query position. Half of the buckets are for each direction; in each half the first half holds single
/// distances, the rest grow by a constant factor up to 128, and all that is farther shares the last.
std::int64_t relative_bucket(std::int64_t key_less_query, std::int64_t buckets);

/// table: name of the [buckets, heads] tensor.
std::unique_ptr<PositionScores> relative_bias(const Checkpoint& from, const std::string& table, const Config& config);

}  // namespace rif::nn
