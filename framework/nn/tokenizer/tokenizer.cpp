#include <rif/nn/tokenizer/tokenizer.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/tokenizer/files.hpp>
#include <rif/nn/tokenizer/parts.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr std::size_t k_longest_text = std::size_t{1} << 30;  // bytes; offsets are kept in 32 bits

/// Tokens of one text.
struct Tokens {
    std::vector<TokenId> ids;
    std::vector<ByteSpan> spans;

    void add(TokenId id, ByteSpan span) {
        ids.push_back(id);
        spans.push_back(span);
    }
};

/// The span with the whole of the characters that it touches.
ByteSpan whole_characters(std::string_view text, ByteSpan span) {
    const auto is_inside = [&](std::size_t at) { return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    if (span.size() == 0) return span;
    while (span.begin > 0 && is_inside(span.begin)) --span.begin;
    while (is_inside(span.end)) ++span.end;
    return span;
}

/// A text in which every byte that is not UTF-8 stands as U+FFFD.
AlignedText with_replacements(std::string_view text) {
    AlignedText out;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const std::size_t valid = at + std::min(first_invalid_utf8(rest), rest.size());
        while (at < valid) {
            const std::size_t next = at + character_size(text[at]);
            out.add(text.substr(at, next - at), {at, next});
            at = next;
        }
        if (at == text.size()) break;
        out.add("\uFFFD", {at, at + 1});
        ++at;
    }
    return out;
}

}  // namespace

struct Tokenizer::Inside {
    explicit Inside(TokenizerParts&& made);

    Tokens tokens(std::string_view text) const;
    void add_section(AlignedText section, bool begins_text, Tokens& tokens) const;
    void add_words(AlignedText section, bool begins_text, Tokens& tokens) const;
    std::string spelling(TokenId id) const;

    TokenizerParts parts;
    AddedTokenFinder before, after;  // normalisation
    std::unordered_map<TokenId, std::string> added;
    std::unordered_map<std::string, TokenId> added_ids;
    std::unordered_set<TokenId> specials;
    std::size_t size = 0;
};

Tokenizer::Inside::Inside(TokenizerParts&& made) : parts(std::move(made)) {
    size = parts.model->vocabulary().size();
    for (const AddedToken& token : parts.added) {
        AlignedText pattern(token.content, 0);
        if (token.normalized)
            for (const auto& step : parts.normalizers) step->apply(pattern);
        (token.normalized ? after : before).add(token, pattern.text());
        added.emplace(token.id, token.content);
        added_ids.emplace(token.content, token.id);
        if (token.special) specials.insert(token.id);
        size = std::max(size, static_cast<std::size_t>(token.id) + 1);
    }
    for (const auto* around : {&parts.around.single, &parts.around.pair})
        for (const TemplatePart& part : *around)
            for (const TokenId id : part.ids) size = std::max(size, static_cast<std::size_t>(id) + 1);
}

void Tokenizer::Inside::add_words(AlignedText section, bool begins_text, Tokens& tokens) const {
    const std::size_t end = section.size();
    Words words{std::move(section), {{0, end}}, begins_text};
    for (const auto& step : parts.pre_tokenizers) step->apply(words);
    std::vector<Piece> pieces;
    for (const ByteSpan& word : words.spans) {
        if (word.size() == 0) continue;
        pieces.clear();
        parts.model->cut(word.of(words.text.text()), pieces);
        for (const Piece& piece : pieces) tokens.add(piece.id, words.text.origin(word.begin + piece.begin, word.begin + piece.end));
    }
}

void Tokenizer::Inside::add_section(AlignedText section, bool begins_text, Tokens& tokens) const {
    const std::size_t given = section.size();
    for (const auto& step : parts.normalizers) {
        step->apply(section);
        section.check_growth(given);
    }
    if (after.empty()) return add_words(std::move(section), begins_text, tokens);
    const std::vector<Section> inner = after.sections(section.text());
    if (inner.size() == 1 && !inner.front().token) return add_words(std::move(section), begins_text, tokens);
    for (const Section& part : inner) {
        if (part.token)
            tokens.add(*part.token, section.origin(part.span.begin, part.span.end));
        else
            add_words(section.part(part.span.begin, part.span.end), begins_text && part.span.begin == 0, tokens);
    }
}

Tokens Tokenizer::Inside::tokens(std::string_view text) const {
    if (text.size() > k_longest_text)
        throw Error("too-large", fmt::format("a text has {} bytes, and a tokenizer takes {} at most", text.size(), k_longest_text),
                    "cut the text");
    Tokens tokens;
    const bool is_valid = first_invalid_utf8(text) == std::string_view::npos;
    const AlignedText given = is_valid ? AlignedText(text, 0) : with_replacements(text);
    for (const Section& part : before.sections(given.text())) {
        if (part.token)
            tokens.add(*part.token, given.origin(part.span.begin, part.span.end));
        else
            add_section(given.part(part.span.begin, part.span.end), part.span.begin == 0, tokens);
    }
    if (is_valid)
        for (ByteSpan& span : tokens.spans) span = whole_characters(text, span);
    return tokens;
}

