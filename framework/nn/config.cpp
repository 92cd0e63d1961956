#include <rif/nn/config.hpp>

#include <algorithm>
#include <string_view>

#include <boost/json.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/bounded_json.hpp>

namespace rif::nn {

namespace {

namespace json = boost::json;

constexpr std::size_t k_longest_file = 16 << 20;    // bytes; one of ten thousand labels has half a million
constexpr std::int64_t k_largest_extent = 1 << 24;  // of one axis of a tensor
constexpr std::int64_t k_most_labels = 1 << 17;     // where the file does not name them

struct NamedFamily {
    std::string_view type;
    Family family;
};
constexpr NamedFamily k_families[] = {{"bert", Family::bert},         {"roberta", Family::roberta},       {"xlm-roberta", Family::roberta},
                                      {"camembert", Family::roberta}, {"distilbert", Family::distilbert}, {"electra", Family::electra},
                                      {"mpnet", Family::mpnet},       {"deberta-v2", Family::deberta_v2}, {"qwen2", Family::qwen2},
                                      {"llama", Family::qwen2},       {"mistral", Family::qwen2}};

struct NamedActivation {
    std::string_view name;
    Activation activation;
};
constexpr NamedActivation k_activations[] = {
    {"gelu", Activation::gelu}, {"gelu_new", Activation::gelu_tanh}, {"gelu_pytorch_tanh", Activation::gelu_tanh},
    {"relu", Activation::relu}, {"silu", Activation::silu},          {"swish", Activation::silu},
    {"tanh", Activation::tanh}};

/// The members of one config.json; each is asked for with the type and range that it must have.
class Reader {
public:
    Reader(std::string_view contents, std::string path) : path_(std::move(path)) {
        try {
            value_ = bounded_json(contents);
        } catch (const JsonFault& fault) {
            throw complaint(fmt::format("it is no JSON object ({})", fault.what()));
        }
        if (!value_.is_object()) throw complaint("it is no JSON object (something else)");
    }

    Error complaint(const std::string& what) const {
        return Error("damaged-config", fmt::format("'{}' describes no model that can be built: {}", path_, what));
    }

    const json::value* find(std::string_view key) const {
        const json::value* found = value_.get_object().if_contains(key);
        return found && !found->is_null() ? found : nullptr;
    }

    std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most, std::optional<std::int64_t> otherwise = {}) const {
        const json::value* found = find(key);
        if (!found) return otherwise ? *otherwise : throw complaint(fmt::format("it has no {}", key));
        const std::int64_t* number = found->if_int64();
        if (!number || *number < least || *number > most) {
            throw complaint(
                fmt::format("{} is {}, and a whole number from {} to {} is expected", key, json::serialize(*found), least, most));
        }
        return *number;
    }
    std::size_t extent(std::string_view key, std::optional<std::int64_t> otherwise = {}) const {
        return static_cast<std::size_t>(whole(key, 1, k_largest_extent, otherwise));
    }

    double positive(std::string_view key, double otherwise) const {
        const json::value* found = find(key);
        if (!found) return otherwise;
        const double number = found->is_number() ? found->to_number<double>() : -1;
        if (!(number > 0 && number < 1e300))
            throw complaint(fmt::format("{} is {}, and a number above 0 is expected", key, json::serialize(*found)));
        return number;
    }

    bool flag(std::string_view key, bool otherwise) const {
        const json::value* found = find(key);
        if (!found) return otherwise;
        if (!found->is_bool()) throw complaint(fmt::format("{} is {}, and true or false is expected", key, json::serialize(*found)));
        return found->get_bool();
    }

    std::string text(std::string_view key, std::string otherwise) const {
        const json::value* found = find(key);
        if (!found) return otherwise;
        if (!found->is_string()) throw complaint(fmt::format("{} is {}, and a text is expected", key, json::serialize(*found)));
        return std::string(found->get_string());
    }

    Activation activation(std::string_view key, std::string otherwise) const {
        const std::string name = text(key, std::move(otherwise));
        const auto found = std::ranges::find(k_activations, name, &NamedActivation::name);
        if (found != std::end(k_activations)) return found->activation;
        std::vector<std::string_view> known;
        for (const NamedActivation& each : k_activations) known.push_back(each.name);
        throw complaint(fmt::format("{} is '{}', and one of {} is expected", key, name, fmt::join(known, ", ")));
    }

