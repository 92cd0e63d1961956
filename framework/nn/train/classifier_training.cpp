#include <rif/nn/train/classifier_training.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>
#include <rif/nn/text_input.hpp>
#include <rif/nn/train/network.hpp>
#include <rif/nn/train/training_state.hpp>
#include <rif/nn/train/workers.hpp>

namespace rif::nn {

namespace {

namespace fs = std::filesystem;

/// Texts whose gradient one thread computes at a time. Part of the result: sums of floats depend on how they are cut.
constexpr std::size_t k_share = 8;
constexpr const char* k_state_file = "state.safetensors";

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

/// Texts as a network takes them.
struct Prepared {
    std::vector<TokenIds> texts;
    std::vector<std::size_t> labels;
    std::size_t size() const { return labels.size(); }
};

Prepared prepared(std::span<const Example> examples, const TextInput& input, const std::string& separator) {
    Prepared result;
    for (const Example& example : examples) {
        const JoinedText parts = split_joined(example.text, separator);
        result.texts.push_back(input.ids(parts.first, parts.second));
        result.labels.push_back(example.label);
    }
    return result;
}

/// The examples in two parts; of each label, `share` of its examples goes into the second.
std::pair<std::vector<Example>, std::vector<Example>> divided(const TrainingData& data, double share, std::uint64_t seed) {
    std::vector<std::size_t> order(data.examples.size()), left(data.labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random = stream(seed, {"transformer", "validation"});
    random.shuffle(order);
    for (const Example& example : data.examples) ++left[example.label];
    for (std::size_t& count : left) count = static_cast<std::size_t>(share * static_cast<double>(count));
    std::vector<bool> validates(order.size());
    for (const std::size_t i : order) {
        std::size_t& more = left[data.examples[i].label];
        if (more > 0) --more, validates[i] = true;
    }
    std::pair<std::vector<Example>, std::vector<Example>> result;
    for (std::size_t i = 0; i < order.size(); ++i) (validates[i] ? result.second : result.first).push_back(data.examples[i]);
    return result;
}

/// By label; all 1, or such that every label that occurs weighs the same in all.
std::vector<double> class_weights(const Prepared& data, std::size_t labels, bool balances) {
    std::vector<double> result(labels, 1.0), counts(labels);
    if (!balances) return result;
    for (const std::size_t label : data.labels) ++counts[label];
    const auto occurring = static_cast<double>(std::ranges::count_if(counts, [](double count) { return count > 0; }));
    for (std::size_t label = 0; label < labels; ++label) {
        if (counts[label] > 0) result[label] = static_cast<double>(data.size()) / (occurring * counts[label]);
    }
    return result;
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

void add_to(Hasher& hasher, const Prepared& data) {
    for (const TokenIds& text : data.texts) hasher.add(bytes_of(text.ids)).add(bytes_of(text.types));
    hasher.add(bytes_of(data.labels));
}

/// Hash of everything that the numbers of a training depend on.
std::string key_of(const ClassifierTraining& settings, const std::string& config, const ParameterSet& beginning, const Prepared& learned,
                   const Prepared& validated) {
    Hasher hasher;
    hasher.add(config);
    hasher.add(fmt::format("{} {} {} {} {} {} {} {} {} {}", settings.epochs, settings.batch, settings.rate, settings.weight_decay,
                           settings.warmup, settings.clip, settings.dropout, settings.balances_classes, settings.seed,
                           settings.patience ? std::to_string(*settings.patience) : "none"));
    for (const Parameter& parameter : beginning.all()) hasher.add(bytes_of(parameter.values));
    add_to(hasher, learned);
    add_to(hasher, validated);
    return hasher.hex();
}

struct Measured {
    double accuracy = 0, loss = 0;
};

/// Goes through epochs of one data set, changing a state.
class Training {
public:
    Training(const Config& config, TrainingState& state, const ClassifierTraining& settings, const Prepared& data)
        : settings_(settings),
          state_(state),
          data_(data),
          network_(config, state.parameters),
          workers_(settings.threads),
          sum_(state.parameters),
          class_weights_(class_weights(data, config.labels.size(), settings.balances_classes)),
          steps_an_epoch_((data.size() + settings.batch - 1) / settings.batch),
          begun_(Clock::now()),
          begun_at_(state.epochs * data.size()) {}

    /// returns: the mean loss of the epoch's examples.
    double epoch(const TrainingCalls& calls) {
        std::vector<std::size_t> order(data_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        Random random = stream(settings_.seed, {"transformer", "order", std::to_string(state_.epochs)});
        random.shuffle(order);
        double loss = 0, weight = 0;
        for (std::size_t begin = 0; begin < order.size(); begin += settings_.batch) {
            const std::size_t size = std::min(settings_.batch, order.size() - begin);
            const double batch_weight = step(std::span(order).subspan(begin, size));
            loss += sum_.loss() * batch_weight, weight += batch_weight;
            if (!std::isfinite(loss)) {
                throw Error("loss-not-finite", fmt::format("the loss is {} in epoch {}", sum_.loss(), state_.epochs + 1),
                            fmt::format("lower the rate: train {{ rate = {:g} }}", settings_.rate / 10));
            }
            const std::size_t done = state_.epochs * data_.size() + begin + size, total = settings_.epochs * data_.size();
            calls.progress(done, total,
                           fmt::format("epoch {} of {}, loss {:.3f}, {:.0f} s left", state_.epochs + 1, settings_.epochs, loss / weight,
                                       seconds_left(done, total)));
        }
        ++state_.epochs;
        return loss / weight;
    }

    Measured measured(const Prepared& data) {
        const std::vector<std::size_t> order = by_length(data);
        const std::size_t shares = (order.size() + k_share - 1) / k_share;
        std::vector<double> losses(data.size());
        std::vector<char> right(data.size());
        workers_.each(shares, [&](std::size_t share) {
            const auto own = std::span(order).subspan(share * k_share, std::min(k_share, order.size() - share * k_share));
            std::vector<const TokenIds*> texts;
            for (const std::size_t i : own) texts.push_back(&data.texts[i]);
            const Matrix logits = network_.logits(texts);
            for (std::size_t row = 0; row < own.size(); ++row) {
                losses[own[row]] = cross_entropy(logits[row], data.labels[own[row]]);
                right[own[row]] =
                    static_cast<std::size_t>(std::ranges::max_element(logits[row]) - logits[row].begin()) == data.labels[own[row]];
            }
        });
        const auto n = static_cast<double>(data.size());
        return {static_cast<double>(std::ranges::count(right, 1)) / n, std::accumulate(losses.begin(), losses.end(), 0.0) / n};
    }

private:
    static double cross_entropy(std::span<const float> logits, std::size_t label) {
        const auto highest = static_cast<double>(*std::ranges::max_element(logits));
        double sum = 0;
        for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - highest);
        return std::log(sum) + highest - static_cast<double>(logits[label]);
    }

    double seconds_left(std::size_t done, std::size_t total) const {
        return seconds_since(begun_) * static_cast<double>(total - done) / static_cast<double>(done - begun_at_);
    }

    static std::vector<std::size_t> by_length(const Prepared& data) {
        std::vector<std::size_t> order(data.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return data.texts[i].ids.size(); });
        return order;
    }

    /// One step on these examples.  returns: the sum of their weights.
    double step(std::span<const std::size_t> examples) {
        std::vector<std::size_t> batch(examples.begin(), examples.end());  // long texts together, so that little is padded
        std::ranges::stable_sort(batch, std::greater{}, [&](std::size_t i) { return data_.texts[i].ids.size(); });
        double weight = 0;
        for (const std::size_t i : batch) weight += class_weights_[data_.labels[i]];
        gather(batch, weight);
        sum_.clip(settings_.clip);
        const std::uint64_t steps = settings_.epochs * steps_an_epoch_;
        const auto warmup = static_cast<std::uint64_t>(settings_.warmup * static_cast<double>(steps));
        const double rate = scheduled_rate(settings_.rate, state_.optimiser.steps(), warmup, steps);
        state_.optimiser.begin_step();
        workers_.each(state_.parameters.count(),
                      [&](std::size_t i) { state_.optimiser.update(i, state_.parameters.all()[i], sum_.values()[i], rate); });
        return weight;
    }

    /// Adds up the gradients of the batch's shares, in their order, whichever is ready first.
    void gather(const std::vector<std::size_t>& batch, double weight) {
        sum_.clear();
        std::map<std::size_t, Gradients> ready;
        std::size_t next = 0;
        std::mutex mutex;
        workers_.each((batch.size() + k_share - 1) / k_share, [&](std::size_t share) {
            const auto own = std::span(batch).subspan(share * k_share, std::min(k_share, batch.size() - share * k_share));
            Gradients found = share_gradients(own, share, weight);
            const std::scoped_lock lock(mutex);
            ready.emplace(share, std::move(found));
            for (auto at = ready.find(next); at != ready.end(); at = ready.find(++next)) {
                sum_.add(at->second);
                ready.erase(at);
            }
        });
    }

    Gradients share_gradients(std::span<const std::size_t> examples, std::size_t share, double weight) const {
        std::vector<const TokenIds*> texts;
        std::vector<std::size_t> labels;
        std::vector<double> weights;
        for (const std::size_t i : examples) {
            texts.push_back(&data_.texts[i]);
            labels.push_back(data_.labels[i]);
            weights.push_back(class_weights_[data_.labels[i]] / weight);
        }
        Dropout dropout{settings_.dropout, stream(settings_.seed, {"transformer", "dropout", std::to_string(state_.optimiser.steps()),
                                                                   std::to_string(share)})};
        return network_.gradients(texts, labels, weights, &dropout);
    }

    const ClassifierTraining& settings_;
    TrainingState& state_;
    const Prepared& data_;
    Network network_;
    Workers workers_;
    GradientSum sum_;
    std::vector<double> class_weights_;
    std::size_t steps_an_epoch_;
    Clock::time_point begun_;
    std::size_t begun_at_;  // examples passed before
};

std::vector<std::vector<float>> values_of(const ParameterSet& parameters) {
    std::vector<std::vector<float>> result;
    for (const Parameter& parameter : parameters.all()) result.push_back(parameter.values);
    return result;
}

/// The present epoch is the best where it is more often right, or as often with a smaller loss.
void judge(TrainingState& state, const Measured& found) {
    const bool is_better = state.best_epoch == 0 || found.accuracy > state.best_accuracy ||
                           (found.accuracy == state.best_accuracy && found.loss < state.best_loss);
    if (!is_better) return;
    state.best_epoch = state.epochs, state.best_accuracy = found.accuracy, state.best_loss = found.loss;
    state.best = values_of(state.parameters);
}

bool has_ended(const TrainingState& state, const ClassifierTraining& settings) {
    const bool gave_up = settings.patience && state.best_epoch > 0 && state.epochs >= state.best_epoch + *settings.patience;
    return gave_up || state.epochs >= settings.epochs;
}

ParameterSet beginning_of(const Config& config, const Beginning& beginning, std::uint64_t seed) {
    ParameterSet result = ParameterSet::of(config);
    result.draw(seed);
    if (!beginning.checkpoint.empty()) {
        const bool same_labels = read_config(beginning.checkpoint).labels == config.labels;
        result.take(Checkpoint::open(beginning.checkpoint), config, same_labels);
    }
    return result;
}

void begin(const fs::path& folder, const TrainingData& data, const Beginning& beginning) {
    if (!beginning.checkpoint.empty()) return begin_checkpoint(folder, beginning.checkpoint, data.labels);
    std::vector<std::string> texts;
    for (const Example& example : data.examples) texts.push_back(example.text);
    begin_checkpoint(folder, beginning.shape, data.labels, texts);
}

}  // namespace

TrainingResult train_classifier(const TrainingData& data, const Beginning& beginning, const ClassifierTraining& settings,
                                const fs::path& folder, const TrainingCalls& calls) {
    if (data.examples.empty()) throw Error("no-examples", "there is no example to train on");
    begin(folder, data, beginning);
    const Config config = read_config(folder);
    const TextInput input(folder, config.longest(), settings.max_length);
    const auto [examples, validating] = divided(data, settings.validation, settings.seed);
    const Prepared learned = prepared(examples, input, settings.separator), validated = prepared(validating, input, settings.separator),
                   held_out = prepared(data.held_out, input, settings.separator);

    TrainingState state(beginning_of(config, beginning, settings.seed), {.weight_decay = settings.weight_decay});
    const fs::path unfinished = folder / k_unfinished;
    const std::string key = key_of(settings, read_file(folder / "config.json"), state.parameters, learned, validated);
    state.restore(unfinished / k_state_file, key);
    Training training(config, state, settings, learned);
    while (!has_ended(state, settings)) {
        const auto begun = Clock::now();
        EpochNote note{state.epochs + 1, settings.epochs, training.epoch(calls), {}, {}, validated.size(), 0, false};
        if (validated.size() > 0) {
            const Measured found = training.measured(validated);
            note.validation_accuracy = found.accuracy, note.validation_loss = found.loss;
            judge(state, found);
        }
        note.seconds = seconds_since(begun), note.is_last = has_ended(state, settings);
        fs::create_directories(unfinished);
        state.save(unfinished / k_state_file, key);
        calls.epoch(note);
    }

    if (!state.best.empty()) {
        for (std::size_t i = 0; i < state.best.size(); ++i) state.parameters.all()[i].values = state.best[i];
    }
    TrainingResult result{state.best_epoch > 0 ? state.best_epoch : state.epochs, {}};
    if (held_out.size() > 0) result.held_out_accuracy = training.measured(held_out).accuracy;
    state.parameters.save(folder / "model.safetensors");
    fs::remove_all(unfinished);
    return result;
}

}  // namespace rif::nn
