#include <rif/nn/tokenizer/word_parts.hpp>

#include <algorithm>

namespace rif::nn {

namespace {

constexpr std::string_view k_goes_on = "##", k_byte_blank = "\u0120", k_blank = "\u2581";  // WordPiece; byte-level (Ġ); SentencePiece (▁)
constexpr std::string_view k_replacement = "\ufffd";                                       // what a part of a character is decoded to

std::string without_blanks(std::string text) {
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

/// Whether the spelling is that of a token that stands for itself: "[unused7]", "<s>".
bool is_in_brackets(std::string_view spelling) {
    return spelling.size() > 2 &&
           ((spelling.front() == '[' && spelling.back() == ']') || (spelling.front() == '<' && spelling.back() == '>'));
}

}  // namespace

WordParts::WordParts(const Tokenizer& tokenizer) : pieces_(tokenizer.vocabulary_size()) {
    std::size_t go_on = 0, blanks = 0;
    std::vector<std::string> spellings;
    for (std::size_t id = 0; id < pieces_.size(); ++id) {
        spellings.push_back(tokenizer.token(static_cast<std::int64_t>(id)));
        go_on += spellings.back().starts_with(k_goes_on);
        blanks += spellings.back().starts_with(k_byte_blank) || spellings.back().starts_with(k_blank);
    }
    marks_blanks_ = blanks > go_on;
    for (std::size_t id = 0; id < pieces_.size(); ++id) {
        const std::string& spelling = spellings[id];
        const bool goes_on = spelling.starts_with(k_goes_on);
        if (is_in_brackets(spelling)) continue;
        std::string text;
        if (marks_blanks_)
            text = without_blanks(tokenizer.decode({static_cast<std::int64_t>(id)}));
        else
            text = goes_on ? spelling.substr(k_goes_on.size()) : spelling;
        pieces_[id].begins = marks_blanks_ ? spelling.starts_with(k_byte_blank) || spelling.starts_with(k_blank) : !goes_on;
        if (has_letter_or_digit(text) && text.find(k_replacement) == std::string::npos) pieces_[id].text = std::move(text);
    }
}

const WordPart& WordParts::of(std::int64_t id) const {
    static const WordPart none;
    return id >= 0 && static_cast<std::size_t>(id) < pieces_.size() ? pieces_[static_cast<std::size_t>(id)] : none;
}

}  // namespace rif::nn
