// The files from before tokenizer.json: they say less, and the class of the tokenizer says the rest. What comes out is the tokenizer.json
// that transformers would make of them. source: transformers, convert_slow_tokenizer.py.
#include <algorithm>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/files.hpp>

namespace rif::nn {

namespace json = boost::json;

namespace {

constexpr std::size_t k_largest_file = std::size_t{64} << 20;  // bytes of vocab.txt or merges.txt
constexpr std::size_t k_most_lines = 1 << 20;                  // of them; the largest published vocabulary has 262,144 tokens
constexpr std::size_t k_longest_line = 1 << 16;                // bytes

enum class Family { bert, mpnet, roberta, gpt2, qwen2, deberta };

/// What a family calls its special tokens.
struct UsualNames {
    const char *cls, *sep, *pad, *unknown, *mask;
    bool mask_takes_space;  // the one before it
};

const UsualNames& usual_names(Family family) {
    static const UsualNames square{"[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]", false};
    static const UsualNames mpnet{"<s>", "</s>", "<pad>", "[UNK]", "<mask>", true};
    static const UsualNames roberta{"<s>", "</s>", "<pad>", "<unk>", "<mask>", true};
    static const UsualNames text_end{"<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "<|endoftext|>", false};
    switch (family) {
        case Family::mpnet: return mpnet;
        case Family::roberta: return roberta;
        case Family::gpt2:
        case Family::qwen2: return text_end;
        default: return square;
    }
}

std::string family_name(const FolderSettings& settings) {
    const JsonNode owner = settings.tokenizer_config["tokenizer_class"];
    return lower(owner.is_null() ? settings.model_config["model_type"].text_or("") : owner.text());
}

bool is_there(const FolderSettings& settings, std::string_view file) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(settings.folder / file, ignored));
}

/// By the name of the tokenizer's class or of the model ("MPNetTokenizerFast", "roberta"), then by the files that are there.
Family family_of(const FolderSettings& settings) {
    const std::string name = family_name(settings);
    if (name.starts_with("deberta")) return Family::deberta;
    if (name.starts_with("roberta")) return Family::roberta;
    if (name.starts_with("gpt2")) return Family::gpt2;
    if (name.starts_with("qwen2")) return Family::qwen2;
    if (name.starts_with("mpnet")) return Family::mpnet;
    if (name.starts_with("bert") || name.starts_with("distilbert") || name.starts_with("electra")) return Family::bert;
    if (name.empty() && is_there(settings, "vocab.txt")) return Family::bert;
    throw Error("unknown-tokenizer",
                fmt::format("'{}' has no tokenizer.json, and its tokenizer or model is '{}', whose older files are not known here",
                            settings.folder.string(), name),
                "known without tokenizer.json: BERT, DistilBERT, ELECTRA, MPNet, RoBERTa, GPT-2, Qwen2, DeBERTa v2 and v3");
}

std::string contents(const FolderSettings& settings, std::string_view file) {
    if (!is_there(settings, file))
        throw Error("no-tokenizer", fmt::format("'{}' has neither tokenizer.json nor {}", settings.folder.string(), file),
                    "name a folder with the files of the tokenizer");
    return read_file(settings.folder / file, {}, k_largest_file);
}

/// The lines of a text file, without their ends; what they are cut from is looked at before anything is kept.
std::vector<std::string_view> lines_of(std::string_view text, const std::filesystem::path& path) {
    const auto damaged = [&](const std::string& what) {
        return Error("damaged-tokenizer", fmt::format("'{}' {}", path.string(), what), "use the checkpoint's original files");
    };
    if (const std::size_t at = first_invalid_utf8(text); at != std::string::npos)
        throw damaged(fmt::format("is not UTF-8 from byte {} on", at));
    const auto count = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    if (count > k_most_lines) throw damaged(fmt::format("has {} lines, and at most {} are read", count, k_most_lines));
    std::vector<std::string_view> lines;
    lines.reserve(count);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.size() > k_longest_line)
            throw damaged(fmt::format("has {} bytes in line {}, and at most {} are read", line.size(), lines.size() + 1, k_longest_line));
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The token of a part, or what the family calls it.
std::string special(const FolderSettings& settings, std::string_view part, std::string_view usual) {
    return settings.special(part).value_or(std::string(usual));
}

json::object wordpiece_model(const FolderSettings& settings) {
    const std::filesystem::path path = settings.folder / "vocab.txt";
    const std::string text = contents(settings, "vocab.txt"), unknown = special(settings, "unk_token", "[UNK]");
    const std::vector<std::string_view> lines = lines_of(text, path);
    if (std::ranges::find(lines, unknown) == lines.end())
        throw Error("damaged-tokenizer", fmt::format("'{}' lacks its unknown token '{}'", path.string(), unknown),
                    "use the checkpoint's original files");
    json::object vocabulary;
    vocabulary.reserve(lines.size());
    std::int64_t id = 0;
    for (const std::string_view line : lines) vocabulary.insert_or_assign(line, id++);
    return {{"type", "WordPiece"}, {"unk_token", unknown}, {"vocab", std::move(vocabulary)}};
}

json::object bpe_model(const FolderSettings& settings) {
    if (!is_there(settings, "vocab.json")) contents(settings, "vocab.json");  // for its error
    const JsonNode vocabulary = JsonNode::of_file(settings.folder / "vocab.json");
    if (!vocabulary.is_object()) vocabulary.damaged("is no object of tokens and their ids");
    const std::string text = contents(settings, "merges.txt");
    const std::vector<std::string_view> lines = lines_of(text, settings.folder / "merges.txt");
    json::array merges;
    merges.reserve(lines.size());
    for (const std::string_view line : lines)
        if (!line.empty() && !(merges.empty() && line.starts_with("#version"))) merges.emplace_back(line);
    return {{"type", "BPE"}, {"vocab", vocabulary.value()}, {"merges", std::move(merges)}};
}

/// base64, as tokenizer.json keeps the table.
std::string to_base64(std::string_view bytes) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    std::uint32_t collected = 0;
    unsigned bits = 0;
    for (const char byte : bytes) {
        collected = collected << 8 | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= 6; bits -= 6) text += alphabet[collected >> (bits - 6) & 63];
    }
    if (bits > 0) text += alphabet[collected << (6 - bits) & 63];
    return text;
}

