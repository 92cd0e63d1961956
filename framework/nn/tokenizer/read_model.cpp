// The `model` of tokenizer.json: vocabulary, merges, scores.
#include <cmath>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/nn/tokenizer/bpe.hpp>
#include <rif/nn/tokenizer/files.hpp>
#include <rif/nn/tokenizer/unigram.hpp>
#include <rif/nn/tokenizer/wordpiece.hpp>

namespace rif::nn {

namespace json = boost::json;

namespace {

std::string_view view(const json::string& text) { return {text.data(), text.size()}; }

/// {"token": id, …}
Vocabulary vocabulary_of(const JsonNode& node) {
    if (!node.is_object()) node.damaged("is no object of tokens and their ids");
    Vocabulary vocabulary;
    const auto& members = node.value().get_object();
    for (const auto& member : members) {
        const auto* id = member.value().if_int64();
        if (!id || *id < 0 || *id > Vocabulary::k_largest_id)
            node.damaged(fmt::format("gives the token '{}' an id that is no number from 0 to {}", std::string_view(member.key()),
                                     Vocabulary::k_largest_id));
        if (static_cast<std::size_t>(*id) > 16 * members.size() + 65'536)
            node.damaged(fmt::format("gives a token the id {}, and has {} tokens", *id, members.size()));
        vocabulary.add(std::string_view(member.key()), *id);
    }
    return vocabulary;
}

/// "a b" or ["a", "b"].
Bpe::Merge merge_of(const JsonNode& node, const json::value& value, std::size_t i) {
    if (const auto* pair = value.if_array(); pair && pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string())
        return {view((*pair)[0].get_string()), view((*pair)[1].get_string())};
    if (const auto* text = value.if_string()) {
        const std::size_t space = view(*text).find(' ');
        if (space != std::string_view::npos && view(*text).find(' ', space + 1) == std::string_view::npos)
            return {view(*text).substr(0, space), view(*text).substr(space + 1)};
    }
    node.damaged(fmt::format("has at place {} neither \"a b\" nor [\"a\", \"b\"]", i));
}

std::unique_ptr<SubwordModel> bpe(const JsonNode& node, bool byte_level) {
    for (const std::string_view affix : {"continuing_subword_prefix", "end_of_word_suffix"})
        if (!node[affix].text_or("").empty()) node[affix].unknown("not empty", "byte pairs without prefix and suffix");
    if (!node["dropout"].is_null() && node["dropout"].number() > 0) node["dropout"].unknown("above 0", "tokenizers that always cut alike");
    const JsonNode list = node["merges"];
    if (!list.is_array()) list.damaged("is no list of merges");
    std::vector<Bpe::Merge> merges;
    for (const json::value& item : list.value().get_array()) merges.push_back(merge_of(list, item, merges.size()));
    BpeSettings settings;
    settings.byte_level = byte_level;
    settings.byte_fallback = node["byte_fallback"].flag_or(false);
    settings.fuse_unknown = node["fuse_unk"].flag_or(false);
    settings.whole_words = node["ignore_merges"].flag_or(false);
    if (!node["unk_token"].is_null()) settings.unknown = node["unk_token"].text();
    return std::make_unique<Bpe>(vocabulary_of(node["vocab"]), merges, settings);
}

/// Scores are float32 in the original; Boost.JSON may read the last bit of their decimal form wrongly, so the float is taken where it is
/// next to it.
double exact_score(double score) {
    const auto single = static_cast<double>(static_cast<float>(score));
    return std::abs(score - single) <= 4e-16 * std::abs(score) ? single : score;
}

std::unique_ptr<SubwordModel> unigram(const JsonNode& node) {
    const JsonNode list = node["vocab"];
    if (!list.is_array()) list.damaged("is no list of tokens and their scores");
    Vocabulary vocabulary;
    std::vector<double> scores;
    for (const json::value& item : list.value().get_array()) {
        const auto* pair = item.if_array();
        if (!pair || pair->size() != 2 || !(*pair)[0].is_string() || !(*pair)[1].is_number())
            list.damaged(fmt::format("has at place {} no [token, score]", scores.size()));
        vocabulary.add(view((*pair)[0].get_string()), static_cast<std::int64_t>(scores.size()));
        scores.push_back(exact_score((*pair)[1].to_number<double>()));
    }
    std::optional<std::int64_t> unknown;
    if (!node["unk_id"].is_null()) unknown = node["unk_id"].whole();
    return std::make_unique<Unigram>(std::move(vocabulary), std::move(scores), unknown, node["byte_fallback"].flag_or(false));
}

std::unique_ptr<SubwordModel> wordpiece(const JsonNode& node) {
    WordPieceSettings settings;
    settings.unknown = node["unk_token"].text_or(settings.unknown);
    settings.continuation = node["continuing_subword_prefix"].text_or(settings.continuation);
    const std::int64_t longest = node["max_input_chars_per_word"].whole_or(static_cast<std::int64_t>(settings.longest_word));
    if (longest < 1) node["max_input_chars_per_word"].damaged(fmt::format("is {}, and 1 or more was expected", longest));
    settings.longest_word = static_cast<std::size_t>(longest);
    return std::make_unique<WordPiece>(vocabulary_of(node["vocab"]), settings);
}

/// Older files do not say it.
std::string model_type(const JsonNode& node) {
    if (!node["type"].is_null()) return node["type"].text();
    if (!node["merges"].is_null()) return "BPE";
    return node["vocab"].is_array() ? "Unigram" : "WordPiece";
}

}  // namespace

std::unique_ptr<SubwordModel> read_model(const JsonNode& node, bool byte_level) {
    if (!node.is_object()) node.damaged("is missing or no object");
    const std::string type = model_type(node);
    if (type == "WordPiece") return wordpiece(node);
    if (type == "BPE") return bpe(node, byte_level);
    if (type == "Unigram") return unigram(node);
    node["type"].unknown(fmt::format("'{}'", type), "WordPiece, BPE, Unigram");
}

}  // namespace rif::nn
