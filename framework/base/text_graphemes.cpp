// Characters as a reader sees them (UAX 29), and how wide a terminal draws them.
#include <rif/base/text.hpp>

#include <memory>

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr UChar32 k_emoji_presentation = 0xFE0F;

bool is_ascii(std::string_view text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x80) return false;
    return true;
}

/// An iterator of one's own: a copy of one that is made once and never moved.
std::unique_ptr<icu::BreakIterator> grapheme_iterator() {
    static const std::unique_ptr<const icu::BreakIterator> prototype = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<icu::BreakIterator> made(icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        if (U_FAILURE(status))
            throw Error("unicode-data", "the Unicode library has no rules for characters", "reinstall ICU with its data");
        return made;
    }();
    return std::unique_ptr<icu::BreakIterator>(prototype->clone());
}

std::vector<ByteSpan> ascii_graphemes(std::string_view text) {
    std::vector<ByteSpan> result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = text.substr(i, 2) == "\r\n" ? 2 : 1;
        result.push_back({i, i + size});
        i += size;
    }
    return result;
}

bool is_wide(UChar32 c) {
    const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH || u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
}

/// Columns of one grapheme cluster: those of its first code point that has any, 2 where it is asked to be an emoji.
std::size_t grapheme_width(std::string_view grapheme) {
    std::size_t width = 0;
    const auto length = static_cast<std::int32_t>(grapheme.size());
    for (std::int32_t at = 0; at < length;) {
        UChar32 c;
        U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(grapheme.data()), at, length, c);
        if (c == k_emoji_presentation && width == 1) return 2;
        if (width > 0) continue;
        const std::uint32_t nothing = U_GC_M_MASK | U_GC_CF_MASK | U_GC_CC_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
        if (c == '\t')
            width = 1;
        else if ((U_MASK(u_charType(c)) & nothing) == 0)
            width = is_wide(c) ? 2 : 1;
    }
    return width;
}

}  // namespace

std::vector<ByteSpan> graphemes(std::string_view text) {
    if (is_ascii(text)) return ascii_graphemes(text);
    UErrorCode status = U_ZERO_ERROR;
    UText opened = UTEXT_INITIALIZER;
    utext_openUTF8(&opened, text.data(), static_cast<std::int64_t>(text.size()), &status);
    const std::unique_ptr<icu::BreakIterator> breaks = grapheme_iterator();
    breaks->setText(&opened, status);
    if (U_FAILURE(status)) throw Error("unicode-data", "a text cannot be cut into characters: " + std::string(u_errorName(status)));

    std::vector<ByteSpan> result;
    result.reserve(text.size());
    std::int32_t begin = breaks->first();
    for (std::int32_t end = breaks->next(); end != icu::BreakIterator::DONE; begin = end, end = breaks->next())
        result.push_back({static_cast<std::size_t>(begin), static_cast<std::size_t>(end)});
    utext_close(&opened);
    return result;
}

std::size_t code_points(std::string_view text) {
    std::size_t count = 0;
    const auto length = static_cast<std::int64_t>(text.size());
    for (std::int64_t at = 0; at < length; ++count) U8_FWD_1(reinterpret_cast<const std::uint8_t*>(text.data()), at, length);
    return count;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for (const ByteSpan& grapheme : graphemes(text)) width += grapheme_width(grapheme.of(text));
    return width;
}

}  // namespace rif
