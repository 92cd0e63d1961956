// "a" or "an", by the first sound of the English word that follows. Rules, then the words that break them.
#include <rif/base/text.hpp>

#include <algorithm>
#include <optional>
#include <span>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace rif {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view k_silent_h[] = {"heir", "honest", "honor", "honour", "hour"};                 // beginnings
constexpr std::string_view k_silent_h_words[] = {"herb", "herbal", "herbs", "hors"};                     // whole words
constexpr std::string_view k_sounds_w[] = {"once", "one", "oneself", "ones", "ouija"};                   // whole words
constexpr std::string_view k_sounds_y[] = {"eu", "ewe", "ukr", "unanim", "unidim", "unidir", "unimod"};  // beginnings
constexpr std::string_view k_not_you[] = {"umami", "umiak", "unid", "unill", "unim", "unin", "uzi"};     // beginnings, after k_sounds_y
constexpr std::string_view k_spoken_as_letters[] = {"FAQ",  "HIV",  "HUD",   "LED", "LSD", "MIT", "NIH", "RAF", "SAT", "SUV",
                                                    "html", "lgbt", "lgbtq", "mph", "ngo", "nth", "rpm", "sms", "xml"};
constexpr std::string_view k_onsets =
    " bl br ch cl cr dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps qu rh sc sh sk sl sm sn sp sq st sv sw th tr ts tw vl wh wr ";

bool is_ascii_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool has(Words words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }
bool begins_with_one_of(std::string_view word, Words beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) { return word.starts_with(beginning); });
}

/// From the first letter or digit to where the word is joined or ends, accents taken off: "x" of "“x-ray”", "elite" of "élite".
/// Empty for a word of another script.
std::string first_part(std::string_view word) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
    if (U_FAILURE(status)) return {};
    const icu::UnicodeString letters =
        nfd->normalize(icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())}), status);
    std::string part;
    for (std::int32_t i = 0; i < letters.length(); i = letters.moveIndex32(i, 1)) {
        const UChar32 c = letters.char32At(i);
        const bool plain = c < 0x80 && (is_ascii_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c)));
        const bool in_number = (c == ',' || c == '.') && !part.empty() && is_digit(part.front());
        if (plain || in_number)
            part += static_cast<char>(c);
        else if (!part.empty() && u_charType(c) == U_NON_SPACING_MARK)
            continue;
        else if (!part.empty() || u_isalpha(c))
            break;
    }
    return part;
}

/// 8…, 11 and 18 where they are spoken first: 11, 18,000, the years 1800 to 1899, never 1,800.
bool number_sounds_vowel(std::string_view number) {
    if (number.front() == '8') return true;
    const std::size_t group = static_cast<std::size_t>(std::find_if_not(number.begin(), number.end(), is_digit) - number.begin());
    const bool eleven_or_eighteen = number.starts_with("11") || number.starts_with("18");
    if (!eleven_or_eighteen) return false;
    if (group == 4) return number.find(',') == std::string_view::npos;
    return group % 3 == 2;
}

/// Letter by letter: one letter, capitals that cannot be spoken as a word, and a list.
bool is_spoken_as_letters(std::string_view part) {
    if (part.size() == 1 || has(k_spoken_as_letters, part)) return true;
    if (!is_upper(part) || part.size() > 5) return false;
    const std::string small = lower(part);
    if (std::none_of(small.begin(), small.end(), [](char c) { return is_ascii_vowel(c) || c == 'y'; })) return true;
    if ((small.front() == 'e' || small.front() == 'u') && part.size() <= 3) return true;
    const bool cluster = !is_ascii_vowel(small[0]) && !is_ascii_vowel(small[1]) && small[1] != 'y';
    return cluster && k_onsets.find(" " + small.substr(0, 2) + " ") == std::string_view::npos;
}

bool letter_sounds_vowel(char letter) { return std::string_view("aefhilmnorsx").find(letter) != std::string_view::npos; }

