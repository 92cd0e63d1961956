#include <rif/nn/tokenizer/added_tokens.hpp>

#include <rif/base/normal_form.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

bool touches_word(std::string_view text, ByteSpan match) {
    const bool before = match.begin > 0 && is_word_character(character_at(text, character_before(text, match.begin)).code);
    const bool after = match.end < text.size() && is_word_character(character_at(text, match.end).code);
    return before || after;
}

}  // namespace

AddedTokenFinder::AddedTokenFinder() { begins_.fill(false); }

void AddedTokenFinder::add(const AddedToken& token, std::string_view pattern) {
    if (pattern.empty()) return;
    trie_.add(pattern, static_cast<std::int32_t>(tokens_.size()));
    tokens_.push_back(token);
    begins_[static_cast<unsigned char>(pattern.front())] = true;
}

/// The match with the white space that the token takes; no further to the left than `from`.
ByteSpan AddedTokenFinder::taken(std::string_view text, const AddedToken& token, ByteSpan match, std::size_t from) const {
    while (token.lstrip && match.begin > from) {
        const std::size_t last = character_before(text, match.begin);
        if (!is_white_space(character_at(text, last).code)) break;
        match.begin = last;
    }
    while (token.rstrip && match.end < text.size()) {
        const Character c = character_at(text, match.end);
        if (!is_white_space(c.code)) break;
        match.end += c.size;
    }
    return match;
}

std::vector<Section> AddedTokenFinder::sections(std::string_view text) const {
    std::vector<Section> sections;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const ByteTrie::Match match = begins_[static_cast<unsigned char>(text[at])] ? trie_.longest(text.substr(at)) : ByteTrie::Match{};
        if (match.value == ByteTrie::k_none) {
            ++at;
            continue;
        }
        const AddedToken& token = tokens_[static_cast<std::size_t>(match.value)];
        ByteSpan span{at, at + match.size};
        at = span.end;
        if (token.single_word && touches_word(text, span)) continue;
        span = taken(text, token, span, done);
        if (done < span.begin) sections.push_back({std::nullopt, {done, span.begin}});
        sections.push_back({token.id, span});
        at = done = span.end;
    }
    if (done < text.size()) sections.push_back({std::nullopt, {done, text.size()}});
    return sections;
}

}  // namespace rif::nn
