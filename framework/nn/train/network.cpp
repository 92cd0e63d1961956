#include <rif/nn/train/network.hpp>

#include <algorithm>

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/log_softmax.h>

#include <rif/nn/ops/values.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

namespace {

/// Tensors over a set's own memory, each a leaf of this call alone, so that calls on several threads do not meet.
class OwnLeaves final : public Leaves {
public:
    OwnLeaves(const ParameterSet& parameters, const TextBlock& block, bool needs_gradients) : parameters_(parameters) {
        for (const Parameter& parameter : parameters.all()) {
            const std::vector<std::int64_t> extents(parameter.shape.begin(), parameter.shape.end());
            // The graph only reads them: autograd has no tensors over const memory.
            leaves_.push_back(at::from_blob(const_cast<float*>(parameter.values.data()), extents, at::kFloat));
        }
        at::Tensor rows = at::empty({static_cast<std::int64_t>(block.words.size())}, at::kLong);
        std::ranges::copy(block.words, rows.data_ptr<std::int64_t>());
        leaves_[ParameterSet::k_words] = at::index_select(leaves_[ParameterSet::k_words], 0, rows);
        for (at::Tensor& leaf : leaves_) leaf.set_requires_grad(needs_gradients);
    }

    at::Tensor of(const std::string& name) const override { return leaves_[parameters_.index(name)]; }
    at::Tensor words() const override { return leaves_[ParameterSet::k_words]; }

    /// What backward() left; 0 for what the loss does not read.
    std::vector<float> gradient(std::size_t i) const {
        const at::Tensor& found = leaves_[i].grad();
        return found.defined() ? values(found) : std::vector<float>(static_cast<std::size_t>(leaves_[i].numel()));
    }

private:
    const ParameterSet& parameters_;
    std::vector<at::Tensor> leaves_;
};

}  // namespace

Matrix Network::logits(std::span<const TokenIds* const> texts) const {
    one_thread();
    const at::NoGradGuard no_gradients;
    const TextBlock block(config_, texts);
    return matrix(forward(config_, OwnLeaves(parameters_, block, false), block, nullptr));
}

Gradients Network::gradients(std::span<const TokenIds* const> texts, std::span<const std::size_t> labels, std::span<const double> weights,
                             Dropout* dropout) const {
    one_thread();
    const TextBlock block(config_, texts);
    const OwnLeaves leaves(parameters_, block, true);
    const at::Tensor scores = at::log_softmax(forward(config_, leaves, block, dropout), -1);  // [texts, labels]
    at::Tensor chosen = at::empty(scores.sizes(), at::kFloat).zero_();                        // -weight at each text's label
    auto entries = chosen.accessor<float, 2>();
    for (std::size_t i = 0; i < labels.size(); ++i)
        entries[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(labels[i])] = -static_cast<float>(weights[i]);
    const at::Tensor loss = scores.mul(chosen).sum();
    loss.backward();

    Gradients result;
    result.loss = static_cast<double>(loss.item<float>());
    result.rows = block.words;
    result.row_values = leaves.gradient(ParameterSet::k_words);
    for (std::size_t i = 0; i < parameters_.count(); ++i)
        result.values.push_back(i == ParameterSet::k_words ? std::vector<float>() : leaves.gradient(i));
    return result;
}

}  // namespace rif::nn
