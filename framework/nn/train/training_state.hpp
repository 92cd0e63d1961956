// Where a training stands after an epoch: what it needs to go on as if it had never been interrupted, in one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <rif/nn/train/adamw.hpp>

namespace rif::nn {

struct TrainingState {
    TrainingState(ParameterSet beginning, AdamWSettings settings) : parameters(std::move(beginning)), optimiser(parameters, settings) {}

    ParameterSet parameters;
    AdamW optimiser;
    std::uint64_t epochs = 0;      // done
    std::uint64_t best_epoch = 0;  // counted from 1; 0: none yet, or nothing is validated
    double best_accuracy = 0, best_loss = 0;
    std::vector<std::vector<float>> best;  // the values of the best epoch, by parameter; empty where it is the present one

    /// key: hash of everything that the training depends on. errors: rif::Error "cannot-write".
    void save(const std::filesystem::path& file, const std::string& key) const;
    /// Takes what save() wrote under the same key. What is not there, damaged or of another training is left alone.
    /// returns: whether something was taken.
    bool restore(const std::filesystem::path& file, const std::string& key);
};

}  // namespace rif::nn
