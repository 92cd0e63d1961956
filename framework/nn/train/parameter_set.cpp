#include <rif/nn/train/parameter_set.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/models/families.hpp>

namespace rif::nn {

namespace {

constexpr double k_deviation = 0.02;  // initializer_range of every family here

using Kind = Parameter::Kind;

}  // namespace

void ParameterSet::add(std::string name, Shape shape, Kind kind) {
    std::vector<float> values(elements(shape));
    const bool is_new = places_.emplace(name, parameters_.size()).second;
    if (!is_new) throw std::logic_error("a network has a parameter twice: " + name);
    parameters_.push_back({std::move(name), std::move(shape), kind, std::move(values)});
}

void ParameterSet::add_linear(const std::string& name, std::size_t in, std::size_t out) {
    add(name + ".weight", {out, in}, Kind::weight);
    add(name + ".bias", {out}, Kind::bias);
}

void ParameterSet::add_norm(const std::string& name, std::size_t width) {
    add(name + ".weight", {width}, Kind::scale);
    add(name + ".bias", {width}, Kind::shift);
}

void ParameterSet::add_embeddings(const Config& config, const std::string& prefix) {
    const bool is_deberta = config.family == Family::deberta_v2;
    const std::string embeddings = prefix + "embeddings.";
    add(embeddings + "word_embeddings.weight", {config.vocabulary, config.embedding}, Kind::table);
    if (!is_deberta || config.deberta.adds_positions)
        add(embeddings + "position_embeddings.weight", {config.positions, config.embedding}, Kind::table);
    if (config.types > 0) add(embeddings + "token_type_embeddings.weight", {config.types, config.embedding}, Kind::table);
    add_norm(embeddings + "LayerNorm", is_deberta ? config.hidden : config.embedding);
    if (config.embedding == config.hidden) return;
    if (is_deberta)
        add(embeddings + "embed_proj.weight", {config.hidden, config.embedding}, Kind::weight);
    else
        add_linear(prefix + "embeddings_project", config.embedding, config.hidden);
}

void ParameterSet::add_positions(const Config& config, const std::string& prefix) {
    if (config.family == Family::mpnet)
        add(prefix + "encoder.relative_attention_bias.weight", {config.relative_buckets, config.heads}, Kind::table);
    const DebertaConfig& deberta = config.deberta;
    if (!deberta.is_relative) return;
    const auto span = static_cast<std::size_t>(deberta.buckets > 0 ? deberta.buckets : deberta.farthest);
    add(prefix + "encoder.rel_embeddings.weight", {2 * span, config.hidden}, Kind::table);
    if (deberta.norms_positions) add_norm(prefix + "encoder.LayerNorm", config.hidden);
    for (std::size_t i = 0; i < config.layers && !deberta.shares_projections; ++i) {
        const std::string self = fmt::format("{}encoder.layer.{}.attention.self.", prefix, i);
        if (deberta.content_to_position) add_linear(self + "pos_key_proj", config.hidden, config.hidden);
        if (deberta.position_to_content) add_linear(self + "pos_query_proj", config.hidden, config.hidden);
    }
}

void ParameterSet::add_layers(const Config& config, const std::string& prefix) {
    for (std::size_t i = 0; i < config.layers; ++i) {
        const EncoderLayerNames names = layer_names(config.family, prefix, i);
        for (const std::string& name : {names.attention.query, names.attention.key, names.attention.value, names.attention.output})
            add_linear(name, config.hidden, config.hidden);
        add_norm(names.attention_norm, config.hidden);
        add_linear(names.up, config.hidden, config.intermediate);
        add_linear(names.down, config.intermediate, config.hidden);
        add_norm(names.norm, config.hidden);
    }
    if (config.deberta.convolution == 0) return;
    const std::string convolution = prefix + "encoder.conv.";
    add(convolution + "conv.weight", {config.hidden, config.hidden / config.deberta.convolution_groups, config.deberta.convolution},
        Kind::weight);
    add(convolution + "conv.bias", {config.hidden}, Kind::bias);
    add_norm(convolution + "LayerNorm", config.hidden);
}

ParameterSet ParameterSet::of(const Config& config) {
    if (config.family == Family::qwen2)
        throw Error("wrong-family", fmt::format("a {} is no encoder, and only encoders are trained here", config.model_type));
    ParameterSet result;
    const std::string prefix = full_prefix(config.family);
    result.add_embeddings(config, prefix);
    result.add_positions(config, prefix);
    result.add_layers(config, prefix);
    result.head_ = result.count();
    const HeadNames head = classification_head(config, prefix);
    result.add_linear(head.dense, config.hidden, head.width);
    result.add_linear(head.output, head.width, config.labels.size());
    return result;
}

void ParameterSet::draw(std::uint64_t seed) {
    for (Parameter& parameter : parameters_) {
        if (parameter.kind == Kind::scale) std::ranges::fill(parameter.values, 1.0f);
        if (!parameter.decays()) continue;
        Random random = stream(seed, {"transformer", "beginning", parameter.name});
        for (float& value : parameter.values) value = static_cast<float>(k_deviation * random.normal());
    }
}

void ParameterSet::take(const Checkpoint& from, const Config& config, bool takes_output) {
    const std::string full = full_prefix(config.family), stored = prefix_of(from, config.family);
    const std::string output = classification_head(config, full).output + ".";
    for (std::size_t i = 0; i < count(); ++i) {
        Parameter& parameter = parameters_[i];
        const bool is_bare = stored.empty() && parameter.name.starts_with(full), is_head = i >= head_;
        const std::string name = is_bare ? parameter.name.substr(full.size()) : parameter.name;
        if (is_head && (!from.has(name) || from.shape(name) != parameter.shape)) continue;
        if (parameter.name.starts_with(output) && !takes_output) continue;
        from.copy(name, parameter.shape, parameter.values);
    }
}

void ParameterSet::save(const std::filesystem::path& file) const {
    std::vector<NamedFloats> tensors;
    for (const Parameter& parameter : parameters_) tensors.push_back({parameter.name, parameter.shape, parameter.values});
    write_weights(file, tensors, {{"format", "pt"}});  // what transformers asks of a file that it reads
}

std::size_t ParameterSet::index(std::string_view name) const {
    const auto found = places_.find(name);
    if (found == places_.end()) throw std::logic_error(fmt::format("a network has no parameter '{}'", name));
    return found->second;
}

}  // namespace rif::nn
