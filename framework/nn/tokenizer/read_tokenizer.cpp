// A folder's tokenizer put together from its files.
#include <algorithm>
#include <unordered_set>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/files.hpp>

namespace rif::nn {

namespace {

// The parts that tokens play, in the order of SpecialToken, and what they are called where no file says so.
struct SpecialName {
    std::string_view part;
    std::array<std::string_view, 2> usual;
};
constexpr SpecialName k_specials[k_special_tokens] = {{"cls_token", {"[CLS]", "<s>"}},
                                                      {"sep_token", {"[SEP]", "</s>"}},
                                                      {"pad_token", {"[PAD]", "<pad>"}},
                                                      {"mask_token", {"[MASK]", "<mask>"}},
                                                      {"unk_token", {"[UNK]", "<unk>"}},
                                                      {"bos_token", {}},
                                                      {"eos_token", {}}};

constexpr double k_longest_window = 1e9;  // tokens; transformers writes 1e30 where there is no limit

AddedToken added_token(const JsonNode& node) {
    AddedToken token;
    token.content = node["content"].text();
    if (token.content.empty()) node["content"].damaged("is empty");
    token.single_word = node["single_word"].flag_or(false);
    token.lstrip = node["lstrip"].flag_or(false);
    token.rstrip = node["rstrip"].flag_or(false);
    token.special = node["special"].flag_or(false);
    token.normalized = node["normalized"].flag_or(!token.special);
    return token;
}

/// Added tokens, each once. A token has the id that the vocabulary gives it, else the one that is asked for.
class AddedTokens {
public:
    explicit AddedTokens(TokenizerParts& parts) : parts_(parts) {}
    void add(const JsonNode& node, std::int64_t id) {
        AddedToken token = added_token(node);
        if (!contents_.insert(token.content).second) return;
        if (id < 0 || id > Vocabulary::k_largest_id)
            node.damaged(fmt::format("has the id {}, and ids go from 0 to {}", id, Vocabulary::k_largest_id));
        token.id = parts_.model->vocabulary().id(token.content).value_or(static_cast<TokenId>(id));
        parts_.added.push_back(std::move(token));
    }

private:
    TokenizerParts& parts_;
    std::unordered_set<std::string> contents_;
};

/// Those of tokenizer.json first, then those that only tokenizer_config.json has.
void add_tokens(TokenizerParts& parts, const JsonNode& tokens, const JsonNode& decoder) {
    AddedTokens added(parts);
    if (!tokens.is_null())
        for (const JsonNode& node : tokens.items()) added.add(node, node["id"].whole());
    if (decoder.is_null()) return;
    for (const std::string& key : decoder.keys()) {
        const bool is_number = !key.empty() && key.size() < 9 && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; });
        if (!is_number) decoder[key].damaged("is not named by a token id");
        added.add(decoder[key], std::stoll(key));
    }
}

std::optional<TokenId> id_of(const TokenizerParts& parts, std::string_view token) {
    const auto added = std::ranges::find(parts.added, token, &AddedToken::content);
    return added != parts.added.end() ? std::optional(added->id) : parts.model->vocabulary().id(token);
}

void find_specials(TokenizerParts& parts, const FolderSettings& settings) {
    for (std::size_t i = 0; i < k_special_tokens; ++i) {
        if (const auto named = settings.special(k_specials[i].part)) {
            parts.special[i] = id_of(parts, *named);
            continue;
        }
        for (const std::string_view usual : k_specials[i].usual)
            if (!usual.empty() && !parts.special[i]) parts.special[i] = id_of(parts, usual);
    }
}

std::optional<std::size_t> max_length(const JsonNode& node) {
    if (node.is_null()) return std::nullopt;
    const double length = node.number();
    if (!(length >= 1) || length > k_longest_window) return std::nullopt;
    return static_cast<std::size_t>(length);
}

}  // namespace

FolderSettings::FolderSettings(const std::filesystem::path& where)
    : folder(where),
      tokenizer_config(JsonNode::of_file_if_there(where / "tokenizer_config.json")),
      special_tokens_map(JsonNode::of_file_if_there(where / "special_tokens_map.json")),
      added_tokens(JsonNode::of_file_if_there(where / "added_tokens.json")),
      model_config(JsonNode::of_file_if_there(where / "config.json")) {}

std::optional<std::string> FolderSettings::special(std::string_view part) const {
    for (const JsonNode& file : {tokenizer_config, special_tokens_map}) {
        const JsonNode node = file[part];
        if (node.is_null()) continue;
        return node.is_object() ? node["content"].text() : node.text();
    }
    return std::nullopt;
}

TokenizerParts read_tokenizer(const std::filesystem::path& folder) {
    const FolderSettings settings(folder);
    const std::filesystem::path file = folder / "tokenizer.json";
    std::error_code ignored;
    return read_tokenizer(
        std::filesystem::exists(std::filesystem::symlink_status(file, ignored)) ? JsonNode::of_file(file) : legacy_tokenizer(settings),
        settings);
}

TokenizerParts read_tokenizer(const JsonNode& root, const FolderSettings& settings) {
    if (!root.is_object()) root.damaged("is no object");
    TokenizerParts parts;
    bool byte_level = false;
    read_normalizers(root["normalizer"], settings, parts.normalizers);
    read_pre_tokenizers(root["pre_tokenizer"], settings, parts.pre_tokenizers, byte_level);
    parts.model = read_model(root["model"], byte_level);
    parts.around = read_template(root["post_processor"]);
    read_decoders(root["decoder"], parts.decoders);
    add_tokens(parts, root["added_tokens"], settings.tokenizer_config["added_tokens_decoder"]);
    find_specials(parts, settings);
    parts.max_length = max_length(settings.tokenizer_config["model_max_length"]);
    return parts;
}

}  // namespace rif::nn
