#include <rif/nn/models/encoder.hpp>

#include <algorithm>
#include <functional>
#include <optional>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/index_select.h>
#include <c10/core/InferenceMode.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/layers/disentangled.hpp>
#include <rif/nn/layers/encoder_layer.hpp>
#include <rif/nn/layers/relative_bias.hpp>
#include <rif/nn/models/families.hpp>
#include <rif/nn/ops/parameters.hpp>

namespace rif::nn {

struct Encoder::Parts {
    at::Tensor words, positions,
        types;  // [vocabulary, embedding], [positions, embedding], [types, embedding]; undefined where there are none
    std::optional<LayerNorm> norm;
    std::optional<Linear> projection;  // from embedding to hidden
    bool projects_first = false;       // before the norm (DeBERTa) or after it (ELECTRA)
    std::unique_ptr<PositionScores> position_scores;
    std::vector<EncoderLayer> layers;
    std::optional<TokenConvolution> convolution;
};

namespace {

at::Tensor numbers(std::span<const std::int64_t> values) {
    at::Tensor result = at::empty({static_cast<std::int64_t>(values.size())}, at::kLong);
    std::ranges::copy(values, result.data_ptr<std::int64_t>());
    return result;
}

/// RoBERTa and MPNet count from the padding's number on, and leave padding tokens out.
std::vector<std::int64_t> positions(const Config& config, const TokenIds& input) {
    std::vector<std::int64_t> result;
    auto next = static_cast<std::int64_t>(config.first_position());
    const bool skips_padding = next > 0;
    for (const std::int64_t id : input.ids) result.push_back(skips_padding && id == config.padding_id ? config.padding_id : next++);
    return result;
}

void check_input(const Config& config, const TokenIds& input) {
    if (input.ids.empty()) throw Error("empty-input", "a text without a token was given to a transformer");
    if (input.ids.size() > config.longest()) {
        throw Error("too-long", fmt::format("a text of {} tokens was given to a transformer of {}", input.ids.size(), config.longest()),
                    "lower max_length");
    }
    const auto is_outside = [](std::int64_t id, std::size_t count) { return id < 0 || id >= static_cast<std::int64_t>(count); };
    for (const std::int64_t id : input.ids) {
        if (is_outside(id, config.vocabulary)) {
            throw Error("unknown-token", fmt::format("token {} was given to a transformer of {} tokens", id, config.vocabulary),
                        "the tokenizer's files are not those of these weights");
        }
    }
    for (const std::int64_t type : input.types) {
        if (config.types > 1 && is_outside(type, config.types)) {
            throw Error("unknown-token", fmt::format("token type {} was given to a transformer of {} types", type, config.types));
        }
    }
}

/// Texts first … result - 1 go together: as many as fit, spread evenly over the passes that the rest needs at least.
std::size_t end_of_group(std::span<const TokenIds> texts, std::size_t first, std::size_t most_rows) {
    std::size_t rest = 0, rows = 0, end = first;
    for (const TokenIds& text : texts.subspan(first)) rest += text.ids.size();
    const std::size_t passes = (rest + most_rows - 1) / most_rows, fair = (rest + passes - 1) / passes;
    while (end < texts.size() && (end == first || (rows < fair && rows + texts[end].ids.size() <= most_rows)))
        rows += texts[end++].ids.size();
    return end;
}

Packed pack(std::span<const TokenIds> texts, std::size_t fewest_rows) {
    Packed result;
    result.begins.push_back(0);
    for (const TokenIds& text : texts) result.begins.push_back(result.begins.back() + text.ids.size());
    result.rows = std::max(result.used(), fewest_rows);
    result.first_rows = std::max(texts.size(), fewest_rows);
    return result;
}

std::unique_ptr<PositionScores> position_scores(const Checkpoint& from, const std::string& prefix, const Config& config) {
    if (config.family == Family::mpnet) {
        return relative_bias(from, prefix + "encoder.relative_attention_bias.weight", config);
    }
    return config.deberta.is_relative ? disentangled(from, prefix, config) : nullptr;
}

}  // namespace

Encoder::Encoder(const Checkpoint& from, const Config& config) : config_(config), prefix_(prefix_of(from, config.family)) {
    if (config.family == Family::qwen2)
        throw Error("wrong-family", fmt::format("'{}' is a {}, which is no encoder", from.folder(), config.model_type));
    const bool is_deberta = config.family == Family::deberta_v2;
    const std::string embeddings = prefix_ + "embeddings.";
    auto parts = std::make_shared<Parts>();
    parts->words = parameter(from, embeddings + "word_embeddings.weight", {config.vocabulary, config.embedding});
    if (!is_deberta || config.deberta.adds_positions) {
        parts->positions = parameter(from, embeddings + "position_embeddings.weight", {config.positions, config.embedding});
    }
    if (config.types > 0) parts->types = parameter(from, embeddings + "token_type_embeddings.weight", {config.types, config.embedding});
    const std::size_t normed = is_deberta ? config.hidden : config.embedding;
    parts->norm.emplace(from, embeddings + "LayerNorm", normed, config.norm_epsilon);
    parts->projects_first = is_deberta;
    if (config.embedding != config.hidden) {
        if (is_deberta)
            parts->projection.emplace(from, embeddings + "embed_proj", config.embedding, config.hidden, Bias::never);
        else
            parts->projection.emplace(from, prefix_ + "embeddings_project", config.embedding, config.hidden);
    }
    parts->position_scores = position_scores(from, prefix_, config);
    for (std::size_t i = 0; i < config.layers; ++i) {
        parts->layers.emplace_back(from, layer_names(config.family, prefix_, i), config, i, parts->position_scores.get());
    }
    if (config.deberta.convolution > 0) parts->convolution.emplace(from, prefix_ + "encoder.conv.", config);
    parts_ = std::move(parts);
}

at::Tensor Encoder::word_table() const { return parts_->words; }

at::Tensor Encoder::words(const TokenIds& input) const {
    check_input(config_, input);
    return at::index_select(parts_->words, 0, numbers(input.ids));
}

at::Tensor Encoder::hidden(const at::Tensor& words, const TokenIds& input, Rows rows, const StateSink& sink) const {
    at::Tensor x = words;  // [tokens, embedding]
    if (parts_->types.defined()) {
        const bool has_types = config_.types > 1 && !input.types.empty();
        x = x.add(has_types ? at::index_select(parts_->types, 0, numbers(input.types)) : parts_->types.narrow(0, 0, 1));
    }
    if (parts_->positions.defined()) x = x.add(at::index_select(parts_->positions, 0, numbers(positions(config_, input))));
    if (parts_->projection && parts_->projects_first) x = (*parts_->projection)(x);  // [tokens, hidden]
    x = (*parts_->norm)(x);
    if (parts_->projection && !parts_->projects_first) x = (*parts_->projection)(x);  // [tokens, hidden]
    if (sink) sink(x);
    const at::Tensor embedded = x;
    for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
        const bool is_last = i + 1 == parts_->layers.size(), is_mixed = i == 0 && parts_->convolution;
        x = parts_->layers[i](x, is_last && !is_mixed ? rows : Rows::all);  // [rows, hidden]
        if (is_mixed) x = (*parts_->convolution)(embedded, x);
        if (sink) sink(x);
    }
    return rows == Rows::first ? x.narrow(0, 0, 1) : x;
}