/// A step of tokenizer.json with no setting so far.
json::object step(std::string_view type) {
    json::object made;
    made["type"] = type;
    return made;
}

json::object sequence(std::string_view list, json::array steps) {
    json::object made = step("Sequence");
    made[list] = std::move(steps);
    return made;
}

json::object regular_expression(std::string_view expression) {
    json::object pattern;
    pattern["Regex"] = expression;
    return pattern;
}

/// As transformers converts DeBERTa v2 and v3.
void add_unigram(const FolderSettings& settings, json::object& root) {
    const SentencePieceFile file = read_sentencepiece(settings.folder / "spm.model");
    json::array vocabulary;
    for (const auto& [piece, score] : file.pieces) vocabulary.push_back(json::array{piece, score});
    root["model"] = {{"type", "Unigram"}, {"unk_id", file.unknown}, {"vocab", std::move(vocabulary)}};
    json::array steps;
    if (settings.tokenizer_config["do_lower_case"].flag_or(false)) steps.push_back(step("Lowercase"));
    steps.push_back(step("Strip"));
    if (!file.charsmap.empty()) {
        steps.push_back(step("Precompiled"));
        steps.back().as_object()["precompiled_charsmap"] = to_base64(file.charsmap);
    }
    json::object fold = step("Replace");
    fold["pattern"] = regular_expression(" {2,}");
    fold["content"] = " ";
    steps.push_back(std::move(fold));
    root["normalizer"] = sequence("normalizers", std::move(steps));
    json::array cuts;
    if (settings.tokenizer_config["split_by_punct"].flag_or(false)) cuts.push_back(step("Punctuation"));
    cuts.push_back(step("Metaspace"));
    root["pre_tokenizer"] = sequence("pretokenizers", std::move(cuts));
    root["decoder"] = step("Metaspace");
}

void add_bert(const FolderSettings& settings, json::object& root) {
    root["model"] = wordpiece_model(settings);
    root["normalizer"] = step("BertNormalizer");
    root["pre_tokenizer"] = step("BertPreTokenizer");
    root["decoder"] = step("WordPiece");
}

void add_byte_level(const FolderSettings& settings, Family family, json::object& root) {
    constexpr std::string_view qwen2 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    root["model"] = bpe_model(settings);
    root["decoder"] = step("ByteLevel");
    json::array cuts;
    if (family == Family::qwen2) {
        root["normalizer"] = step("NFC");
        json::object split = step("Split");
        split["pattern"] = regular_expression(qwen2);
        split["behavior"] = "Isolated";
        cuts.push_back(std::move(split));
    }
    json::object bytes = step("ByteLevel");
    bytes["add_prefix_space"] = family != Family::qwen2 && settings.tokenizer_config["add_prefix_space"].flag_or(false);
    bytes["use_regex"] = family != Family::qwen2;
    cuts.push_back(std::move(bytes));
    root["pre_tokenizer"] = sequence("pretokenizers", std::move(cuts));
}

