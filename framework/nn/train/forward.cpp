#include <rif/nn/train/forward.hpp>

#include <algorithm>
#include <cmath>

#include <ATen/core/Tensor.h>
#include <ATen/ops/conv1d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/gather.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tanh.h>
#include <fmt/core.h>

#include <rif/nn/layers/disentangled.hpp>
#include <rif/nn/layers/relative_bias.hpp>
#include <rif/nn/models/families.hpp>

namespace rif::nn {

namespace {

std::int64_t signed_of(std::size_t n) { return static_cast<std::int64_t>(n); }

at::Tensor numbers(const std::vector<std::int64_t>& values, at::IntArrayRef shape) {
    at::Tensor result = at::empty(shape, at::kLong);
    std::ranges::copy(values, result.data_ptr<std::int64_t>());
    return result;
}

at::Tensor activated(const at::Tensor& x, Activation activation) {
    switch (activation) {
        case Activation::gelu: return at::gelu(x, "none");
        case Activation::gelu_tanh: return at::gelu(x, "tanh");
        case Activation::relu: return at::relu(x);
        case Activation::silu: return at::silu(x);
        case Activation::tanh: return at::tanh(x);
    }
    return x;
}

class Pass {
public:
    Pass(const Config& config, const Leaves& leaves, const TextBlock& block, Dropout* dropout)
        : config_(config), leaves_(leaves), block_(block), dropout_(dropout), prefix_(full_prefix(config.family)) {
        if (block.is_padded) {
            there_ = at::empty({block.texts, block.tokens}, at::kFloat);
            std::ranges::copy(block.is_there, there_.data_ptr<float>());
            mask_ = there_.sub(1).mul(k_far).view({block.texts, 1, 1, block.tokens});
        }
    }

    at::Tensor logits() {
        at::Tensor x = embeddings();  // [texts, tokens, hidden]
        const at::Tensor embedded = x;
        for (std::size_t i = 0; i < config_.layers; ++i) {
            const bool is_mixed = i == 0 && config_.deberta.convolution > 0, is_last = i + 1 == config_.layers;
            x = layer(x, i, is_last && !is_mixed);  // [texts, rows, hidden]
            if (is_mixed) x = convolved(embedded, x);
        }
        return head(x.select(1, 0));
    }

private:
    static constexpr double k_far = 1e9;  // what is taken from the score of a padding: its weight is then 0, exactly

    at::Tensor dropped(const at::Tensor& x) {
        if (!dropout_ || dropout_->share <= 0) return x;
        at::Tensor factors = at::empty(x.sizes(), at::kFloat);
        const auto bound = static_cast<std::uint64_t>(dropout_->share * 0x1p32);
        const auto kept = static_cast<float>(1 / (1 - dropout_->share));
        float* factor = factors.data_ptr<float>();
        for (std::int64_t i = 0, n = factors.numel(); i < n; i += 2) {  // two from each draw
            const std::uint64_t drawn = dropout_->random.next();
            factor[i] = (drawn >> 32) < bound ? 0.0f : kept;
            if (i + 1 < n) factor[i + 1] = (drawn & 0xffffffffu) < bound ? 0.0f : kept;
        }
        return x.mul(factors);
    }

    at::Tensor linear(const at::Tensor& x, const std::string& name) const {
        return at::linear(x, leaves_.of(name + ".weight"), leaves_.of(name + ".bias"));
    }

    at::Tensor normed(const at::Tensor& x, const std::string& name) const {
        const at::Tensor weight = leaves_.of(name + ".weight");
        return at::layer_norm(x, weight.sizes(), weight, leaves_.of(name + ".bias"), config_.norm_epsilon);
    }

    at::Tensor rows_of(const at::Tensor& table, const std::vector<std::int64_t>& rows) const {
        const std::int64_t count = block_.texts * block_.tokens;
        return at::index_select(table, 0, numbers(rows, {count})).view({block_.texts, block_.tokens, table.size(1)});
    }

    at::Tensor embeddings() {
        const std::string embeddings = prefix_ + "embeddings.";
        const bool is_deberta = config_.family == Family::deberta_v2;
        at::Tensor x = rows_of(leaves_.words(), block_.places);  // [texts, tokens, embedding]
        if (config_.types > 0) x = x.add(rows_of(leaves_.of(embeddings + "token_type_embeddings.weight"), block_.types));
        if (!is_deberta || config_.deberta.adds_positions)
            x = x.add(rows_of(leaves_.of(embeddings + "position_embeddings.weight"), block_.positions));
        const bool projects = config_.embedding != config_.hidden;
        if (projects && is_deberta) x = at::linear(x, leaves_.of(embeddings + "embed_proj.weight"));  // [texts, tokens, hidden]
        x = dropped(normed(x, embeddings + "LayerNorm"));
        return projects && !is_deberta ? linear(x, prefix_ + "embeddings_project") : x;
    }

    /// x: [texts, rows, hidden].  returns: [texts, heads, rows, head].
    at::Tensor heads(const at::Tensor& x) const { return x.view({x.size(0), x.size(1), signed_of(config_.heads), -1}).transpose(1, 2); }

    at::Tensor layer(const at::Tensor& x, std::size_t number, bool first_only) {
        const EncoderLayerNames names = layer_names(config_.family, prefix_, number);
        const at::Tensor residual = first_only ? x.narrow(1, 0, 1) : x;  // [texts, rows, hidden]
        const at::Tensor mixed = linear(attention(x, residual, names.attention, number), names.attention.output);
        const at::Tensor attended = normed(dropped(mixed).add(residual), names.attention_norm);  // [texts, rows, hidden]
        const at::Tensor wide = activated(linear(attended, names.up), config_.activation);       // [texts, rows, intermediate]
        return normed(dropped(linear(wide, names.down)).add(attended), names.norm);              // [texts, rows, hidden]
    }

