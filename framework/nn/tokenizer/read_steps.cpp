// Normalisers, pre-tokenizers, decoders and templates as tokenizer.json spells them.
#include <fmt/core.h>

#include <rif/nn/tokenizer/files.hpp>

namespace rif::nn {

namespace {

constexpr std::string_view k_known_normalizers =
    "BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, Strip, StripAccents, Replace, Prepend, Precompiled, Sequence";
constexpr std::string_view k_known_pre_tokenizers =
    "BertPreTokenizer, Whitespace, WhitespaceSplit, Punctuation, Digits, Split, ByteLevel, Metaspace, Sequence";
constexpr std::string_view k_known_decoders = "WordPiece, ByteLevel, Metaspace, Replace, ByteFallback, Fuse, Strip, Sequence";
constexpr std::string_view k_known_processors = "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel, Sequence";
constexpr std::string_view k_known_runs = R"(the expressions " +", " {2,}", "\s+" and "\s{2,}", and plain strings)";

constexpr std::int64_t k_largest_type = 15;    // published models know 0 and 1
constexpr std::size_t k_longest_content = 64;  // bytes that a step may put in, at each place

/// What a step puts in.
std::string content_text(const JsonNode& node) {
    std::string text = node.text();
    if (text.size() > k_longest_content)
        node.damaged(fmt::format("has {} bytes, and {} at most were expected", text.size(), k_longest_content));
    return text;
}

/// Not empty.
std::string pattern_text(const JsonNode& node) {
    std::string text = node.text();
    if (text.empty()) node.damaged("is empty");
    return text;
}

std::unique_ptr<Normalizer> replace_step(const JsonNode& node) {
    const JsonNode pattern = node["pattern"];
    const std::string content = content_text(node["content"]);
    if (!pattern["String"].is_null()) return replace_normalizer(pattern_text(pattern["String"]), content);
    const std::string expression = pattern["Regex"].text();
    if (expression == " +") return replace_run_normalizer(false, 1, content);
    if (expression == " {2,}") return replace_run_normalizer(false, 2, content);
    if (expression == R"(\s+)") return replace_run_normalizer(true, 1, content);
    if (expression == R"(\s{2,})") return replace_run_normalizer(true, 2, content);
    pattern["Regex"].unknown(fmt::format("the expression '{}'", expression), k_known_runs);
}

/// What tokenizer_config.json says of BERT's cleaning goes before, as in transformers.
std::unique_ptr<Normalizer> bert_step(const JsonNode& node, const FolderSettings& settings) {
    const auto flag = [&](std::string_view key, std::string_view config_key, bool fallback) {
        return settings.tokenizer_config[config_key].flag_or(node[key].flag_or(fallback));
    };
    BertCleaning cleaning;
    cleaning.clean_text = node["clean_text"].flag_or(true);
    cleaning.space_chinese = flag("handle_chinese_chars", "tokenize_chinese_chars", true);
    cleaning.lowercase = flag("lowercase", "do_lower_case", true);
    cleaning.strip_accents = flag("strip_accents", "strip_accents", cleaning.lowercase);
    return bert_normalizer(cleaning);
}

std::unique_ptr<PreTokenizer> split_step(const JsonNode& node) {
    const JsonNode pattern = node["pattern"];
    const std::string name = node["behavior"].text();
    const auto behavior = split_behavior(name);
    if (!behavior) node["behavior"].unknown(fmt::format("'{}'", name), "Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous");
    const bool invert = node["invert"].flag_or(false);
    if (!pattern["String"].is_null()) {
        if (invert) node["invert"].unknown("true for a plain string", "false");
        return string_pre_tokenizer(pattern_text(pattern["String"]), *behavior);
    }
    const std::string expression = pattern["Regex"].text();
    SplitRule rule;
    if (!rule_of_expression(expression, rule))
        pattern["Regex"].unknown(fmt::format("the expression '{}'", expression), "the expressions of GPT-2, Qwen2 and Llama 3");
    // Their expressions leave nothing out, so that taking the matches alone is taking everything.
    if (*behavior != (invert ? SplitBehavior::removed : SplitBehavior::isolated))
        node["behavior"].unknown(fmt::format("'{}' for this expression", name), "Isolated, or Removed with invert");
    return byte_level_pre_tokenizer(false, rule);
}

std::unique_ptr<PreTokenizer> byte_level_step(const JsonNode& node, const FolderSettings& settings) {
    const std::string owner = settings.tokenizer_config["tokenizer_class"].text_or("");
    const bool may_differ = owner.starts_with("Roberta") || owner.starts_with("GPT2");
    const JsonNode config = settings.tokenizer_config["add_prefix_space"];
    const bool prefix_space = may_differ && !config.is_null() ? config.flag() : node["add_prefix_space"].flag_or(true);
    const bool cuts = node["use_regex"].flag_or(true);
    return byte_level_pre_tokenizer(prefix_space, cuts ? std::optional(SplitRule::gpt2) : std::nullopt);
}

Metaspace::Prefix metaspace_prefix(const JsonNode& node) {
    const std::string scheme = node["prepend_scheme"].text_or(node["add_prefix_space"].flag_or(true) ? "always" : "never");
    if (scheme == "always") return Metaspace::Prefix::always;
    if (scheme == "first") return Metaspace::Prefix::first;
    if (scheme == "never") return Metaspace::Prefix::never;
    node["prepend_scheme"].unknown(fmt::format("'{}'", scheme), "always, first, never");
}

std::string metaspace_replacement(const JsonNode& node) {
    const JsonNode replacement = node["replacement"].is_null() ? node["str_rep"] : node["replacement"];
    return replacement.is_null() ? Metaspace{}.replacement : pattern_text(replacement);
}

std::unique_ptr<PreTokenizer> metaspace_step(const JsonNode& node) {
    return metaspace_pre_tokenizer({metaspace_replacement(node), metaspace_prefix(node), node["split"].flag_or(true)});
}

TemplatePart special_part(std::vector<TokenId> ids, std::int64_t type) { return {TemplatePart::What::special, std::move(ids), type}; }

TokenId template_id(const JsonNode& node) {
    const std::int64_t id = node.whole();
    if (id < 0 || id > Vocabulary::k_largest_id) node.damaged(fmt::format("is {}, which is no token id", id));
    return static_cast<TokenId>(id);
}

std::vector<TemplatePart> template_parts(const JsonNode& list, const JsonNode& specials) {
    std::vector<TemplatePart> parts;
    for (const JsonNode& item : list.items()) {
        const bool is_special = !item["SpecialToken"].is_null();
        const JsonNode part = item[is_special ? "SpecialToken" : "Sequence"];
        const std::string name = part["id"].text();
        const std::int64_t type = part["type_id"].whole_or(0);
        if (type < 0 || type > k_largest_type)
            part["type_id"].damaged(fmt::format("is {}, and 0 to {} was expected", type, k_largest_type));
        if (is_special) {
            std::vector<TokenId> ids;
            for (const JsonNode& id : specials[name]["ids"].items()) ids.push_back(template_id(id));
            parts.push_back(special_part(std::move(ids), type));
        } else if (name == "A" || name == "B") {
            parts.push_back({name == "A" ? TemplatePart::What::first : TemplatePart::What::second, {}, type});
        } else {
            part["id"].damaged(fmt::format("is '{}', and texts are called A and B", name));
        }
    }
    return parts;
}

void check_template(const JsonNode& list, const std::vector<TemplatePart>& parts, int first, int second) {
    int count[2] = {0, 0};
    for (const TemplatePart& part : parts)
        if (part.what != TemplatePart::What::special) ++count[part.what == TemplatePart::What::second ? 1 : 0];
    if (count[0] != first || count[1] != second)
        list.damaged(fmt::format("has text A {} and text B {} times, and {} and {} were expected", count[0], count[1], first, second));
}

/// cls A sep, and cls A sep B sep; RoBERTa puts two separators between.
Template classic_template(const JsonNode& node, bool is_roberta) {
    const auto id = [&](std::string_view part) {
        const std::vector<JsonNode> pair = node[part].items();
        if (pair.size() != 2) node[part].damaged("is no token with its id");
        return std::vector<TokenId>{template_id(pair[1])};
    };
    const std::vector<TokenId> cls = id("cls"), sep = id("sep");
    const std::int64_t second = is_roberta ? 0 : 1;
    Template result;
    const TemplatePart a{TemplatePart::What::first, {}, 0}, b{TemplatePart::What::second, {}, second};
    result.single = {special_part(cls, 0), a, special_part(sep, 0)};
    result.pair = result.single;
    if (is_roberta) result.pair.push_back(special_part(sep, 0));
    result.pair.push_back(b);
    result.pair.push_back(special_part(sep, second));
    return result;
}

}  // namespace

void read_normalizers(const JsonNode& node, const FolderSettings& settings, Normalizers& steps) {
    if (node.is_null()) return;
    const std::string type = node["type"].text();
    if (type == "Sequence") {
        for (const JsonNode& item : node["normalizers"].items()) read_normalizers(item, settings, steps);
    } else if (type == "BertNormalizer") {
        steps.push_back(bert_step(node, settings));
    } else if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD") {
        const bool compatible = type.size() == 4, composed = type.back() == 'C';
        steps.push_back(normal_form_normalizer(compatible ? (composed ? NormalForm::nfkc : NormalForm::nfkd)
                                                          : (composed ? NormalForm::nfc : NormalForm::nfd)));
    } else if (type == "Lowercase") {
        steps.push_back(lowercase_normalizer());
    } else if (type == "StripAccents") {
        steps.push_back(strip_accents_normalizer());
    } else if (type == "Strip") {
        steps.push_back(strip_normalizer(node["strip_left"].flag_or(true), node["strip_right"].flag_or(true)));
    } else if (type == "Replace") {
        steps.push_back(replace_step(node));
    } else if (type == "Prepend") {
        steps.push_back(prepend_normalizer(content_text(node["prepend"])));
    } else if (type == "Precompiled") {
        const std::string table = node["precompiled_charsmap"].text_or("");
        if (!table.empty()) steps.push_back(charsmap_normalizer(Charsmap(from_base64(table))));
    } else {
        node["type"].unknown(fmt::format("'{}'", type), k_known_normalizers);
    }
}