    const std::string& path() const { return path_; }

private:
    std::string path_;
    json::value value_;
};

Family family(const Reader& from, const std::string& type) {
    const auto found = std::ranges::find(k_families, type, &NamedFamily::type);
    if (found != std::end(k_families)) return found->family;
    std::vector<std::string> known;
    for (const NamedFamily& each : k_families) known.emplace_back(each.type);
    const std::string near = did_you_mean(type, known);
    throw Error("unknown-model-type", fmt::format("'{}' has model_type '{}', and {} are known", from.path(), type, fmt::join(known, ", ")),
                near);
}

/// Label names by number out of {"0": "negative", "1": "positive"}.
std::vector<std::string> labels(const Reader& from) {
    const json::value* found = from.find("id2label");
    if (!found) {
        std::vector<std::string> result;
        for (std::int64_t i = 0, n = from.whole("num_labels", 1, k_most_labels, 2); i < n; ++i)
            result.push_back(fmt::format("LABEL_{}", i));
        return result;
    }
    if (!found->is_object() || found->get_object().empty()) throw from.complaint("id2label is no object of names");
    const json::object& names = found->get_object();
    std::vector<std::string> result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const json::value* name = names.if_contains(std::to_string(i));
        if (!name || !name->is_string())
            throw from.complaint(fmt::format("id2label has {} names, and none with number {}", names.size(), i));
        result.emplace_back(name->get_string());
    }
    return result;
}

/// "p2c|c2p" or ["p2c", "c2p"].
void read_terms(const Reader& from, DebertaConfig& deberta) {
    const json::value* found = from.find("pos_att_type");
    if (!found) return;
    std::string terms;
    if (found->is_string()) terms = std::string(found->get_string());
    if (found->is_array()) {
        for (const json::value& term : found->get_array()) terms += (term.is_string() ? std::string(term.get_string()) : "?") + "|";
    }
    deberta.content_to_position = terms.find("c2p") != std::string::npos;
    deberta.position_to_content = terms.find("p2c") != std::string::npos;
}

DebertaConfig read_deberta(const Reader& from, const Config& config) {
    DebertaConfig result;
    result.is_relative = from.flag("relative_attention", false);
    if (result.is_relative) read_terms(from, result);
    result.shares_projections = from.flag("share_att_key", false);
    result.norms_positions = from.text("norm_rel_ebd", "none").find("layer_norm") != std::string::npos;
    result.adds_positions = from.flag("position_biased_input", true);
    result.buckets = from.whole("position_buckets", -1, k_largest_extent, -1);
    result.farthest = from.whole("max_relative_positions", -1, k_largest_extent, -1);
    if (result.farthest < 1) result.farthest = static_cast<std::int64_t>(config.positions);
    if (result.buckets > 0 && (result.buckets < 4 || result.farthest - 1 <= result.buckets / 2)) {
        throw from.complaint(fmt::format("{} buckets cannot hold distances up to {}", result.buckets, result.farthest));
    }
    result.convolution = static_cast<std::size_t>(from.whole("conv_kernel_size", 0, 255, 0));
    if (result.convolution != 0 && result.convolution % 2 == 0) {
        throw from.complaint(fmt::format("conv_kernel_size is {}, and an odd number is expected", result.convolution));
    }
    result.convolution_groups = from.extent("conv_groups", 1);
    result.convolution_activation = from.activation("conv_act", "tanh");
    result.pooler = from.extent("pooler_hidden_size", static_cast<std::int64_t>(config.hidden));
    result.pooler_activation = from.activation("pooler_hidden_act", "gelu");
    return result;
}

