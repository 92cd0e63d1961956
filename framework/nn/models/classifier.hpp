// A sequence classifier out of a checkpoint folder: logits of texts or pairs, for each the same bits whatever else is asked.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <rif/api/services.hpp>
#include <rif/base/matrix.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/models/encoder.hpp>

namespace rif::nn {

class Classifier {
public:
    /// errors: rif::Error of read_config, Checkpoint and Encoder; "no-classification-head" for a checkpoint that was published without one.
    /// "no-such-device" for another than the processor.
    static Classifier load(const std::filesystem::path& folder, const Computing& computing = {});

    const Config& config() const { return config_; }
    const std::vector<std::string>& labels() const { return config_.labels; }
    /// returns: [labels]. errors: rif::Error "empty-input", "too-long", "unknown-token".
    std::vector<float> logits(const TokenIds& input) const;
    /// returns: [texts, labels]; the same bits for each as alone, unless it was loaded to be batched.
    Matrix logits(std::span<const TokenIds> inputs) const;
    const Grouping& grouping() const { return grouping_; }
    /// Gradient of the cross-entropy of `label` with respect to the output of the word-embedding table.  returns: [tokens, embedding].
    Matrix word_gradients(const TokenIds& input, std::size_t label) const;
    /// After the embeddings, then after each layer; each [tokens, hidden].
    std::vector<Matrix> hidden_states(const TokenIds& input) const;

private:
    struct Head;
    Config config_;
    Grouping grouping_;
    std::shared_ptr<const Encoder> encoder_;
    std::shared_ptr<const Head> head_;
};

}  // namespace rif::nn