void read_pre_tokenizers(const JsonNode& node, const FolderSettings& settings, PreTokenizers& steps, bool& byte_level) {
    if (node.is_null()) return;
    const std::string type = node["type"].text();
    if (type == "Sequence") {
        for (const JsonNode& item : node["pretokenizers"].items()) read_pre_tokenizers(item, settings, steps, byte_level);
    } else if (type == "BertPreTokenizer") {
        steps.push_back(bert_pre_tokenizer());
    } else if (type == "Whitespace") {
        steps.push_back(word_pre_tokenizer());
    } else if (type == "WhitespaceSplit") {
        steps.push_back(white_space_pre_tokenizer());
    } else if (type == "Punctuation") {
        const std::string name = node["behavior"].text_or("Isolated");
        const auto behavior = split_behavior(name);
        if (!behavior)
            node["behavior"].unknown(fmt::format("'{}'", name), "Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous");
        steps.push_back(punctuation_pre_tokenizer(*behavior));
    } else if (type == "Digits") {
        steps.push_back(digits_pre_tokenizer(node["individual_digits"].flag_or(false)));
    } else if (type == "Split") {
        steps.push_back(split_step(node));
    } else if (type == "ByteLevel") {
        byte_level = true;
        steps.push_back(byte_level_step(node, settings));
    } else if (type == "Metaspace") {
        steps.push_back(metaspace_step(node));
    } else {
        node["type"].unknown(fmt::format("'{}'", type), k_known_pre_tokenizers);
    }
}

