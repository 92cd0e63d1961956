// Characters and normal forms by the Unicode versions that published tokenizers were made with, so that a vocabulary learned there
// is met by the same strings here. For everything else there is text.hpp, which follows the installed Unicode version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>

namespace rif {

enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// A stretch of a text and what it became. Between two of them nothing changed.
struct Rewritten {
    ByteSpan before, after;
};

/// `text` in a normal form of Unicode 12.1; what is newer stays as it is.
/// text: UTF-8, at most 1 GiB. rewritten: what changed, in order (appended).
std::string normal_form(NormalForm form, std::string_view text, std::vector<Rewritten>& rewritten);

// Unicode 16: \p{L}, \p{N}, \s and \w of a regular expression.
bool is_letter(char32_t c);
bool is_number(char32_t c);
bool is_white_space(char32_t c);
bool is_word_character(char32_t c);

// Unicode 8: general categories of BERT's cleaning and splitting.
bool is_control_of_unicode_8(char32_t c);          // Cc, Cf, Co
bool is_punctuation_of_unicode_8(char32_t c);      // P…
bool is_nonspacing_mark_of_unicode_8(char32_t c);  // Mn

/// Unicode 17's lower case of one character; U+0130, whose lower case is two, becomes the first of them (i).
char32_t lower_character(char32_t c);

}  // namespace rif
