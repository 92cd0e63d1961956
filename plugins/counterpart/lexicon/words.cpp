#include "words.hpp"

namespace rif::lexicon {

namespace {

constexpr std::string_view k_opening[] = {"\"", "'", "“", "‘", "("};
constexpr std::string_view k_blanks[] = {" ", "\t", "\n", "\r", "\u00A0"};

template <std::size_t N>
bool take_one(std::string_view& rest, const std::string_view (&of)[N]) {
    for (const std::string_view mark : of) {
        if (!rest.starts_with(mark)) continue;
        rest.remove_prefix(mark.size());
        return true;
    }
    return false;
}

/// Between two tokens.
Gap gap_of(std::string_view between) {
    bool blank = false, quote = false;
    while (!between.empty()) {
        if (take_one(between, k_blanks))
            blank = true;
        else if (blank && take_one(between, k_opening))
            quote = true;
        else
            return Gap::other;
    }
    return quote ? Gap::quote : blank ? Gap::blank : Gap::other;
}

/// A full stop after a title ("Mr. Smith") ends no sentence.
bool ends_sentence(std::string_view between, const Word& before) {
    if (between.find_first_of("!?\n") != std::string_view::npos || between.find("\u2028") != std::string_view::npos) return true;
    return between.find('.') != std::string_view::npos && before.span.size() > 1 && !is_title_word(before.folded);
}

Word word_of(std::string_view text, ByteSpan span) {
    const std::string_view surface = span.of(text);
    const auto first = static_cast<unsigned char>(surface.front());
    const bool capital = first < 0x80 ? first >= 'A' && first <= 'Z' : is_title(surface) || is_upper(surface);
    return {span, fold_case(surface), Gap::start, capital, true};
}

}  // namespace

bool is_title_word(std::string_view folded) {
    constexpr std::string_view titles[] = {"mr", "mrs", "ms",  "mx",  "dr",  "st", "prof", "rev",
                                           "sr", "jr",  "hon", "gen", "col", "lt", "sgt",  "capt"};
    for (const std::string_view title : titles)
        if (folded == title) return true;
    return false;
}

Words words_of(std::string_view text) {
    Words result{text, {}};
    for (const ByteSpan& token : tokens(text)) {
        bool first = true;
        for (const ByteSpan& part : token_parts(text, token)) {
            Word word = word_of(text, part);
            if (!result.words.empty()) {
                const Word& before = result.words.back();
                const std::string_view between = text.substr(before.span.end, part.begin - before.span.end);
                word.starts_sentence = first && ends_sentence(between, before);
                word.before = first ? gap_of(between) : between == "'" || between == "’" ? Gap::apostrophe : Gap::hyphen;
            }
            result.words.push_back(std::move(word));
            first = false;
        }
    }
    return result;
}

}  // namespace rif::lexicon