    at::Tensor attention(const at::Tensor& x, const at::Tensor& asking, const AttentionNames& names, std::size_t number) {
        const at::Tensor q = heads(linear(asking, names.query)), k = heads(linear(x, names.key)), v = heads(linear(x, names.value));
        at::Tensor scores = at::matmul(q, k.transpose(2, 3));  // [texts, heads, rows, tokens]
        double terms = 1;
        if (config_.deberta.is_relative) scores = scores.add(disentangled_scores(q, k, number, terms));
        scores = scores.div(std::sqrt(static_cast<double>(q.size(3)) * terms));
        if (config_.family == Family::mpnet) scores = scores.add(bias(q.size(2)));
        if (mask_.defined()) scores = scores.add(mask_);
        const at::Tensor mixed = at::matmul(dropped(at::softmax(scores, -1)), v);  // [texts, heads, rows, head]
        return mixed.transpose(1, 2).reshape(asking.sizes());
    }

    /// MPNet's number for each head and distance.  returns: [heads, rows, tokens].
    at::Tensor bias(std::int64_t rows) const {
        std::vector<std::int64_t> buckets;
        for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < block_.tokens; ++j) buckets.push_back(relative_bucket(j - i, signed_of(config_.relative_buckets)));
        }
        const at::Tensor table = leaves_.of(prefix_ + "encoder.relative_attention_bias.weight");
        return at::index_select(table, 0, numbers(buckets, {rows * block_.tokens})).view({rows, block_.tokens, -1}).permute({2, 0, 1});
    }

    /// q: [texts, heads, rows, head]; k: [texts, heads, tokens, head]. terms: grows by what is added.
    /// returns: [texts, heads, rows, tokens], not yet divided.
    at::Tensor disentangled_scores(const at::Tensor& q, const at::Tensor& k, std::size_t number, double& terms) {
        const DebertaConfig& deberta = config_.deberta;
        const std::int64_t rows = q.size(2), tokens = k.size(2), span = deberta.buckets > 0 ? deberta.buckets : deberta.farthest;
        std::vector<std::int64_t> places;  // [rows, tokens]
        for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < tokens; ++j)
                places.push_back(std::clamp<std::int64_t>(log_bucket(i - j, deberta.buckets, deberta.farthest) + span, 0, 2 * span - 1));
        }
        const at::Tensor index = numbers(places, {rows, tokens});
        at::Tensor positions = leaves_.of(prefix_ + "encoder.rel_embeddings.weight");  // [2 · span, hidden]
        if (deberta.norms_positions) positions = normed(positions, prefix_ + "encoder.LayerNorm");
        positions = dropped(positions);
        const std::string self =
            fmt::format("{}encoder.layer.{}.attention.self.{}", prefix_, number, deberta.shares_projections ? "" : "pos_");
        const auto projected = [&](const std::string& name) {  // -> [heads, head, 2 · span]
            return linear(positions, self + name).view({2 * span, signed_of(config_.heads), -1}).permute({1, 2, 0});
        };
        at::Tensor result;
        if (deberta.content_to_position) {
            const at::Tensor all = at::matmul(q, projected("key_proj"));  // [texts, heads, rows, 2 · span]
            result = at::gather(all, 3, index.expand({q.size(0), q.size(1), rows, tokens}));
            ++terms;
        }
        if (deberta.position_to_content) {
            const at::Tensor all = at::matmul(k, projected("query_proj"));  // [texts, heads, tokens, 2 · span]
            const at::Tensor found = at::gather(all, 3, index.t().expand({q.size(0), q.size(1), tokens, rows})).transpose(2, 3);
            result = result.defined() ? result.add(found) : found;
            ++terms;
        }
        return result;
    }

    /// DeBERTa-v2's convolution over neighbouring tokens; beyond a text's end stands 0, paddings too.
    at::Tensor convolved(const at::Tensor& embedded, const at::Tensor& first_layer) {
        const DebertaConfig& deberta = config_.deberta;
        const std::string convolution = prefix_ + "encoder.conv.";
        const at::Tensor visible = there_.defined() ? embedded.mul(there_.unsqueeze(2)) : embedded;
        const at::Tensor mixed =
            at::conv1d(visible.transpose(1, 2), leaves_.of(convolution + "conv.weight"), leaves_.of(convolution + "conv.bias"), 1,
                       signed_of(deberta.convolution / 2), 1, signed_of(deberta.convolution_groups))
                .transpose(1, 2);  // [texts, tokens, hidden]
        return normed(activated(dropped(mixed), deberta.convolution_activation).add(first_layer), convolution + "LayerNorm");
    }

    /// first: [texts, hidden].  returns: [texts, labels].
    at::Tensor head(const at::Tensor& first) {
        const HeadNames names = classification_head(config_, prefix_);
        const bool is_pooled =
            config_.family == Family::bert || config_.family == Family::distilbert || config_.family == Family::deberta_v2;
        const at::Tensor pooled = activated(linear(is_pooled ? first : dropped(first), names.dense), names.activation);
        return linear(dropped(pooled), names.output);
    }

    const Config& config_;
    const Leaves& leaves_;
    const TextBlock& block_;
    Dropout* dropout_;
    std::string prefix_;
    at::Tensor there_, mask_;  // [texts, tokens], [texts, 1, 1, tokens]; undefined where nothing is padded
};

}  // namespace

at::Tensor forward(const Config& config, const Leaves& leaves, const TextBlock& block, Dropout* dropout) {
    return Pass(config, leaves, block, dropout).logits();
}

}  // namespace rif::nn
