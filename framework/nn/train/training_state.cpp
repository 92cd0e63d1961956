#include <rif/nn/train/training_state.hpp>

#include <charconv>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/weights.hpp>

namespace rif::nn {

namespace {

using Metadata = std::map<std::string, std::string, std::less<>>;

/// Shortest form that reads back as the same double.
std::string exact(double value) { return fmt::format("{}", value); }

template <class T>
T number(const Metadata& from, std::string_view key) {
    T result{};
    const auto found = from.find(key);
    const std::string text = found == from.end() ? "" : found->second;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (code != std::errc() || end != text.data() + text.size())
        throw Error("damaged-weights", fmt::format("the state of a training has no number '{}'", key));
    return result;
}

}  // namespace

void TrainingState::save(const std::filesystem::path& file, const std::string& key) const {
    std::vector<NamedFloats> tensors;
    for (std::size_t i = 0; i < parameters.count(); ++i) {
        const Parameter& parameter = parameters.all()[i];
        tensors.push_back({"value." + parameter.name, parameter.shape, parameter.values});
        tensors.push_back({"mean." + parameter.name, parameter.shape, optimiser.means()[i]});
        tensors.push_back({"square." + parameter.name, parameter.shape, optimiser.squares()[i]});
        if (!best.empty()) tensors.push_back({"best." + parameter.name, parameter.shape, best[i]});
    }
    write_weights(file, tensors,
                  {{"key", key},
                   {"epochs", std::to_string(epochs)},
                   {"steps", std::to_string(optimiser.steps())},
                   {"best_epoch", std::to_string(best_epoch)},
                   {"best_accuracy", exact(best_accuracy)},
                   {"best_loss", exact(best_loss)}});
}

bool TrainingState::restore(const std::filesystem::path& file, const std::string& key) {
    try {
        const Weights stored = Weights::read(file);
        const Metadata& about = stored.metadata();
        const auto found = about.find("key");
        if (found == about.end() || found->second != key) return false;
        TrainingState read = *this;
        read.epochs = number<std::uint64_t>(about, "epochs");
        read.optimiser.set_steps(number<std::uint64_t>(about, "steps"));
        read.best_epoch = number<std::uint64_t>(about, "best_epoch");
        read.best_accuracy = number<double>(about, "best_accuracy");
        read.best_loss = number<double>(about, "best_loss");
        const bool has_best = stored.tensors().contains("best." + parameters.all().front().name);
        for (std::size_t i = 0; i < parameters.count(); ++i) {
            Parameter& parameter = read.parameters.all()[i];
            stored.copy("value." + parameter.name, parameter.shape, parameter.values);
            stored.copy("mean." + parameter.name, parameter.shape, read.optimiser.means()[i]);
            stored.copy("square." + parameter.name, parameter.shape, read.optimiser.squares()[i]);
            if (has_best) read.best.push_back(stored.floats("best." + parameter.name, parameter.shape));
        }
        *this = std::move(read);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace rif::nn
