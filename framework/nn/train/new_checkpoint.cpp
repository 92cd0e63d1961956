#include <rif/nn/train/new_checkpoint.hpp>

#include <algorithm>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/config.hpp>
#include <rif/nn/tokenizer/learn_wordpiece.hpp>

namespace rif::nn {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t k_largest_config = 16u << 20;
/// Files that make a checkpoint's tokenizer.
constexpr const char* k_tokenizer_files[] = {
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt",
    "spm.model"};
constexpr int k_deberta_buckets = 32;  // for short texts; its authors have 256 for up to 512 tokens

/// What each family's class for classifying is called by other programs.
std::string classifier_class(Family family) {
    switch (family) {
        case Family::bert: return "BertForSequenceClassification";
        case Family::roberta: return "RobertaForSequenceClassification";
        case Family::distilbert: return "DistilBertForSequenceClassification";
        case Family::electra: return "ElectraForSequenceClassification";
        case Family::mpnet: return "MPNetForSequenceClassification";
        case Family::deberta_v2: return "DebertaV2ForSequenceClassification";
        case Family::qwen2: break;
    }
    throw Error("wrong-family", "a decoder is no classifier here",
                "name a checkpoint of BERT, RoBERTa, DistilBERT, ELECTRA, MPNet or DeBERTa");
}

void set_labels(json::object& config, std::span<const std::string> labels) {
    json::object names, numbers;
    for (std::size_t i = 0; i < labels.size(); ++i) names[std::to_string(i)] = labels[i], numbers[labels[i]] = i;
    config["id2label"] = names;
    config["label2id"] = numbers;
    config["problem_type"] = "single_label_classification";
    config.erase("num_labels");
}

/// Sizes under the names that the family's files have for them.
json::object sizes(const NetworkShape& shape, Family family) {
    const std::uint64_t layers = shape.layers, hidden = shape.hidden, heads = shape.heads, intermediate = shape.intermediate;
    if (family == Family::distilbert) {
        return {{"n_layers", layers},
                {"dim", hidden},
                {"n_heads", heads},
                {"hidden_dim", intermediate},
                {"activation", "gelu"},
                {"sinusoidal_pos_embds", false},
                {"dropout", shape.dropout},
                {"attention_dropout", shape.dropout},
                {"seq_classif_dropout", shape.dropout}};
    }
    return {{"num_hidden_layers", layers},
            {"hidden_size", hidden},
            {"num_attention_heads", heads},
            {"intermediate_size", intermediate},
            {"hidden_act", "gelu"},
            {"hidden_dropout_prob", shape.dropout},
            {"attention_probs_dropout_prob", shape.dropout}};
}

void add_family(json::object& config, const NetworkShape& shape, Family family) {
    const bool counts_from_padding = family == Family::roberta || family == Family::mpnet;
    config["max_position_embeddings"] = shape.positions + (counts_from_padding ? 1u : 0u);  // the padding's id is 0
    if (family != Family::distilbert)
        config["layer_norm_eps"] = family == Family::deberta_v2 ? 1e-7 : family == Family::roberta ? 1e-5 : 1e-12;
    if (family == Family::bert || family == Family::electra) config["type_vocab_size"] = 2;
    if (family == Family::roberta) config["type_vocab_size"] = 1;
    if (family == Family::electra) config["embedding_size"] = shape.hidden;
    if (family == Family::mpnet) config["relative_attention_num_buckets"] = 32;
    if (family != Family::deberta_v2) return;
    config["type_vocab_size"] = 0;
    config["relative_attention"] = true;
    config["position_biased_input"] = false;
    config["pos_att_type"] = json::array{"p2c", "c2p"};
    config["share_att_key"] = true;
    config["norm_rel_ebd"] = "layer_norm";
    config["max_relative_positions"] = -1;
    // More buckets than distances would only be rows that no text reaches.
    config["position_buckets"] = std::clamp<int>(static_cast<int>(shape.positions) / 2, 4, k_deberta_buckets);
    config["pooler_hidden_size"] = shape.hidden;
    config["pooler_hidden_act"] = "gelu";
    config["pooler_dropout"] = 0;
}

void write_tokenizer(const fs::path& folder, const NetworkShape& shape, std::span<const std::string> pieces) {
    write_file(folder / "tokenizer.json", wordpiece_tokenizer_json(pieces, shape.lowercase));
    const json::object special = {
        {"unk_token", "[UNK]"}, {"sep_token", "[SEP]"}, {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};
    json::object about = special;
    about["tokenizer_class"] = "PreTrainedTokenizerFast";
    about["do_lower_case"] = shape.lowercase;
    about["model_max_length"] = shape.positions;
    write_file(folder / "tokenizer_config.json", json::serialize(about) + "\n");
    write_file(folder / "special_tokens_map.json", json::serialize(special) + "\n");
}

struct Architecture {
    std::string_view name, model_type;
    Family family;
};
constexpr Architecture k_architectures[] = {
    {"bert", "bert", Family::bert},          {"roberta", "roberta", Family::roberta}, {"distilbert", "distilbert", Family::distilbert},
    {"electra", "electra", Family::electra}, {"mpnet", "mpnet", Family::mpnet},       {"deberta_v2", "deberta-v2", Family::deberta_v2}};

}  // namespace

void begin_checkpoint(const fs::path& folder, const NetworkShape& shape, std::span<const std::string> labels,
                      std::span<const std::string> texts) {
    const auto architecture = std::ranges::find(k_architectures, shape.architecture, &Architecture::name);
    if (architecture == std::end(k_architectures))
        throw Error("wrong-family", fmt::format("no architecture '{}' is known", shape.architecture));
    if (shape.hidden % shape.heads != 0) {
        throw Error("wrong-shape", fmt::format("{} numbers of a token cannot be shared among {} heads", shape.hidden, shape.heads),
                    fmt::format("hidden = {}", (shape.hidden / shape.heads + 1) * shape.heads));
    }
    const std::vector<std::string> pieces = learn_wordpiece(texts, {.size = shape.vocabulary, .lowercase = shape.lowercase});
    write_tokenizer(folder, shape, pieces);
    json::object config = sizes(shape, architecture->family);
    config["model_type"] = architecture->model_type;
    config["architectures"] = json::array{json::string(classifier_class(architecture->family))};
    config["vocab_size"] = pieces.size();
    config["pad_token_id"] = 0;
    config["initializer_range"] = 0.02;
    config["torch_dtype"] = "float32";
    add_family(config, shape, architecture->family);
    set_labels(config, labels);
    write_file(folder / "config.json", json::serialize(config) + "\n");
}

void begin_checkpoint(const fs::path& folder, const fs::path& from, std::span<const std::string> labels) {
    const Config known = read_config(from);  // says what is wrong with it
    json::object config = json::parse(read_file(from / "config.json", {}, k_largest_config)).as_object();
    config["architectures"] = json::array{json::string(classifier_class(known.family))};
    config["torch_dtype"] = "float32";
    set_labels(config, labels);
    write_file(folder / "config.json", json::serialize(config) + "\n");
    for (const char* name : k_tokenizer_files) {
        std::error_code none;
        if (fs::exists(from / name, none)) write_file(folder / name, read_file(from / name));
    }
}

}  // namespace rif::nn
