// Role model: the classifier under test (the victim model).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/individual.hpp>
#include <rif/base/matrix.hpp>
#include <rif/base/text.hpp>

namespace rif {

/// What predict's numbers are. Declared, never guessed.
enum class ScoreKind { logits, probabilities };

struct Example {
    std::string text;
    std::size_t label = 0;  // index into TrainingData::labels
};

struct TrainingData {
    std::vector<std::string> labels;
    std::vector<Example> examples;
    std::vector<Example> held_out;  // for the accuracy that is printed; never trained on
};

/// An input as the model's network is given it, for people who compare it with another program's (`rif try --detail`).
/// n tokens each, special ones included, no padding.
struct ModelInput {
    std::vector<std::int64_t> ids, type_ids;
    std::vector<std::string> tokens;  // as the model's vocabulary spells them
    ByteSpan visible = {};            // of the text, the first of a pair
};

/// You are given: texts. You return: scores. Calls after the set-up (train, load) are const, concurrent, and deterministic: the same
/// text gives the same bits, alone and among others, in any order. Compute on the calling thread; the framework runs several.
class Model : public Component {
public:
    ~Model() override;

    virtual ScoreKind score_kind() const = 0;
    /// Label names by column of predict.
    virtual std::vector<std::string> labels() const = 0;
    /// texts: n texts, UTF-8, n may be 0, a text may be empty.  returns: [n, classes].
    /// errors: any exception; it is the error of the individual that asked.
    virtual Matrix predict(std::span<const std::string> texts) const = 0;
    /// The bytes of `text` that the model looks at (its truncation window). Default: all.
    virtual ByteSpan visible_bytes(std::string_view text) const;
    /// What the scores depend on besides the text, as a hash: weights, options. Part of every cache key.
    virtual std::string fingerprint() const = 0;

    /// Trainable models (their manifest has a group `train`): learn from `data`, write everything to `folder` (exists; empty but for a
    /// folder `unfinished`, what an interrupted training of the same data and settings left there; remove it at the end).
    /// start: a folder written by an earlier training to go on from, or empty. The same seed and data give the same bytes, on any number
    /// of threads up to services().threads().
    /// `settings`: the `train` group. errors: rif::Error "not-trainable" by default.
    virtual void train(const TrainingData& data, const Arguments& settings, const std::filesystem::path& start,
                       const std::filesystem::path& folder, Progress& progress) const;
    /// Takes the weights out of a folder that `train` wrote. Called once, before the first predict.
    virtual void load(const std::filesystem::path& folder);

    /// Gradient of the cross-entropy of `label` with respect to each token's word embedding, [tokens, width]. Default: rif::Error
    /// "no-gradients".
    virtual Matrix word_gradients(std::string_view text, std::size_t label) const;
    /// Scores of feature rows, [n, classes]. Default: rif::Error "no-rows".
    virtual Matrix predict_rows(std::span<const std::vector<RowCell>> rows) const;
    /// Scores of pairs of texts that are judged together, [n, classes]. Default: rif::Error "no-pairs".
    virtual Matrix predict_pairs(std::span<const TextPair> pairs) const;
    /// What the network is given of a text, or of a pair. Default: nothing.
    virtual std::optional<ModelInput> input(std::string_view text, std::optional<std::string_view> text_pair) const;
};

}  // namespace rif
