// Trains a transformer to classify texts: AdamW on the cross-entropy, warm-up, clipping, dropout, early stopping; goes on where it was
// interrupted. A batch is computed in shares of fixed size whose gradients are summed in order: the same data, settings and seed give the
// same bytes on any number of threads.
#pragma once

#include <functional>
#include <optional>

#include <rif/api/model.hpp>
#include <rif/nn/train/new_checkpoint.hpp>

namespace rif::nn {

struct ClassifierTraining {
    std::size_t epochs = 3;
    std::size_t batch = 32;  // examples a step
    double rate = 5e-4;      // AdamW's largest
    double weight_decay = 0.01;
    double warmup = 0.1;  // share of all steps in which the rate grows
    double clip = 1;      // largest norm of a step's gradient
    double dropout = 0.1;
    bool balances_classes = false;          // every label weighs the same in the loss, however rare
    double validation = 0.1;                // share of the examples of each label that is not trained on and says which epoch is best
    std::optional<std::size_t> patience;    // epochs without a better one after which training ends
    std::optional<std::size_t> max_length;  // tokens of a text; nothing: what the folder says
    std::string separator;                  // where it stands in a text, that is two texts; empty: every text is one
    std::uint64_t seed = 0;
    std::size_t threads = 1;
};

/// What a network begins as: drawn with a shape, or the checkpoint in a folder. Its last layer is kept where the labels are the same.
struct Beginning {
    NetworkShape shape;
    std::filesystem::path checkpoint;  // empty: from scratch
};

struct EpochNote {
    std::size_t epoch = 0, epochs = 0;  // counted from 1
    double loss = 0;                    // mean over the epoch's examples
    std::optional<double> validation_accuracy, validation_loss;
    std::size_t validation_examples = 0;
    double seconds = 0;
    bool is_last = false;  // by patience, or because it is the last of all
};

/// Called from the thread that trains; each may throw to end the training, which can then go on later.
struct TrainingCalls {
    /// examples passed of those that all epochs pass; note: "epoch 2 of 3, loss 0.312, 14 s left".
    std::function<void(std::size_t done, std::size_t total, const std::string& note)> progress;
    std::function<void(const EpochNote&)> epoch;
};

struct TrainingResult {
    std::size_t best_epoch = 0;  // whose weights are kept
    std::optional<double> held_out_accuracy;
};

/// Name of the folder, inside the one that is given, in which an unfinished training keeps how far it is.
constexpr const char* k_unfinished = "unfinished";

/// folder: exists; empty but for k_unfinished. After an end that is no interruption it holds a checkpoint in the published layout.
/// errors: rif::Error "no-examples"; "loss-not-finite" with what to lower; those of begin_checkpoint, Checkpoint and TextInput.
TrainingResult train_classifier(const TrainingData& data, const Beginning& beginning, const ClassifierTraining& settings,
                                const std::filesystem::path& folder, const TrainingCalls& calls);

}  // namespace rif::nn
