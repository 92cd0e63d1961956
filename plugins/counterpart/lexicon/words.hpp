// A text as the words that terms are made of: its tokens, and the parts of joined ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>

namespace rif::lexicon {

/// What stands between a word and the one before it. quote: blanks and an opening mark; other: whatever else.
enum class Gap { start, blank, quote, hyphen, apostrophe, other };

struct Word {
    ByteSpan span;
    std::string folded;
    Gap before = Gap::start;
    bool capital = false;  // its first letter
    bool starts_sentence = false;
};

struct Words {
    std::string_view text;
    std::vector<Word> words;

    std::size_t size() const { return words.size(); }
    const Word& operator[](std::size_t i) const { return words[i]; }
    std::string_view surface(std::size_t i) const { return words[i].span.of(text); }
    /// The word after or before i where nothing but blanks (or a hyphen or apostrophe inside a token) stands between; else nullptr.
    const Word* next(std::size_t i) const { return i + 1 < size() && follows(i + 1) ? &words[i + 1] : nullptr; }
    const Word* previous(std::size_t i) const { return i > 0 && follows(i) ? &words[i - 1] : nullptr; }

private:
    bool follows(std::size_t i) const {
        return words[i].before == Gap::blank || words[i].before == Gap::hyphen || words[i].before == Gap::apostrophe;
    }
};

Words words_of(std::string_view text);
/// "dr", "mrs", …: case-folded, without its full stop.
bool is_title_word(std::string_view folded);

}  // namespace rif::lexicon