std::string Tokenizer::Inside::spelling(TokenId id) const {
    const auto found = added.find(id);
    return found != added.end() ? found->second : std::string(parts.model->vocabulary().token(id));
}

Tokenizer::Tokenizer(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Tokenizer::~Tokenizer() = default;

std::shared_ptr<const Tokenizer> Tokenizer::from_folder(const std::filesystem::path& folder) {
    return std::shared_ptr<const Tokenizer>(new Tokenizer(std::make_unique<Inside>(read_tokenizer(folder))));
}

std::shared_ptr<const Tokenizer> Tokenizer::from_json(std::string_view contents) {
    const FolderSettings none;
    return std::shared_ptr<const Tokenizer>(
        new Tokenizer(std::make_unique<Inside>(read_tokenizer(JsonNode::of_text(contents, "tokenizer.json"), none))));
}

Encoding Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair, std::size_t max_length, bool add_special) const {
    const std::vector<TemplatePart>& parts = pair ? inside_->parts.around.pair : inside_->parts.around.single;
    const std::size_t specials = add_special ? Template::specials(parts) : 0;
    if (max_length < specials)
        throw Error("max-length-too-small",
                    fmt::format("a text may have {} tokens, and {} special ones are put around it", max_length, specials),
                    fmt::format("max_length = {} or more", specials + 1));
    const Tokens texts[2] = {inside_->tokens(text), pair ? inside_->tokens(*pair) : Tokens{}};
    const std::size_t budget = max_length == k_no_limit ? k_no_limit : max_length - specials;
    const Lengths lengths = truncated_lengths(texts[0].ids.size(), texts[1].ids.size(), budget);

    Encoding encoding;
    encoding.is_truncated = lengths.first < texts[0].ids.size() || lengths.second < texts[1].ids.size();
    const auto add = [&](TokenId id, std::int64_t type, std::int8_t which, ByteSpan span) {
        encoding.ids.push_back(id);
        encoding.type_ids.push_back(type);
        encoding.texts.push_back(which);
        encoding.spans.push_back(span);
    };
    for (const TemplatePart& part : parts) {
        if (part.what == TemplatePart::What::special) {
            for (const TokenId id : part.ids)
                if (add_special) add(id, part.type, Encoding::k_around, {});
            continue;
        }
        const bool is_second = part.what == TemplatePart::What::second;
        const Tokens& tokens = texts[is_second ? 1 : 0];
        for (std::size_t i = 0; i < (is_second ? lengths.second : lengths.first); ++i)
            add(tokens.ids[i], part.type, is_second ? 1 : 0, tokens.spans[i]);
    }
    return encoding;
}

ByteSpan Encoding::visible(int text) const {
    std::size_t end = 0;
    for (std::size_t i = 0; i < size(); ++i)
        if (texts[i] == text) end = std::max(end, spans[i].end);
    return {0, end};
}

std::string Tokenizer::decode(const std::vector<std::int64_t>& ids, bool skip_special) const {
    std::vector<std::string> tokens;
    for (const std::int64_t id : ids) {
        if (id < 0 || static_cast<std::size_t>(id) >= inside_->size) continue;
        if (skip_special && inside_->specials.contains(static_cast<TokenId>(id))) continue;
        std::string spelling = inside_->spelling(static_cast<TokenId>(id));
        if (!spelling.empty()) tokens.push_back(std::move(spelling));
    }
    for (const auto& step : inside_->parts.decoders) step->apply(tokens);
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && inside_->parts.decoders.empty()) text += ' ';
        text += tokens[i];
    }
    return text;
}

std::optional<std::int64_t> Tokenizer::special(SpecialToken which) const { return inside_->parts.special[static_cast<std::size_t>(which)]; }

std::size_t Tokenizer::special_count(bool is_pair) const {
    return Template::specials(is_pair ? inside_->parts.around.pair : inside_->parts.around.single);
}

std::optional<std::int64_t> Tokenizer::id(std::string_view token) const {
    const auto found = inside_->added_ids.find(std::string(token));
    if (found != inside_->added_ids.end()) return found->second;
    return inside_->parts.model->vocabulary().id(token);
}

std::string Tokenizer::token(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= inside_->size) return {};
    return inside_->spelling(static_cast<TokenId>(id));
}

std::size_t Tokenizer::vocabulary_size() const { return inside_->size; }
std::optional<std::size_t> Tokenizer::max_length() const { return inside_->parts.max_length; }

}  // namespace rif::nn