/// The id of a token in the model's vocabulary or among the added ones; null where there is none.
json::value id_of(std::string_view token, const json::object& model, const JsonNode& added) {
    if (const auto* vocabulary = model.at("vocab").if_object())
        if (const auto* found = vocabulary->if_contains(token)) return *found;
    if (const auto* pieces = model.at("vocab").if_array())
        for (std::size_t i = 0; i < pieces->size(); ++i)
            if ((*pieces)[i].at(0).as_string() == token) return i;
    const JsonNode found = added[token];
    return found.is_null() ? json::value() : json::value(found.whole());
}

/// What stands around the texts, in the words of TemplateProcessing: "cls A sep", "cls A sep sep B sep".
struct Around {
    std::string cls, sep;
    bool doubled = false;          // two separators between the texts
    std::int64_t second_type = 1;  // of the second text
};

json::object processor(const Around& around, const JsonNode& added, const json::object& model) {
    const auto id = [&](const std::string& token) {
        json::value found = id_of(token, model, added);
        if (found.is_null())
            throw Error("damaged-tokenizer", fmt::format("the vocabulary lacks the special token '{}'", token),
                        "use the checkpoint's original files");
        return found;
    };
    const auto special = [](const std::string& token, std::int64_t type) {
        return json::value{{"SpecialToken", {{"id", token}, {"type_id", type}}}};
    };
    const auto text = [](std::string_view name, std::int64_t type) {
        return json::value{{"Sequence", {{"id", json::string(name)}, {"type_id", type}}}};
    };
    json::array single = {special(around.cls, 0), text("A", 0), special(around.sep, 0)};
    json::array pair = single;
    if (around.doubled) pair.push_back(special(around.sep, 0));
    pair.push_back(text("B", around.second_type));
    pair.push_back(special(around.sep, around.second_type));
    json::object tokens;
    for (const std::string& token : {around.cls, around.sep}) tokens[token] = {{"ids", json::array{id(token)}}};
    return {
        {"type", "TemplateProcessing"}, {"single", std::move(single)}, {"pair", std::move(pair)}, {"special_tokens", std::move(tokens)}};
}

/// Special tokens where no file lists them with their ids: each part's token, and those of added_tokens.json. The mask of RoBERTa and
/// MPNet takes the space before it.
json::array usual_tokens(const FolderSettings& settings, Family family, const json::object& model) {
    json::array tokens;
    const auto add = [&](std::string_view token, bool lstrip) {
        json::value id = id_of(token, model, settings.added_tokens);
        if (id.is_null()) return;
        json::object made;
        made["id"] = std::move(id);
        made["content"] = token;
        made["special"] = true;
        made["lstrip"] = lstrip;
        tokens.push_back(std::move(made));
    };
    const UsualNames& usual = usual_names(family);
    for (const auto& [part, name] : {std::pair{"cls_token", usual.cls},
                                     {"sep_token", usual.sep},
                                     {"pad_token", usual.pad},
                                     {"unk_token", usual.unknown},
                                     {"mask_token", usual.mask},
                                     {"bos_token", usual.cls},
                                     {"eos_token", usual.sep}})
        add(special(settings, part, name), usual.mask_takes_space && std::string_view(part) == "mask_token");
    const JsonNode more = settings.tokenizer_config["additional_special_tokens"];
    if (!more.is_null())
        for (const JsonNode& token : more.items()) add(token.is_object() ? token["content"].text() : token.text(), false);
    if (!settings.added_tokens.is_null())
        for (const std::string& token : settings.added_tokens.keys()) add(token, false);
    return tokens;
}

}  // namespace

JsonNode legacy_tokenizer(const FolderSettings& settings) {
    const bool has_any = is_there(settings, "vocab.txt") || is_there(settings, "vocab.json") || is_there(settings, "spm.model");
    if (!has_any)
        throw Error("no-tokenizer",
                    fmt::format("'{}' has none of tokenizer.json, vocab.txt, vocab.json and spm.model", settings.folder.string()),
                    "name a folder with the files of the tokenizer");
    const Family family = family_of(settings);
    json::object root;
    if (family == Family::deberta)
        add_unigram(settings, root);
    else if (family == Family::bert || family == Family::mpnet)
        add_bert(settings, root);
    else
        add_byte_level(settings, family, root);
    json::object model = std::move(root["model"].as_object());
    if (settings.tokenizer_config["added_tokens_decoder"].is_null()) root["added_tokens"] = usual_tokens(settings, family, model);
    const UsualNames& usual = usual_names(family);
    const Around around{special(settings, "cls_token", usual.cls), special(settings, "sep_token", usual.sep), usual.mask_takes_space,
                        family == Family::roberta ? 0 : 1};
    if (family != Family::gpt2 && family != Family::qwen2) root["post_processor"] = processor(around, settings.added_tokens, model);
    root["model"] = std::move(model);
    return JsonNode(std::make_shared<json::value>(std::move(root)), settings.folder.string());
}

}  // namespace rif::nn
