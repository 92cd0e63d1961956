// Cutting a text into tokens: once, by Unicode's rules, never inside a grapheme cluster.
#include <rif/base/text.hpp>

#include <array>

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

namespace rif {

namespace {

/// What a character does to a token. joiner: apostrophe or hyphen; point: point or comma, which joins digits alone;
/// format: no visible sign of its own (soft hyphen, direction mark), inside a run it belongs to the run.
enum class Kind : std::uint8_t { other, letter, digit, joiner, point, format, emoji };

constexpr UChar32 k_soft_hyphen = 0xAD, k_typographic_apostrophe = 0x2019, k_hyphen = 0x2010, k_no_break_hyphen = 0x2011;
constexpr UChar32 k_zero_width_space = 0x200B, k_zero_width_joiner = 0x200D, k_emoji_presentation = 0xFE0F, k_keycap = 0x20E3;

constexpr std::array<Kind, 128> k_ascii = [] {
    std::array<Kind, 128> kinds{};
    for (int c = 'a'; c <= 'z'; ++c) kinds[c] = kinds[c - 'a' + 'A'] = Kind::letter;
    for (int c = '0'; c <= '9'; ++c) kinds[c] = Kind::digit;
    kinds['\''] = kinds['-'] = Kind::joiner;
    kinds['.'] = kinds[','] = Kind::point;
    return kinds;
}();

bool is_join(UChar32 c) { return c == '\'' || c == '-' || c == k_typographic_apostrophe || c == k_hyphen || c == k_no_break_hyphen; }

/// Of a code point that is a grapheme cluster by itself.
Kind kind_of(UChar32 c) {
    if (c < 0) return Kind::other;
    if (c < 0x80) return k_ascii[static_cast<std::size_t>(c)];
    if (is_join(c)) return Kind::joiner;
    const std::uint32_t category = U_MASK(u_charType(c));
    if (category & U_GC_L_MASK) return Kind::letter;
    if (category & U_GC_N_MASK) return Kind::digit;
    if ((category & U_GC_CF_MASK) && c != k_zero_width_space) return Kind::format;
    return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION) ? Kind::emoji : Kind::other;
}

/// Code points that no rule of UAX 29 ever joins with a neighbour that is one of them: Latin and its punctuation.
bool stands_alone(UChar32 c) { return c < 0x300 || (c >= 0x2010 && c <= 0x2027); }

UChar32 next_code_point(std::string_view text, std::size_t& at) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    UChar32 c;
    U8_NEXT(bytes, at, text.size(), c);
    return c;
}

/// Of a grapheme cluster of one or several code points.
Kind kind_of(std::string_view grapheme) {
    std::size_t at = 0;
    const UChar32 first = next_code_point(grapheme, at);
    if (at == grapheme.size()) return kind_of(first);
    bool letter = false, digit = false, pictures = false, emoji = false;
    for (UChar32 c = first;; c = next_code_point(grapheme, at)) {
        if (c < 0) return Kind::other;
        const Kind kind = kind_of(c);
        letter |= kind == Kind::letter;
        digit |= kind == Kind::digit;
        pictures |= c >= 0x80 && u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC);
        emoji |= kind == Kind::emoji || c == k_keycap || (pictures && (c == k_emoji_presentation || c == k_zero_width_joiner));
        if (at >= grapheme.size()) break;
    }
    if (emoji) return Kind::emoji;
    return letter ? Kind::letter : digit ? Kind::digit : Kind::other;
}

/// Takes characters in order and gives the tokens.
class Cutter {
public:
    explicit Cutter(std::size_t bytes) { tokens_.reserve(bytes / 5 + 1); }

    void take(std::size_t begin, std::size_t end, Kind kind) {
        switch (kind) {
            case Kind::letter:
            case Kind::digit: extend(begin, end, kind); break;
            case Kind::joiner:
            case Kind::point: join(kind); break;
            case Kind::format: break;
            case Kind::emoji: close(), tokens_.push_back({begin, end}); break;
            case Kind::other: close(); break;
        }
    }
    std::vector<ByteSpan> finish() {
        close();
        return std::move(tokens_);
    }

private:
    void extend(std::size_t begin, std::size_t end, Kind kind) {
        const bool joined = join_ != Kind::point || (last_ == Kind::digit && kind == Kind::digit);
        if (open_ && !joined) close();
        if (!open_) run_.begin = begin;
        run_.end = end;
        open_ = true;
        last_ = kind;
        join_ = Kind::other;
    }
    void join(Kind kind) {
        if (open_ && join_ == Kind::other)
            join_ = kind;
        else
            close();
    }
    void close() {
        if (open_) tokens_.push_back(run_);
        open_ = false;
        join_ = Kind::other;
    }

    std::vector<ByteSpan> tokens_;
    ByteSpan run_;
    bool open_ = false;
    Kind last_ = Kind::other, join_ = Kind::other;  // of the last character of the run; the joiner after it
};

/// Cuts while every code point stands alone. returns: whether that was the whole text.
bool cut_simple(std::string_view text, Cutter& cutter) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) {
            cutter.take(begin, ++at, k_ascii[byte]);
            continue;
        }
        const UChar32 c = next_code_point(text, at);
        if (!stands_alone(c)) return false;
        cutter.take(begin, at, kind_of(c));
    }
    return true;
}

bool breaks_between_letters(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    return U_SUCCESS(status) && uscript_breaksBetweenLetters(script);
}

bool is_part_join(std::string_view text, std::size_t at, std::size_t& size) {
    size = at;
    const bool joins = is_join(next_code_point(text, size));
    size -= at;
    return joins;
}

}  // namespace

std::vector<ByteSpan> tokens(std::string_view text) {
    Cutter simple(text.size());
    if (cut_simple(text, simple)) return simple.finish();
    Cutter cutter(text.size());
    for (const ByteSpan& grapheme : graphemes(text)) cutter.take(grapheme.begin, grapheme.end, kind_of(grapheme.of(text)));
    return cutter.finish();
}

std::vector<ByteSpan> token_parts(std::string_view text, ByteSpan token) {
    std::vector<ByteSpan> parts;
    std::size_t begin = token.begin;
    for (std::size_t at = token.begin, size; at < token.end; at += size) {
        if (!is_part_join(text, at, size)) continue;
        parts.push_back({begin, at});
        begin = at + size;
    }
    parts.push_back({begin, token.end});
    return parts;
}

bool is_written_without_spaces(std::string_view text) {
    bool before = false;  // one such letter may be a sign or a name; two in a row are a phrase
    for (std::size_t at = 0; at < text.size();) {
        const UChar32 c = next_code_point(text, at);
        const bool unspaced = c >= 0x0E00 && breaks_between_letters(c);
        if (unspaced && before) return true;
        before = unspaced;
    }
    return false;
}

bool has_letter_or_digit(std::string_view token) {
    bool found = false;
    for (std::size_t at = 0; at < token.size();) {
        const UChar32 c = next_code_point(token, at);
        if (c == k_keycap) return false;
        const Kind kind = kind_of(c);
        found |= kind == Kind::letter || kind == Kind::digit;
    }
    return found;
}

}  // namespace rif