/// Of a u that begins a word: "you" before one consonant and a vowel (use, utopia), but not un-, up-.
bool u_sounds_you(std::string_view word) {
    if (begins_with_one_of(word, k_sounds_y)) return true;
    if (begins_with_one_of(word, k_not_you)) return false;
    if (word.starts_with("uni")) return true;
    return word.size() > 2 && word[1] != 'n' && word[1] != 'p' && !is_ascii_vowel(word[1]) && is_ascii_vowel(word[2]);
}

bool word_sounds_vowel(std::string_view word) {
    switch (word.front()) {
        case 'h': return begins_with_one_of(word, k_silent_h) || has(k_silent_h_words, word);
        case 'o': return !has(k_sounds_w, word);
        case 'e': return !begins_with_one_of(word, k_sounds_y);
        case 'u': return !u_sounds_you(word);
        case 'y': return word.size() > 1 && !is_ascii_vowel(word[1]);
        case 'x': return word == "xbox" || word == "xmas";
        default: return is_ascii_vowel(word.front());
    }
}

struct Article {
    ByteSpan span;
    bool inside_sentence = false;  // a word without end of sentence stands before it
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
std::size_t blank_before(std::string_view text, std::size_t at) {
    if (at >= 1 && is_blank(text[at - 1])) return 1;
    return at >= 2 && text.substr(at - 2, 2) == "\xC2\xA0" ? 2 : 0;
}
std::size_t skip_blanks_back(std::string_view text, std::size_t at) {
    while (const std::size_t size = blank_before(text, at)) at -= size;
    return at;
}

UChar32 code_point_before(std::string_view text, std::size_t at) {
    if (at == 0) return U_SENTINEL;
    text = text.substr(at - std::min<std::size_t>(at, U8_MAX_LENGTH), std::min<std::size_t>(at, U8_MAX_LENGTH));
    auto end = static_cast<std::int32_t>(text.size());
    UChar32 c;
    U8_PREV(reinterpret_cast<const std::uint8_t*>(text.data()), 0, end, c);
    return c;
}

bool joins_words(UChar32 c) {
    if (c < 0) return false;
    return (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) || c == '\'' || c == '-' || c == 0x2019 || c == 0x2010 ||
           c == 0x2011;
}

/// The `a` or `an` before `at` with nothing but blanks between. A lone capital A in a sentence is a name ("vitamin A"), no article.
std::optional<Article> article_before(std::string_view text, std::size_t at) {
    const std::size_t end = skip_blanks_back(text, at);
    if (end == at) return {};
    std::size_t begin = end;
    while (begin > 0 && end - begin < 3 && is_ascii_letter(text[begin - 1])) --begin;
    const std::string_view word = text.substr(begin, end - begin);
    const std::string small = lower(word);
    if ((small != "a" && small != "an") || joins_words(code_point_before(text, begin))) return {};
    const UChar32 before = code_point_before(text, skip_blanks_back(text, begin));
    if (word == "A" && before >= 0 && u_islower(before)) return {};
    return Article{{begin, end}, joins_words(before)};
}

/// Whether a capital A stands among capitals: then it grows to AN, else to An.
bool among_capitals(std::string_view text, const Article& article, ByteSpan at) {
    const std::string_view next = at.of(text);
    if (next.size() < 2 || !is_upper(next)) return false;
    return article.inside_sentence || is_upper(text);
}

}  // namespace

std::string_view indefinite_article(std::string_view word) {
    const std::string part = first_part(word);
    if (part.empty()) return "a";
    bool vowel;
    if (is_digit(part.front()))
        vowel = number_sounds_vowel(part);
    else if (is_spoken_as_letters(part))
        vowel = letter_sounds_vowel(lower(part).front());
    else
        vowel = word_sounds_vowel(lower(part));
    return vowel ? "an" : "a";
}

std::vector<Edit> article_edits(std::string_view text, ByteSpan at, std::string_view word) {
    const std::optional<Article> found = article_before(text, at.begin);
    if (!found) return {};
    const std::string_view written = found->span.of(text);
    const std::string_view due = indefinite_article(word);
    if (lower(written) == due) return {};
    std::string replacement(due);
    if (written == "AN" || (written == "A" && among_capitals(text, *found, at)))
        replacement = upper(due);
    else if (written.front() == 'A')
        replacement = title(due);
    return {{found->span, replacement}};
}

}  // namespace rif
