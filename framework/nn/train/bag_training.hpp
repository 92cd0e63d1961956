// Trains a bag of embeddings by Adam on the cross-entropy, on one thread: the same examples, settings and seed give the same bytes.
#pragma once

#include <functional>

#include <rif/api/model.hpp>
#include <rif/nn/models/embedding_bag.hpp>

namespace rif::nn {

struct BagTraining {
    BagShape shape;
    std::size_t epochs = 8;
    std::size_t batch = 32;              // examples a step
    double rate = 0.002;                 // Adam's
    std::size_t minimum_count = 1;       // a word that is rarer in the training texts is unknown
    std::size_t most_tokens = SIZE_MAX;  // of a text
    std::uint64_t seed = 0;
};

/// examples passed of those that all epochs pass; may throw to end the training.
using TrainingProgress = std::function<void(std::size_t done, std::size_t total)>;

/// start: what to go on from, or nullptr; its vocabulary is kept and added to.
/// errors: rif::Error "no-examples"; "other-labels", "other-shape" where `start` does not fit.
EmbeddingBag trained(const TrainingData& data, const BagTraining& settings, const EmbeddingBag* start, const TrainingProgress& progress);

/// Share of `examples` whose highest score (ties: the smaller index) is their label's; nothing for none.
std::optional<double> accuracy(const EmbeddingBag& bag, std::span<const Example> examples, std::size_t most_tokens = SIZE_MAX);

}  // namespace rif::nn
