// Settings -> live components: each block made once for each set of settings it is used with, with what it names.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <rif/api/dataset.hpp>
#include <rif/api/model.hpp>
#include <rif/engine/kept_folder.hpp>
#include <rif/engine/plan.hpp>

namespace rif {

/// What a data set came to, after split, limit and order.
struct LoadedData {
    std::vector<std::string> labels;
    std::vector<Individual> individuals;
    std::map<std::string, std::size_t> skipped;  // input rows that are no individual, by reason
    std::size_t rows = 0;                        // individuals and skipped rows of the whole input
    std::string label_counts;                    // "nurse 40, surgeon 38"
    std::string fingerprint;                     // of ids, texts and labels
};

/// How a model came to its weights, for printing.
struct TrainingNote {
    bool trained = false;  // now; false: kept from an earlier run
    bool kept = true;      // for the next run
    double seconds = 0;
    std::size_t examples = 0;
};

class Assembly {
public:
    /// run_dataset: the data set that a model trains on where its `train` names none; null: it has to name one.
    Assembly(const dsl::Experiment& experiment, std::shared_ptr<const Services> services, const std::filesystem::path& cache_folder);

    /// The component as it was constructed; a model is not trained. errors: whatever the host refuses and the constructor throws, at the
    /// block's place.
    template <class T>
    std::shared_ptr<T> make(const dsl::Block& block, const ChangedSettings& changed) {
        return std::dynamic_pointer_cast<T>(component(block, changed, nullptr));
    }
    /// A model ready to predict: trained or taken from the cache where its block has a group `train`.
    std::shared_ptr<const Model> model(const dsl::Block& block, const ChangedSettings& changed, const dsl::Block* run_dataset);
    /// part: "" for what the block's own `split` says, else "train", "test" or "all".
    std::shared_ptr<const LoadedData> data(const dsl::Block& dataset, const ChangedSettings& changed, const std::string& part = {});

    Arguments arguments(const dsl::Block& block, const ChangedSettings& changed, const dsl::Block* run_dataset = nullptr);
    /// By block's address; only models with a `train` group.
    const std::map<std::string, TrainingNote>& training_notes() const { return notes_; }
    /// Called with (what, done, total) while something long is made.
    std::function<void(const std::string&, std::size_t, std::size_t)> on_progress;

private:
    std::shared_ptr<Component> component(const dsl::Block& block, const ChangedSettings& changed, const dsl::Block* run_dataset);
    std::string key(const dsl::Block& block, const ChangedSettings& changed, const dsl::Block* run_dataset) const;
    void train(const dsl::Block& block, const ChangedSettings& changed, const dsl::Block* run_dataset, Model& model);
    TrainingData training_data(const dsl::Block& block, const Arguments& group, const ChangedSettings& changed,
                               const dsl::Block* run_dataset);

    const dsl::Experiment& experiment_;
    std::shared_ptr<const Services> services_;
    KeptFolders models_;
    std::map<std::string, std::shared_ptr<Component>> made_;
    std::map<std::string, std::shared_ptr<const Model>> ready_;
    std::map<std::string, std::shared_ptr<const LoadedData>> data_;
    std::map<std::string, TrainingNote> notes_;
};

}  // namespace rif
