#include <rif/nn/models/causal_model.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/index_select.h>
#include <c10/core/InferenceMode.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/layers/decoder_layer.hpp>
#include <rif/nn/ops/log_sum.hpp>
#include <rif/nn/ops/parameters.hpp>
#include <rif/nn/ops/values.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

namespace {

constexpr std::size_t k_rows = 32;  // whose logits are held at once

using Caches = std::vector<KeyValueCache>;
using StateSink = std::function<void(const at::Tensor&)>;

void check_input(const Config& config, std::span<const std::int64_t> ids, std::size_t more) {
    if (ids.empty()) throw Error("empty-input", "a text without a token was given to a language model");
    if (ids.size() + more > config.positions) {
        throw Error("too-long",
                    fmt::format("{} tokens and {} to come were asked of a language model of {}", ids.size(), more, config.positions),
                    "shorten the text, or ask for fewer tokens");
    }
    for (const std::int64_t id : ids) {
        if (id >= 0 && id < static_cast<std::int64_t>(config.vocabulary)) continue;
        throw Error("unknown-token", fmt::format("token {} was given to a language model of {} tokens", id, config.vocabulary),
                    "the tokenizer's files are not those of these weights");
    }
}

std::int64_t best(std::span<const float> logits) { return std::ranges::max_element(logits) - logits.begin(); }

/// Weights of the tokens that may be drawn, the likeliest first: those of top_tokens that together reach top_share.
std::vector<std::pair<double, std::int64_t>> drawn_from(std::span<const float> logits, const Generation& how) {
    std::vector<std::pair<double, std::int64_t>> weights;
    const auto highest = static_cast<double>(*std::ranges::max_element(logits));
    for (const float logit : logits)
        weights.emplace_back(std::exp((static_cast<double>(logit) - highest) / how.temperature), static_cast<std::int64_t>(weights.size()));
    std::ranges::stable_sort(weights, std::greater(), &std::pair<double, std::int64_t>::first);
    if (how.top_tokens > 0) weights.resize(std::min(weights.size(), how.top_tokens));
    double total = 0, kept = 0;
    for (const auto& [weight, token] : weights) total += weight;
    std::size_t count = 0;
    while (count < weights.size() && (count == 0 || kept < how.top_share * total)) kept += weights[count++].first;
    weights.resize(count);
    return weights;
}

std::int64_t sampled(std::span<const float> logits, const Generation& how, Random& random) {
    const auto weights = drawn_from(logits, how);
    double total = 0;
    for (const auto& [weight, token] : weights) total += weight;
    double left = random.uniform() * total;
    for (const auto& [weight, token] : weights) {
        left -= weight;
        if (left < 0) return token;
    }
    return weights.back().second;
}

}  // namespace

struct CausalModel::Parts {
    at::Tensor words;  // [vocabulary, hidden]
    std::vector<DecoderLayer> layers;
    std::optional<RmsNorm> norm;
    std::optional<Linear> output;

    Caches caches(const Config& config, std::size_t most) const {
        Caches result;
        for (std::size_t i = 0; i < layers.size(); ++i) result.emplace_back(config.decoder.key_value_heads, most, config.decoder.head_size);
        return result;
    }

    /// ids: those that come after what the caches hold.  returns: the last hidden states, normed, [tokens, hidden].
    at::Tensor hidden(std::span<const std::int64_t> ids, Caches& caches, const StateSink& sink = {}) const {
        at::Tensor rows = at::empty({static_cast<std::int64_t>(ids.size())}, at::kLong);
        std::ranges::copy(ids, rows.data_ptr<std::int64_t>());
        at::Tensor x = at::index_select(words, 0, rows);  // [tokens, hidden]
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (sink) sink(x);
            x = layers[i](x, caches[i]);
        }
        x = (*norm)(x);
        if (sink) sink(x);
        return x;
    }

    /// Logits after the last of these tokens, [vocabulary].
    std::vector<float> next(std::span<const std::int64_t> ids, Caches& caches) const {
        const at::Tensor x = hidden(ids, caches);
        return values((*output)(x.narrow(0, x.size(0) - 1, 1)));
    }
};