void read_decoders(const JsonNode& node, Decoders& steps) {
    if (node.is_null()) return;
    const std::string type = node["type"].text();
    if (type == "Sequence") {
        for (const JsonNode& item : node["decoders"].items()) read_decoders(item, steps);
    } else if (type == "WordPiece") {
        steps.push_back(wordpiece_decoder(node["prefix"].text_or("##"), node["cleanup"].flag_or(true)));
    } else if (type == "ByteLevel") {
        steps.push_back(byte_level_decoder());
    } else if (type == "Metaspace") {
        steps.push_back(metaspace_decoder(metaspace_replacement(node), metaspace_prefix(node) != Metaspace::Prefix::never));
    } else if (type == "Replace") {
        steps.push_back(replace_decoder(pattern_text(node["pattern"]["String"]), node["content"].text()));
    } else if (type == "ByteFallback") {
        steps.push_back(byte_fallback_decoder());
    } else if (type == "Fuse") {
        steps.push_back(fuse_decoder());
    } else if (type == "Strip") {
        const auto count = [&](std::string_view key) { return static_cast<std::size_t>(std::max<std::int64_t>(node[key].whole_or(0), 0)); };
        steps.push_back(strip_decoder(pattern_text(node["content"]), count("start"), count("stop")));
    } else {
        node["type"].unknown(fmt::format("'{}'", type), k_known_decoders);
    }
}

Template read_template(const JsonNode& node) {
    if (node.is_null()) return {};
    const std::string type = node["type"].text();
    if (type == "ByteLevel") return {};
    if (type == "RobertaProcessing" || type == "BertProcessing") return classic_template(node, type == "RobertaProcessing");
    if (type == "Sequence") {
        for (const JsonNode& item : node["processors"].items())
            if (item["type"].text() != "ByteLevel") return read_template(item);
        return {};
    }
    if (type != "TemplateProcessing") node["type"].unknown(fmt::format("'{}'", type), k_known_processors);
    Template result;
    result.single = template_parts(node["single"], node["special_tokens"]);
    check_template(node["single"], result.single, 1, 0);
    result.pair = template_parts(node["pair"], node["special_tokens"]);
    check_template(node["pair"], result.pair, 1, 1);
    return result;
}

}  // namespace rif::nn
