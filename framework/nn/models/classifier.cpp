#include <rif/nn/models/classifier.hpp>

#include <algorithm>

#include <ATen/core/Tensor.h>
#include <ATen/ops/log_softmax.h>
#include <c10/core/InferenceMode.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/device.hpp>
#include <rif/nn/layers/linear.hpp>
#include <rif/nn/models/families.hpp>
#include <rif/nn/ops/activate.hpp>
#include <rif/nn/ops/row_kernels.hpp>
#include <rif/nn/ops/values.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

struct Classifier::Head {
    Linear dense, output;
    Activation activation;

    /// first: the first token's last hidden state, [1, hidden].  returns: [1, labels].
    at::Tensor operator()(const at::Tensor& first) const {
        at::Tensor pooled = dense(first);  // [1, width]
        activate(pooled, activation);
        return output(pooled);
    }

    /// The same in plain memory: one text at a time, so that its bits are its own.  result: [labels].
    void apply(const float* first, std::span<float> result) const {
        static thread_local Buffer buffer;
        float* pooled = buffer.room(dense.out());  // [1, width]
        dense.apply(first, 1, pooled);
        activate(pooled, dense.out(), activation);
        output.apply(pooled, 1, result.data());
    }
};

Classifier Classifier::load(const std::filesystem::path& folder, const Computing& computing) {
    check_device(computing.device);
    one_thread();
    Classifier result;
    result.config_ = read_config(folder);
    const Config& config = result.config_;
    const Checkpoint from = Checkpoint::open(folder);
    result.encoder_ = std::make_shared<const Encoder>(from, config);
    const HeadNames names = classification_head(config, result.encoder_->prefix());
    if (!from.has(names.output + ".weight")) {
        throw Error("no-classification-head",
                    fmt::format("'{}' has no tensor '{}.weight': it was published without a classifier", folder.string(), names.output),
                    "name a checkpoint that was trained to classify");
    }
    result.head_ = std::make_shared<const Head>(Head{Linear(from, names.dense, config.hidden, names.width),
                                                     Linear(from, names.output, names.width, config.labels.size()), names.activation});
    result.grouping_ = nn::grouping(result.encoder_->product_shapes(), computing);
    return result;
}

std::vector<float> Classifier::logits(const TokenIds& input) const {
    const Matrix row = logits({&input, 1});
    return {row.values().begin(), row.values().end()};
}

Matrix Classifier::logits(std::span<const TokenIds> inputs) const {
    one_thread();
    Matrix result(inputs.size(), labels().size());
    encoder_->states(inputs, Rows::first, grouping_,
                     [&](std::size_t i, std::span<const float> first) { head_->apply(first.data(), result[i]); });
    return result;
}

Matrix Classifier::word_gradients(const TokenIds& input, std::size_t label) const {
    one_thread();
    if (label >= labels().size()) throw Error("unknown-label", fmt::format("label {} of a model of {} labels", label, labels().size()));
    const at::Tensor words = encoder_->words(input).set_requires_grad(true);          // [tokens, embedding]
    const at::Tensor scores = (*head_)(encoder_->hidden(words, input, Rows::first));  // [1, labels]
    at::log_softmax(scores, -1).select(1, static_cast<std::int64_t>(label)).neg().sum().backward();
    return matrix(words.grad());
}

std::vector<Matrix> Classifier::hidden_states(const TokenIds& input) const {
    one_thread();
    const c10::InferenceMode inference;
    std::vector<Matrix> result;
    encoder_->hidden(encoder_->words(input), input, Rows::all, [&](const at::Tensor& state) { result.push_back(matrix(state)); });
    return result;
}

}  // namespace rif::nn
