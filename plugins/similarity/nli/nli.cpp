// similarity/nli: S_eq = P(a => b) P(b => a), both from an entailment model out of a checkpoint folder as published.
// Source: MacCartney & Manning 2009 (equivalence as entailment both ways); the model's own paper. The label is found by its name,
// "entailment". Cost: two passes of the network a pair; README.md.

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/register.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/text_input.hpp>

namespace rif {
namespace {

constexpr std::string_view k_label = "entailment";

std::optional<std::size_t> asked_window(const Arguments& arguments) {
    const std::optional<std::int64_t> asked = arguments.optional_count("max_length");
    return asked ? std::optional(static_cast<std::size_t>(*asked)) : std::nullopt;
}

std::size_t entailment_label(const std::vector<std::string>& labels) {
    const auto found = std::ranges::find_if(labels, [](const std::string& label) { return lower(label) == k_label; });
    if (found != labels.end()) return static_cast<std::size_t>(found - labels.begin());
    throw Error("no-entailment-label", fmt::format("the checkpoint's labels are {}, and none is {}", fmt::join(labels, ", "), k_label),
                "name a checkpoint of natural language inference, or its labels in config.json (id2label)");
}

class Nli final : public Similarity {
public:
    explicit Nli(const Arguments& arguments) try
        : model_(nn::Classifier::load(arguments.path("checkpoint"), arguments.services().computing())),
          entailment_(entailment_label(model_.labels())),
          input_(arguments.path("checkpoint"), model_.config().longest(), asked_window(arguments)) {
    } catch (const Error& error) {
        throw error.at(arguments.place(error.slug().starts_with("window") ? "max_length" : "checkpoint"));
    }

    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result;
        for (const DirectedScore& score : directed_scores(pairs)) result.push_back(score.value);
        return result;
    }

    /// pairs: n pairs of texts, UTF-8.  returns: n products in [0, 1] with both directions; a text and itself is 1 without a question.
    std::vector<DirectedScore> directed_scores(std::span<const TextPair> pairs) const override {
        std::vector<nn::TokenIds> inputs;  // forward and backward of each pair that is asked about
        for (const auto& [a, b] : pairs) {
            if (a != b) inputs.push_back(input_.ids(a, b)), inputs.push_back(input_.ids(b, a));
        }
        const Matrix logits = model_.logits(inputs);
        std::vector<DirectedScore> result;
        for (std::size_t row = 0; const auto& [a, b] : pairs) {
            const double forward = a == b ? 1 : entailment_probability(logits[row++]),
                         backward = a == b ? 1 : entailment_probability(logits[row++]);
            result.push_back({forward * backward, forward, backward});
        }
        return result;
    }

private:
    /// Probability that the hypothesis follows from the premise, in [0, 1]: softmax over all labels, in double.
    double entailment_probability(std::span<const float> logits) const {
        const auto highest = static_cast<double>(*std::ranges::max_element(logits));
        double sum = 0;
        for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - highest);
        return std::exp(static_cast<double>(logits[entailment_]) - highest) / sum;
    }

    nn::Classifier model_;
    std::size_t entailment_;
    nn::TextInput input_;
};

RIF_PLUGIN(Nli)

}  // namespace
}  // namespace rif
