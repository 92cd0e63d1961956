#include <rif/nn/models/masked_model.hpp>

#include <algorithm>
#include <numeric>

#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <c10/core/InferenceMode.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/layers/linear.hpp>
#include <rif/nn/models/families.hpp>
#include <rif/nn/ops/activate.hpp>
#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/values.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

struct MaskedModel::Head {
    Linear dense;
    LayerNorm norm;
    Linear decoder;
    Activation activation;
};

MaskedModel MaskedModel::load(const std::filesystem::path& folder) {
    one_thread();
    MaskedModel result;
    result.config_ = read_config(folder);
    const Config& config = result.config_;
    const Checkpoint from = Checkpoint::open(folder);
    const std::optional<MaskedHeadNames> names = masked_head(config.family);
    if (!names || !from.has(names->dense + ".weight")) {
        throw Error("no-masked-head",
                    fmt::format("'{}', a {}, has no layers that fill a mask, or ones of a layout that is not known", folder.string(),
                                config.model_type),
                    "name a masked language model of BERT or RoBERTa");
    }
    result.encoder_ = std::make_shared<const Encoder>(from, config);
    const at::Tensor table =
        config.is_tied ? result.encoder_->word_table() : parameter(from, names->decoder, {config.vocabulary, config.embedding});
    result.head_ = std::make_shared<const Head>(Head{Linear(from, names->dense, config.hidden, config.embedding),
                                                     LayerNorm(from, names->norm, config.embedding, config.norm_epsilon),
                                                     Linear(table, parameter(from, names->bias, {config.vocabulary})),
                                                     config.family == Family::roberta ? Activation::gelu : config.activation});
    return result;
}

Matrix MaskedModel::logits(const TokenIds& input, std::span<const std::size_t> positions) const {
    one_thread();
    const c10::InferenceMode inference;
    const at::Tensor states = encoder_->hidden(encoder_->words(input), input, Rows::all);  // [tokens, hidden]
    std::vector<at::Tensor> rows;
    for (const std::size_t position : positions) {
        if (position >= input.ids.size()) {
            throw Error("no-such-position", fmt::format("position {} of a text of {} tokens is asked for", position, input.ids.size()));
        }
        rows.push_back(states.narrow(0, static_cast<std::int64_t>(position), 1));
    }
    if (rows.empty()) return {};
    at::Tensor x = head_->dense(at::cat(rows));  // [positions, embedding]
    activate(x, head_->activation);
    return matrix(head_->decoder(head_->norm(x)));
}

std::vector<std::size_t> best_tokens(std::span<const float> logits, std::size_t most) {
    std::vector<std::size_t> result(logits.size());
    std::iota(result.begin(), result.end(), 0);
    const auto middle = result.begin() + static_cast<std::ptrdiff_t>(std::min(most, result.size()));
    std::partial_sort(result.begin(), middle, result.end(),
                      [&](std::size_t a, std::size_t b) { return logits[a] != logits[b] ? logits[a] > logits[b] : a < b; });
    result.erase(middle, result.end());
    return result;
}

}  // namespace rif::nn