/// -> scratch.states, [packed.rows, hidden].
void Encoder::embed(std::span<const TokenIds> texts, const Packed& packed, Scratch& scratch) const {
    const std::size_t width = config_.embedding, hidden = config_.hidden;
    float* x = scratch.states.room(packed.rows * std::max(hidden, width));
    float* sums = parts_->projection ? scratch.context.room(packed.rows * std::max(hidden, width)) : x;  // [rows, embedding]
    const auto row_of = [&](const at::Tensor& table, std::int64_t row) { return table.data_ptr<float>() + row * table.size(1); };
    const auto add = [&](float* to, const float* row) { std::transform(row, row + width, to, to, std::plus<float>()); };
    for (std::size_t text = 0; text < texts.size(); ++text) {
        const TokenIds& input = texts[text];
        const std::vector<std::int64_t> places = positions(config_, input);
        for (std::size_t i = 0; i < input.ids.size(); ++i) {
            float* to = sums + (packed.begins[text] + i) * width;
            std::copy_n(row_of(parts_->words, input.ids[i]), width, to);
            const bool has_types = config_.types > 1 && !input.types.empty();
            if (parts_->types.defined()) add(to, row_of(parts_->types, has_types ? input.types[i] : 0));
            if (parts_->positions.defined()) add(to, row_of(parts_->positions, places[i]));
        }
    }
    std::fill_n(sums + packed.used() * width, (packed.rows - packed.used()) * width, 0.0F);
    if (parts_->projection && parts_->projects_first) {
        parts_->projection->apply(sums, packed.rows, x);  // [rows, hidden]
        parts_->norm->apply(x, packed.rows, x);
    } else {
        parts_->norm->apply(sums, packed.rows, sums);
        if (parts_->projection) parts_->projection->apply(sums, packed.rows, x);  // [rows, hidden]
    }
}