CausalModel CausalModel::load(const std::filesystem::path& folder) {
    one_thread();
    CausalModel result;
    result.config_ = read_config(folder);
    const Config& config = result.config_;
    if (config.family != Family::qwen2)
        throw Error("wrong-family", fmt::format("'{}' is a {}, which is no causal language model", folder.string(), config.model_type));
    const Checkpoint from = Checkpoint::open(folder);
    auto parts = std::make_shared<Parts>();
    parts->words = parameter(from, "model.embed_tokens.weight", {config.vocabulary, config.hidden});
    for (std::size_t i = 0; i < config.layers; ++i) parts->layers.emplace_back(from, fmt::format("model.layers.{}.", i), config);
    parts->norm.emplace(from, "model.norm", config.hidden, config.norm_epsilon);
    parts->output.emplace(config.decoder.is_tied ? parts->words : parameter(from, "lm_head.weight", {config.vocabulary, config.hidden}),
                          at::Tensor());
    result.parts_ = std::move(parts);
    return result;
}

std::vector<float> CausalModel::next(std::span<const std::int64_t> ids) const {
    one_thread();
    check_input(config_, ids, 0);
    const c10::InferenceMode inference;
    Caches caches = parts_->caches(config_, ids.size());
    return parts_->next(ids, caches);
}

std::vector<double> CausalModel::log_probabilities(std::span<const std::int64_t> ids) const {
    one_thread();
    check_input(config_, ids, 0);
    const c10::InferenceMode inference;
    Caches caches = parts_->caches(config_, ids.size());
    const at::Tensor states = parts_->hidden(ids, caches);  // [tokens, hidden]
    std::vector<double> result;
    while (result.size() + 1 < ids.size()) {
        const std::size_t first = result.size(), count = std::min(k_rows, ids.size() - 1 - first);
        const at::Tensor rows = states.narrow(0, static_cast<std::int64_t>(first), static_cast<std::int64_t>(count));
        const Matrix logits = matrix((*parts_->output)(rows));  // [count, vocabulary]
        for (std::size_t i = 0; i < count; ++i) {
            const auto token = static_cast<std::size_t>(ids[first + i + 1]);
            result.push_back(static_cast<double>(logits[i][token]) - log_sum_exp(logits[i]));
        }
    }
    return result;
}

std::optional<double> CausalModel::mean_nll(std::span<const std::int64_t> ids) const {
    if (ids.size() < 2) return {};
    double sum = 0;
    for (const double each : log_probabilities(ids)) sum -= each;
    return sum / static_cast<double>(ids.size() - 1);
}

std::optional<double> CausalModel::perplexity(std::span<const std::int64_t> ids) const {
    const std::optional<double> nll = mean_nll(ids);
    return nll ? std::optional(std::exp(*nll)) : std::nullopt;
}

std::vector<std::int64_t> CausalModel::generate(std::span<const std::int64_t> ids, const Generation& how, Random random) const {
    one_thread();
    check_input(config_, ids, how.most);
    const c10::InferenceMode inference;
    Caches caches = parts_->caches(config_, ids.size() + how.most);
    std::vector<std::int64_t> result;
    for (std::span<const std::int64_t> seen = ids; result.size() < how.most; seen = std::span(result).last(1)) {
        const std::vector<float> logits = parts_->next(seen, caches);
        const std::int64_t token = how.temperature > 0 ? sampled(logits, how, random) : best(logits);
        if (std::ranges::find(how.stops, token) != how.stops.end()) break;
        result.push_back(token);
    }
    return result;
}

std::vector<Matrix> CausalModel::hidden_states(std::span<const std::int64_t> ids) const {
    one_thread();
    check_input(config_, ids, 0);
    const c10::InferenceMode inference;
    Caches caches = parts_->caches(config_, ids.size());
    std::vector<Matrix> result;
    parts_->hidden(ids, caches, [&](const at::Tensor& state) { result.push_back(matrix(state)); });
    return result;
}

}  // namespace rif::nn
