// Reading the files of a tokenizer into its parts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <rif/nn/tokenizer/json_node.hpp>
#include <rif/nn/tokenizer/parts.hpp>

namespace rif::nn {

/// The files of a folder that say how its tokenizer is set up; null nodes for those that are not there.
struct FolderSettings {
    explicit FolderSettings(const std::filesystem::path& folder);
    FolderSettings() = default;  // of no folder
    std::filesystem::path folder;
    JsonNode tokenizer_config, special_tokens_map, added_tokens, model_config;

    /// "cls_token", "mask_token", …: the token of that part, where a file names one.
    std::optional<std::string> special(std::string_view part) const;
};

/// errors: as Tokenizer::from_folder.
TokenizerParts read_tokenizer(const std::filesystem::path& folder);
/// root: the whole of a tokenizer.json.
TokenizerParts read_tokenizer(const JsonNode& root, const FolderSettings& settings);

/// The content of a tokenizer.json that says what the older files of the folder say.
/// errors: rif::Error "no-tokenizer" where there are none of them.
JsonNode legacy_tokenizer(const FolderSettings& settings);
/// Its `model` and `normalizer` out of a SentencePiece file. errors: rif::Error "damaged-tokenizer".
struct SentencePieceFile {
    std::vector<std::pair<std::string, double>> pieces;  // by id, with score
    std::int64_t unknown = 0;
    std::string charsmap;  // empty: none
};
SentencePieceFile read_sentencepiece(const std::filesystem::path& file);

/// `model` of a tokenizer.json. byte_level: its words are bytes.
std::unique_ptr<SubwordModel> read_model(const JsonNode& node, bool byte_level);

// Steps of a tokenizer.json, appended in order. settings: what tokenizer_config.json says otherwise goes before.
void read_normalizers(const JsonNode& node, const FolderSettings& settings, Normalizers& steps);
/// byte_level: set where a step cuts bytes.
void read_pre_tokenizers(const JsonNode& node, const FolderSettings& settings, PreTokenizers& steps, bool& byte_level);
void read_decoders(const JsonNode& node, Decoders& steps);
Template read_template(const JsonNode& node);

}  // namespace rif::nn
