#include <rif/engine/assemble.hpp>

#include <chrono>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/shell.hpp>
#include <rif/engine/select.hpp>
#include <rif/host/library.hpp>

namespace rif {

namespace {

using dsl::Block;

class ForwardedProgress final : public Progress {
public:
    ForwardedProgress(std::string what, const std::function<void(const std::string&, std::size_t, std::size_t)>& to)
        : what_(std::move(what)), to_(to) {}
    void at(std::size_t done, std::size_t total) override {
        if (to_) to_(note_.empty() ? what_ : what_ + ", " + note_, done, total);
    }
    void note(std::string_view text) override { note_ = text; }

private:
    std::string what_, note_;
    const std::function<void(const std::string&, std::size_t, std::size_t)>& to_;
};

std::string fingerprint_of(const std::vector<std::string>& labels, const std::vector<Individual>& individuals) {
    Hasher hasher;
    for (const std::string& label : labels) hasher.add(label);
    for (const Individual& individual : individuals) hasher.add(individual.id).add(individual.text).add(std::to_string(individual.label));
    return hasher.hex();
}

std::string fingerprint_of(const TrainingData& data) {
    Hasher hasher;
    for (const std::string& label : data.labels) hasher.add(label);
    for (const Example& example : data.examples) hasher.add(example.text).add(std::to_string(example.label));
    return hasher.hex();
}

std::vector<Example> examples_of(const LoadedData& data) {
    std::vector<Example> examples;
    examples.reserve(data.individuals.size());
    for (const Individual& individual : data.individuals) examples.push_back({individual.text, individual.label});
    return examples;
}

/// Hashes of the files and folders that a block's settings name: a changed checkpoint is another one.
std::string contents_of(const Settings& settings) {
    std::string result;
    for (const auto& [key, value] : settings.values) {
        if (!value.resolved_path.empty()) result += key + " " + sha256_of(value.resolved_path) + "\n";
        for (const std::string& path : value.resolved_paths) result += key + " " + sha256_of(path) + "\n";
    }
    for (const CheckedGroup& group : settings.groups) result += contents_of(*group.settings);
    return result;
}

/// What an earlier run kept may have been damaged since. errors: the model's own, with what to remove.
void load_kept(Model& model, const std::filesystem::path& folder, const Block& block) {
    try {
        model.load(folder);
    } catch (const Error& error) {
        throw Error(error.slug(), fmt::format("{}: its kept weights cannot be used: {}", block.address(), error.message()),
                    fmt::format("rm -r {}, and it is trained again", shell_word(folder.string())), block.place);
    }
}

bool is_word(const Settings& settings, std::string_view key, std::string_view word) {
    const CheckedValue* value = settings.find(key);
    return value && value->word.empty() && print(value->value) == word;
}

}  // namespace

Assembly::Assembly(const dsl::Experiment& experiment, std::shared_ptr<const Services> services, const std::filesystem::path& cache_folder)
    : experiment_(experiment),
      services_(std::move(services)),
      models_(cache_folder / "models",
              {[this] { services_->check_cancelled(); }, [this](std::string_view warning) { services_->warn(warning); }}) {}

Arguments Assembly::arguments(const Block& block, const ChangedSettings& changed, const Block* run_dataset) {
    const auto at = changed.find(&block);
    BlockLookup lookup = [this, changed, run_dataset](std::string_view role, std::string_view name) -> std::shared_ptr<Component> {
        const auto known = role_named(role);
        const Block* named = known ? experiment_.find(*known, name) : nullptr;
        return named ? component(*named, changed, run_dataset) : nullptr;
    };
    return Arguments(at == changed.end() ? block.settings : at->second, block.address(), std::move(lookup), services_);
}

std::string Assembly::key(const Block& block, const ChangedSettings& changed, const Block* run_dataset) const {
    std::string key = block.address() + "\n" + canonical_settings(experiment_, block, changed);
    if (block.role == Role::model && run_dataset) key += canonical_settings(experiment_, *run_dataset, changed);
    return key;
}

std::shared_ptr<Component> Assembly::component(const Block& block, const ChangedSettings& changed, const Block* run_dataset) {
    const std::string key = this->key(block, changed, run_dataset);
    if (const auto at = made_.find(key); at != made_.end()) return at->second;
    std::shared_ptr<Component> made = rif::make(*block.plugin, arguments(block, changed, run_dataset));
    made_.emplace(key, made);
    return made;
}

std::shared_ptr<const Model> Assembly::model(const Block& block, const ChangedSettings& changed, const Block* run_dataset) {
    const std::string key = this->key(block, changed, run_dataset);
    if (const auto at = ready_.find(key); at != ready_.end()) return at->second;
    const auto model = std::dynamic_pointer_cast<Model>(component(block, changed, run_dataset));
    train(block, changed, run_dataset, *model);
    ready_.emplace(key, model);
    return model;
}

std::shared_ptr<const LoadedData> Assembly::data(const Block& dataset, const ChangedSettings& changed, const std::string& part) {
    const std::string key = canonical_settings(experiment_, dataset, changed) + part;
    if (const auto at = data_.find(key); at != data_.end()) return at->second;
    const Arguments arguments = this->arguments(dataset, changed);
    const auto source = make<Dataset>(dataset, changed);
    auto loaded = std::make_shared<LoadedData>();
    loaded->labels = source->labels();
    std::vector<Individual> all = source->individuals();
    loaded->skipped = source->skipped();
    loaded->rows = all.size();
    for (const auto& [reason, count] : loaded->skipped) loaded->rows += count;
    const std::optional<Part> which = part_named(part.empty() ? arguments.choice("split") : part);
    const std::optional<std::int64_t> limit = arguments.optional_count("limit");
    const bool limited = part.empty() && limit;  // training uses the whole of its part
    Selection selection = select(std::move(all), loaded->labels, which.value_or(Part::all),
                                 limited ? std::optional<std::size_t>(static_cast<std::size_t>(*limit)) : std::nullopt,
                                 order_named(arguments.choice("order")).value_or(Order::shuffled), services_->seed());
    loaded->label_counts = selection.counts_text(loaded->labels);
    loaded->individuals = std::move(selection.individuals);
    loaded->fingerprint = fingerprint_of(loaded->labels, loaded->individuals);
    data_.emplace(key, loaded);
    return loaded;
}

TrainingData Assembly::training_data(const Block& block, const Arguments& group, const ChangedSettings& changed, const Block* run_dataset) {
    const std::vector<std::string> named = group.has("data") ? group.block_names("data") : std::vector<std::string>();
    const Block* own = named.empty() ? nullptr : experiment_.find(Role::dataset, named.front());
    if (!own && !run_dataset) {
        throw Error("no-training-data", fmt::format("{} is to be trained, and nothing says on which data set", block.address()),
                    "name one: train { data = NAME }", block.place);
    }
    const Block& source = own ? *own : *run_dataset;
    const auto at = changed.find(&source);
    const Settings& settings = at == changed.end() ? *source.settings : *at->second;
    const bool same_as_attacked = run_dataset == &source;
    if (same_as_attacked && !is_word(settings, "split", "test")) {
        const CheckedValue* split = settings.find("split");
        const Place& place = split && split->given && split->value.place ? split->value.place : source.place;
        throw Error("trained-on-attacked",
                    fmt::format("{} would be trained on texts of dataset.{} that are attacked too", block.address(), source.name),
                    fmt::format("write split = test in dataset {}: its other part is then for training", source.name), place);
    }
    TrainingData result;
    const auto training = data(source, changed, same_as_attacked ? "train" : "");
    result.labels = training->labels;
    result.examples = examples_of(*training);
    if (same_as_attacked) result.held_out = examples_of(*data(source, changed));
    return result;
}

void Assembly::train(const Block& block, const ChangedSettings& changed, const Block* run_dataset, Model& model) {
    const Arguments own = arguments(block, changed, run_dataset);
    const std::vector<Arguments> groups = own.groups("train");
    if (groups.empty()) return;
    const TrainingData data = training_data(block, groups.front(), changed, run_dataset);
    const std::string key = Hasher()
                                .add(canonical_settings(experiment_, block, changed))
                                .add(contents_of(own.settings()))
                                .add(fingerprint_of(data))
                                .add(std::to_string(services_->seed()))
                                .add(sha256_of(block.plugin->library))
                                .hex();
    TrainingNote note;
    note.examples = data.examples.size();
    const auto begun = std::chrono::steady_clock::now();
    note.kept = models_.use(
        key.substr(0, 32),
        [&](const std::filesystem::path& empty) {
            ForwardedProgress progress("training " + block.address(), on_progress);
            model.train(data, groups.front(), {}, empty, progress);
            note.trained = true;
        },
        [&](const std::filesystem::path& folder) { load_kept(model, folder, block); });
    note.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    notes_[block.address()] = note;
}

}  // namespace rif
