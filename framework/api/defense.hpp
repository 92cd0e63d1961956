// Role defense: trains a model again against what attacks found (measures, section 8).
#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include <rif/api/arguments.hpp>
#include <rif/api/model.hpp>
#include <rif/api/results.hpp>

namespace rif {

/// What a defense works with. attack: searches the given training individuals with the defense's attack and targets.
struct DefenseInput {
    const Model* victim = nullptr;
    std::filesystem::path victim_folder;  // its trained weights; empty where it was not trained here
    const TrainingData* training = nullptr;
    std::function<std::vector<PairRecord>(std::span<const Individual>)> attack;
};

/// Writes the weights of the hardened model to `folder`, in the form that the victim's `load` reads. Called from one thread.
class Defense : public Component {
public:
    ~Defense() override;
    virtual void harden(const DefenseInput& input, const std::filesystem::path& folder, Progress& progress) const = 0;
};

}  // namespace rif
