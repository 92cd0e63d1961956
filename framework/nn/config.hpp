// What config.json of a checkpoint says, as plain values: nothing that changes a number is assumed where the file says it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rif::nn {

/// The layouts that are known. roberta also reads xlm-roberta and camembert, qwen2 also llama and mistral.
enum class Family { bert, roberta, distilbert, electra, mpnet, deberta_v2, qwen2 };

enum class Activation { gelu, gelu_tanh, relu, silu, tanh };

/// Disentangled attention (He et al. 2021): which terms, and how distances are folded.
struct DebertaConfig {
    bool is_relative = false;  // relative_attention
    bool content_to_position = false, position_to_content = false;
    bool shares_projections = false;  // share_att_key
    bool norms_positions = false;     // norm_rel_ebd
    bool adds_positions = true;       // position_biased_input
    std::int64_t buckets = -1;        // position_buckets; below 1: distances as they are
    std::int64_t farthest = 0;        // max_relative_positions, or the longest text where that is below 1
    std::size_t convolution = 0;      // conv_kernel_size; 0: none
    std::size_t convolution_groups = 1;
    Activation convolution_activation = Activation::tanh;
    std::size_t pooler = 0;  // pooler_hidden_size
    Activation pooler_activation = Activation::gelu;
};

/// Decoder of Qwen2 and Llama.
struct DecoderConfig {
    std::size_t key_value_heads = 0, head_size = 0;
    double rope_base = 10000;
    bool is_tied = false;  // the output layer is the embedding table
};

struct Config {
    Family family = Family::bert;
    std::string model_type, architecture;  // "bert", "BertForSequenceClassification" ("" where not said)
    std::size_t vocabulary = 0, hidden = 0, embedding = 0, layers = 0, heads = 0, intermediate = 0;
    std::size_t positions = 0;  // rows of the position table; for qwen2 the longest text
    std::size_t types = 0;      // token types
    std::int64_t padding_id = 0;
    double norm_epsilon = 1e-12;
    Activation activation = Activation::gelu;
    std::size_t relative_buckets = 32;  // MPNet
    bool is_tied = true;                // a masked model's output layer is the embedding table
    std::vector<std::string> labels;    // by number; LABEL_0, LABEL_1 where the file has none
    DebertaConfig deberta = {};
    DecoderConfig decoder = {};

    /// First position number of a text: RoBERTa's and MPNet's come after the padding's.
    std::size_t first_position() const;
    /// The longest text in tokens, special ones included.
    std::size_t longest() const { return positions - first_position(); }
};

/// errors: rif::Error "cannot-read"; "damaged-config" with the file, the key, what was found and expected; "unknown-model-type" with
/// those that are known.
Config read_config(const std::filesystem::path& folder);
/// The same of a file's contents; `file` is its name in errors.
Config parse_config(std::string_view contents, std::string file);

}  // namespace rif::nn
