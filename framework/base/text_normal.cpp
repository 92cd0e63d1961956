// Normal forms and character classes of fixed Unicode versions out of ICU: what is newer than asked for is told by its age, what is
// newer than the installed ICU (15.0) stands in tables here.
#include <rif/base/normal_form.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

struct Range {
    char32_t first, last;
};

// Letters and numbers of Unicode 15.1 and 16. source: DerivedGeneralCategory.txt of Unicode 16.
constexpr Range k_newer_letters[] = {{0x1C89, 0x1C8A},   {0xA7CB, 0xA7CD},   {0xA7DA, 0xA7DC},   {0x105C0, 0x105F3}, {0x10D4A, 0x10D65},
                                     {0x10D6F, 0x10D85}, {0x10EC2, 0x10EC4}, {0x11380, 0x11389}, {0x1138B, 0x1138B}, {0x1138E, 0x1138E},
                                     {0x11390, 0x113B5}, {0x113B7, 0x113B7}, {0x113D1, 0x113D1}, {0x113D3, 0x113D3}, {0x11BC0, 0x11BE0},
                                     {0x13460, 0x143FA}, {0x16100, 0x1611D}, {0x16D40, 0x16D6C}, {0x18CFF, 0x18CFF}, {0x1E5D0, 0x1E5ED},
                                     {0x1E5F0, 0x1E5F0}, {0x2EBF0, 0x2EE5D}};
constexpr Range k_newer_numbers[] = {{0x10D40, 0x10D49}, {0x116D0, 0x116E3}, {0x11BF0, 0x11BF9}, {0x16130, 0x16139},
                                     {0x16D70, 0x16D79}, {0x1CCF0, 0x1CCF9}, {0x1E5F1, 0x1E5FA}};

/// Capitals of Unicode 16 and 17: the range, and how far away the small letters are. source: UnicodeData.txt of Unicode 17.
struct Capitals {
    Range range;
    std::int32_t to_small;
};
constexpr Capitals k_newer_capitals[] = {{{0x1C89, 0x1C89}, 1},      {{0xA7CB, 0xA7CB}, 0x264 - 0xA7CB},
                                         {{0xA7CC, 0xA7CC}, 1},      {{0xA7CE, 0xA7CE}, 1},
                                         {{0xA7D2, 0xA7D2}, 1},      {{0xA7D4, 0xA7D4}, 1},
                                         {{0xA7DA, 0xA7DA}, 1},      {{0xA7DC, 0xA7DC}, 0x19B - 0xA7DC},
                                         {{0x10D50, 0x10D65}, 0x20}, {{0x16EA0, 0x16EB8}, 0x1B}};

// Characters whose category is another one since Unicode 9.
constexpr char32_t k_were_punctuation[] = {0x166D, 0x111C9};                     // Canadian syllabics chi sign, Sharada sandhi mark
constexpr char32_t k_was_nonspacing = 0x1734;                                    // Hanunoo sign pamudpod
constexpr char32_t k_were_not_nonspacing[] = {0x1885, 0x1886, 0xA9BD, 0x111C9};  // Mongolian baludas, Javanese keret, Sharada sandhi mark

template <std::size_t n>
bool is_one_of(const char32_t (&list)[n], char32_t c) {
    return std::ranges::find(list, c) != std::end(list);
}

template <std::size_t n>
bool is_in(const Range (&ranges)[n], char32_t c) {
    const Range* found = std::ranges::lower_bound(ranges, c, {}, &Range::last);
    return found != std::end(ranges) && found->first <= c;
}

UChar32 icu(char32_t c) { return static_cast<UChar32>(c); }

bool is_of_unicode_8(char32_t c) {
    UVersionInfo age;
    u_charAge(icu(c), age);
    return age[0] != 0 && age[0] <= 8;
}

void check(UErrorCode status) {
    if (U_FAILURE(status))
        throw Error("unicode-data", std::string("the Unicode library cannot normalise a text: ") + u_errorName(status),
                    "reinstall ICU with its data");
}

