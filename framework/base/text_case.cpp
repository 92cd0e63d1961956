// Letter case by Unicode's full mappings, root locale. Bytes that are not UTF-8 pass through.
#include <rif/base/text.hpp>

#include <algorithm>

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

/// Letters of a text by case. capital: upper and title case; a letter without case is neither.
struct Letters {
    std::size_t count = 0, capital = 0;
    bool first_is_capital = false;
};

Letters letters_of(std::string_view text) {
    Letters letters;
    for (std::size_t at = 0; at < text.size();) {
        UChar32 c;
        U8_NEXT(reinterpret_cast<const std::uint8_t*>(text.data()), at, text.size(), c);
        if (c < 0 || (U_MASK(u_charType(c)) & U_GC_L_MASK) == 0) continue;
        const bool capital = u_isUUppercase(c) || u_charType(c) == U_TITLECASE_LETTER;
        if (letters.count == 0) letters.first_is_capital = capital;
        ++letters.count;
        letters.capital += capital;
    }
    return letters;
}

void check(UErrorCode status) {
    if (U_FAILURE(status)) throw Error("unicode-data", std::string("the Unicode library cannot map a text: ") + u_errorName(status));
}

/// `map` over the valid stretches of `text`, the bytes between them unchanged.
template <class Map>
std::string mapped(std::string_view text, Map map) {
    std::string result;
    while (!text.empty()) {
        const std::size_t valid = std::min(first_invalid_utf8(text), text.size());
        if (valid > 0) map(text.substr(0, valid), result);
        if (valid < text.size()) result += text[valid];
        text.remove_prefix(std::min(valid + 1, text.size()));
    }
    return result;
}

icu::StringPiece piece(std::string_view text) { return {text.data(), static_cast<std::int32_t>(text.size())}; }

using Mapping = void (*)(const char*, std::uint32_t, icu::StringPiece, icu::ByteSink&, icu::Edits*, UErrorCode&);

std::string with_mapping(std::string_view text, Mapping mapping, std::uint32_t options = 0) {
    return mapped(text, [&](std::string_view valid, std::string& result) {
        UErrorCode status = U_ZERO_ERROR;
        icu::StringByteSink<std::string> sink(&result);
        mapping("", options, piece(valid), sink, nullptr, status);
        check(status);
    });
}

void to_title(const char* locale, std::uint32_t options, icu::StringPiece text, icu::ByteSink& sink, icu::Edits* edits,
              UErrorCode& status) {
    icu::CaseMap::utf8ToTitle(locale, options, nullptr, text, sink, edits, status);
}

/// ASCII alone, mapped by `letter`; nothing where there is another byte.
template <class Letter>
bool map_ascii(std::string_view text, std::string& result, Letter letter) {
    result.resize(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (static_cast<unsigned char>(text[i]) >= 0x80) return false;
        result[i] = letter(text[i]);
    }
    return true;
}

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

std::string normalized(const icu::Normalizer2* form, std::string_view text) {
    std::string result;
    UErrorCode status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink(&result);
    form->normalizeUTF8(0, piece(text), sink, nullptr, status);
    check(status);
    return result;
}

/// Canonical caseless form (Unicode 3.13, D145), composed, so that é and e + acute compare equal.
std::string folded(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    check(status);
    std::string fold;
    icu::StringByteSink<std::string> sink(&fold);
    icu::CaseMap::utf8Fold(0, piece(normalized(nfd, text)), sink, nullptr, status);
    check(status);
    return normalized(nfc, fold);
}

}  // namespace

std::string lower(std::string_view text) {
    std::string result;
    return map_ascii(text, result, ascii_lower) ? result : with_mapping(text, icu::CaseMap::utf8ToLower);
}

std::string upper(std::string_view text) {
    std::string result;
    return map_ascii(text, result, ascii_upper) ? result : with_mapping(text, icu::CaseMap::utf8ToUpper);
}

std::string title(std::string_view text) { return with_mapping(text, to_title, U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_LOWERCASE); }

std::string fold_case(std::string_view text) {
    std::string result;
    if (map_ascii(text, result, ascii_lower)) return result;
    return mapped(text, [](std::string_view valid, std::string& out) { out += folded(valid); });
}

bool is_lower(std::string_view text) {
    const Letters letters = letters_of(text);
    return letters.count > 0 && letters.capital == 0;
}

bool is_upper(std::string_view text) {
    const Letters letters = letters_of(text);
    return letters.count > 0 && letters.capital == letters.count;
}

bool is_title(std::string_view text) {
    const Letters letters = letters_of(text);
    return letters.first_is_capital && letters.capital == 1;
}

std::string follow_case(std::string_view replaced, std::string_view replacement) {
    if (letters_of(replacement).capital > 0) return std::string(replacement);
    const Letters letters = letters_of(replaced);
    if (letters.count > 1 && letters.capital == letters.count) return upper(replacement);
    if (letters.first_is_capital) return title(replacement);  // "Mother-In-Law" too
    return std::string(replacement);
}

}  // namespace rif
