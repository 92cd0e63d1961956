#include <rif/nn/models/families.hpp>

#include <fmt/core.h>

namespace rif::nn {

namespace {

AttentionNames attention_names(Family family, const std::string& layer) {
    const std::string self = layer + "attention.self.", output = layer + "attention.output.dense", attention = layer + "attention.";
    if (family == Family::distilbert) return {attention + "q_lin", attention + "k_lin", attention + "v_lin", attention + "out_lin"};
    if (family == Family::mpnet) return {attention + "attn.q", attention + "attn.k", attention + "attn.v", attention + "attn.o"};
    if (family == Family::deberta_v2) return {self + "query_proj", self + "key_proj", self + "value_proj", output};
    return {self + "query", self + "key", self + "value", output};
}

}  // namespace

std::string full_prefix(Family family) {
    switch (family) {
        case Family::bert: return "bert.";
        case Family::roberta: return "roberta.";
        case Family::distilbert: return "distilbert.";
        case Family::electra: return "electra.";
        case Family::mpnet: return "mpnet.";
        case Family::deberta_v2: return "deberta.";
        case Family::qwen2: return "model.";
    }
    return {};
}

std::string prefix_of(const Checkpoint& from, Family family) {
    const std::string prefix = full_prefix(family), bare = "embeddings.word_embeddings.weight";
    return !from.has(prefix + bare) && from.has(bare) ? "" : prefix;
}

EncoderLayerNames layer_names(Family family, const std::string& prefix, std::size_t number) {
    const bool is_distilbert = family == Family::distilbert;
    const std::string layer = fmt::format("{}{}.layer.{}.", prefix, is_distilbert ? "transformer" : "encoder", number);
    const AttentionNames attention = attention_names(family, layer);
    if (is_distilbert) return {attention, layer + "sa_layer_norm", layer + "ffn.lin1", layer + "ffn.lin2", layer + "output_layer_norm"};
    const std::string norm = family == Family::mpnet ? "attention.LayerNorm" : "attention.output.LayerNorm";
    return {attention, layer + norm, layer + "intermediate.dense", layer + "output.dense", layer + "output.LayerNorm"};
}

HeadNames classification_head(const Config& config, const std::string& prefix) {
    switch (config.family) {
        case Family::bert: return {prefix + "pooler.dense", Activation::tanh, "classifier", config.hidden};
        case Family::distilbert: return {"pre_classifier", Activation::relu, "classifier", config.hidden};
        case Family::electra: return {"classifier.dense", Activation::gelu, "classifier.out_proj", config.hidden};
        case Family::deberta_v2: return {"pooler.dense", config.deberta.pooler_activation, "classifier", config.deberta.pooler};
        default: return {"classifier.dense", Activation::tanh, "classifier.out_proj", config.hidden};
    }
}

std::optional<MaskedHeadNames> masked_head(Family family) {
    const std::string bert = "cls.predictions.";
    if (family == Family::bert)
        return MaskedHeadNames{bert + "transform.dense", bert + "transform.LayerNorm", bert + "decoder.weight", bert + "bias"};
    if (family == Family::roberta) return MaskedHeadNames{"lm_head.dense", "lm_head.layer_norm", "lm_head.decoder.weight", "lm_head.bias"};
    return {};
}

}  // namespace rif::nn