const icu::Normalizer2& newest(NormalForm form) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* made = nullptr;
    switch (form) {
        case NormalForm::nfc: made = icu::Normalizer2::getNFCInstance(status); break;
        case NormalForm::nfd: made = icu::Normalizer2::getNFDInstance(status); break;
        case NormalForm::nfkc: made = icu::Normalizer2::getNFKCInstance(status); break;
        case NormalForm::nfkd: made = icu::Normalizer2::getNFKDInstance(status); break;
    }
    check(status);
    return *made;
}

/// Only what Unicode 12.1 knew is normalised.
const icu::Normalizer2& normalizer(NormalForm form) {
    static const icu::UnicodeSet known = [] {
        UErrorCode status = U_ZERO_ERROR;
        icu::UnicodeSet set(UNICODE_STRING_SIMPLE("[:age=12.1:]"), status);
        check(status);
        set.freeze();
        return set;
    }();
    static const icu::FilteredNormalizer2 forms[] = {{newest(NormalForm::nfc), known},
                                                     {newest(NormalForm::nfd), known},
                                                     {newest(NormalForm::nfkc), known},
                                                     {newest(NormalForm::nfkd), known}};
    return forms[static_cast<std::size_t>(form)];
}

ByteSpan span(std::int32_t begin, std::int32_t length) {
    return {static_cast<std::size_t>(begin), static_cast<std::size_t>(begin + length)};
}

}  // namespace

std::string normal_form(NormalForm form, std::string_view text, std::vector<Rewritten>& rewritten) {
    std::string result;
    UErrorCode status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink(&result, static_cast<std::int32_t>(text.size()));
    icu::Edits edits;
    normalizer(form).normalizeUTF8(0, {text.data(), static_cast<std::int32_t>(text.size())}, sink, &edits, status);
    check(status);
    for (icu::Edits::Iterator change = edits.getFineChangesIterator(); change.next(status);)
        rewritten.push_back({span(change.sourceIndex(), change.oldLength()), span(change.destinationIndex(), change.newLength())});
    check(status);
    return result;
}

bool is_letter(char32_t c) { return (U_MASK(u_charType(icu(c))) & U_GC_L_MASK) != 0 || is_in(k_newer_letters, c); }
bool is_number(char32_t c) { return (U_MASK(u_charType(icu(c))) & U_GC_N_MASK) != 0 || is_in(k_newer_numbers, c); }
bool is_white_space(char32_t c) { return u_isUWhiteSpace(icu(c)); }

bool is_word_character(char32_t c) {
    constexpr std::uint32_t word = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
    return (U_MASK(u_charType(icu(c))) & word) != 0 || u_isUAlphabetic(icu(c)) || u_hasBinaryProperty(icu(c), UCHAR_JOIN_CONTROL) ||
           is_in(k_newer_letters, c);
}

bool is_control_of_unicode_8(char32_t c) {
    constexpr std::uint32_t control = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK;
    return (U_MASK(u_charType(icu(c))) & control) != 0 && is_of_unicode_8(c);
}

bool is_punctuation_of_unicode_8(char32_t c) {
    if (is_one_of(k_were_punctuation, c)) return true;
    return (U_MASK(u_charType(icu(c))) & U_GC_P_MASK) != 0 && is_of_unicode_8(c);
}

bool is_nonspacing_mark_of_unicode_8(char32_t c) {
    if (c == k_was_nonspacing) return true;
    return u_charType(icu(c)) == U_NON_SPACING_MARK && !is_one_of(k_were_not_nonspacing, c) && is_of_unicode_8(c);
}

char32_t lower_character(char32_t c) {
    if (c < 0x80) return c >= U'A' && c <= U'Z' ? c + 32 : c;
    for (const Capitals& capitals : k_newer_capitals)
        if (capitals.range.first <= c && c <= capitals.range.last) return c + static_cast<char32_t>(capitals.to_small);
    return static_cast<char32_t>(u_tolower(icu(c)));
}

}  // namespace rif