void Encoder::pass(const Packed& packed, Rows rows, Scratch& scratch) const {
    std::vector<float> embedded;
    if (parts_->convolution) {
        const float* x = scratch.states.room(packed.rows * config_.hidden);
        embedded.assign(x, x + packed.rows * config_.hidden);
    }
    for (std::size_t i = 0; i < parts_->layers.size(); ++i) {
        const bool is_last = i + 1 == parts_->layers.size(), is_mixed = i == 0 && parts_->convolution;
        parts_->layers[i].apply(packed, is_last && !is_mixed ? rows : Rows::all, scratch);
        if (is_mixed) parts_->convolution->apply(packed, embedded.data(), scratch.states.room(packed.rows * config_.hidden));
    }
}

void Encoder::states(std::span<const TokenIds> texts, Rows rows, const Grouping& grouping, const TextSink& sink) const {
    static thread_local Scratch scratch;
    const c10::InferenceMode inference;
    for (const TokenIds& each : texts) check_input(config_, each);
    const std::size_t hidden = config_.hidden;
    const bool ends_whole = parts_->layers.size() == 1 && parts_->convolution;  // no layer is left that could drop the other rows
    for (std::size_t first = 0, next = 0; first < texts.size(); first = next) {
        next = end_of_group(texts, first, grouping.most_rows);
        const std::span<const TokenIds> group = texts.subspan(first, next - first);
        const Packed packed = pack(group, grouping.fewest_rows);
        embed(group, packed, scratch);
        pass(packed, rows, scratch);
        const float* x = scratch.states.room(packed.rows * hidden);
        for (std::size_t text = 0; text < group.size(); ++text) {
            const std::size_t row = rows == Rows::first && !ends_whole ? text : packed.begins[text];
            const std::size_t count = rows == Rows::first ? 1 : packed.tokens(text);
            sink(first + text, {x + row * hidden, count * hidden});
        }
    }
}

std::vector<ProductShape> Encoder::product_shapes() const {
    const std::size_t hidden = config_.hidden, wide = config_.intermediate;
    std::vector<ProductShape> result = {{hidden, 3 * hidden}, {hidden, 2 * hidden}, {hidden, hidden}, {hidden, wide}, {wide, hidden}};
    if (config_.embedding != hidden) result.push_back({config_.embedding, hidden});
    return result;
}

}  // namespace rif::nn