DecoderConfig read_decoder(const Reader& from, Config& config) {
    if (from.find("rope_scaling")) throw from.complaint("rope_scaling is set, and only plain rotary positions are known");
    if (from.flag("use_sliding_window", false)) throw from.complaint("use_sliding_window is true, and only full attention is known");
    if (const auto window = static_cast<std::size_t>(from.whole("sliding_window", 0, k_largest_extent, 0));
        config.model_type == "mistral" && window > 0)
        config.positions = std::min(config.positions, window);  // up to there every token sees all before it
    DecoderConfig result;
    result.key_value_heads = from.extent("num_key_value_heads", static_cast<std::int64_t>(config.heads));
    result.head_size = from.extent("head_dim", static_cast<std::int64_t>(std::max<std::size_t>(1, config.hidden / config.heads)));
    result.rope_base = from.positive("rope_theta", 10000);
    result.is_tied = from.flag("tie_word_embeddings", false);
    if (config.heads % result.key_value_heads != 0 || result.head_size % 2 != 0) {
        throw from.complaint(fmt::format("{} heads of {} numbers cannot share {} key and value heads", config.heads, result.head_size,
                                         result.key_value_heads));
    }
    return result;
}

void read_shape(const Reader& from, Config& config) {
    const bool is_distilbert = config.family == Family::distilbert;
    config.vocabulary = from.extent("vocab_size");
    config.hidden = from.extent(is_distilbert ? "dim" : "hidden_size");
    config.embedding = from.extent("embedding_size", static_cast<std::int64_t>(config.hidden));
    config.layers = from.extent(is_distilbert ? "n_layers" : "num_hidden_layers");
    config.heads = from.extent(is_distilbert ? "n_heads" : "num_attention_heads");
    config.intermediate = from.extent(is_distilbert ? "hidden_dim" : "intermediate_size");
    config.positions = from.extent("max_position_embeddings", 512);
    const bool has_types = config.family == Family::bert || config.family == Family::electra || config.family == Family::roberta;
    config.types = static_cast<std::size_t>(from.whole("type_vocab_size", 0, k_largest_extent, has_types ? 2 : 0));
    if (is_distilbert || config.family == Family::mpnet) config.types = 0;
    config.activation = from.activation(is_distilbert ? "activation" : "hidden_act", config.family == Family::qwen2 ? "silu" : "gelu");
    if (config.hidden % config.heads != 0) {
        throw from.complaint(fmt::format("{} numbers of a token cannot be shared among {} heads", config.hidden, config.heads));
    }
}

/// What transformers takes where the file does not say it.
double usual_epsilon(Family family) {
    switch (family) {
        case Family::deberta_v2: return 1e-7;
        case Family::qwen2: return 1e-6;
        default: return 1e-12;
    }
}

}  // namespace

std::size_t Config::first_position() const {
    return family == Family::roberta || family == Family::mpnet ? static_cast<std::size_t>(padding_id) + 1 : 0;
}

Config read_config(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / "config.json";
    return parse_config(read_file(file, {}, k_longest_file), file.string());
}

Config parse_config(std::string_view contents, std::string file) {
    const Reader from(contents, std::move(file));
    Config result;
    result.model_type = from.text("model_type", "");
    result.family = family(from, result.model_type);
    if (const json::value* all = from.find("architectures");
        all && all->is_array() && !all->get_array().empty() && all->at(0).is_string()) {
        result.architecture = std::string(all->at(0).get_string());
    }
    read_shape(from, result);
    const bool pads_with_one = result.family == Family::roberta || result.family == Family::mpnet;
    result.padding_id = from.whole("pad_token_id", 0, k_largest_extent, pads_with_one ? 1 : 0);
    result.norm_epsilon = from.positive(result.family == Family::qwen2 ? "rms_norm_eps" : "layer_norm_eps", usual_epsilon(result.family));
    if (result.family == Family::distilbert) result.norm_epsilon = 1e-12;  // fixed in its authors' code
    result.relative_buckets = static_cast<std::size_t>(from.whole("relative_attention_num_buckets", 4, k_largest_extent, 32));
    result.is_tied = from.flag("tie_word_embeddings", true);
    result.labels = labels(from);
    if (const std::string kind = from.text("position_embedding_type", "absolute"); kind != "absolute") {
        throw from.complaint(fmt::format("position_embedding_type is '{}', and only absolute is known", kind));
    }
    if (result.positions <= result.first_position()) throw from.complaint(fmt::format("max_position_embeddings is {}", result.positions));
    if (result.family == Family::deberta_v2) result.deberta = read_deberta(from, result);
    if (result.family == Family::qwen2) result.decoder = read_decoder(from, result);
    return result;
}

}  // namespace rif::nn
