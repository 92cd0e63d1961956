// Text by Unicode's rules (ICU): cut once into tokens, edited by byte intervals, otherwise never touched.
// What a token is, and how a substitution follows case and article: measures, section 1 (share/doc/measures.md).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

/// Bytes [begin, end) of a text; never inside a character.
struct ByteSpan {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
    bool contains(const ByteSpan& other) const { return begin <= other.begin && other.end <= end; }
    bool overlaps(const ByteSpan& other) const { return begin < other.end && other.begin < end; }
    std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
    friend bool operator==(const ByteSpan&, const ByteSpan&) = default;
};

/// One replacement of bytes of the original text.
struct Edit {
    ByteSpan span;
    std::string replacement;
};

/// The first byte that is not UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// Tokens of `text`, disjoint and in order: maximal runs of letters, marks and digits, joined across one inner apostrophe
/// (straight or typographic) or hyphen, or - between digits - point or comma; an emoji sequence is one token. What has no look of
/// its own (a soft hyphen, a mark of direction) belongs to the run that it stands inside.
/// text: UTF-8; bytes that are not are in no token.
std::vector<ByteSpan> tokens(std::string_view text);
/// Parts of a joined token between its apostrophes and hyphens: "he", "s" of "he's"; the token itself where it has none.
std::vector<ByteSpan> token_parts(std::string_view text, ByteSpan token);
/// Has a letter or a digit (an emoji token has not).
bool has_letter_or_digit(std::string_view token);
/// Holds a word of a script that puts no spaces between words (Han, kana, Thai, Lao, Khmer, Myanmar): its tokens are whole phrases,
/// in which no term is found. Such a text is reported, never silently passed.
bool is_written_without_spaces(std::string_view text);

/// `text` with all edits made. edits: disjoint, in any order, in bytes of `text`.
std::string with_edits(std::string_view text, std::span<const Edit> edits);
/// Deletion for a saliency: the token and one adjacent space (the one before it; at the start the one after it) are gone.
std::string without_token(std::string_view text, ByteSpan token);

/// `replacement` in the case of what it replaces: lower-case ones become Title or UPPER where `replaced` is; one with capitals of
/// its own stays. A single capital letter counts as Title.
std::string follow_case(std::string_view replaced, std::string_view replacement);
/// "a" or "an" by the first sound of `word`, in English.
std::string_view indefinite_article(std::string_view word);
/// The edit that makes an `a`/`an` directly before `at` (only blanks between) agree with `word`, keeping its case; nothing to do: an empty
/// vector.
std::vector<Edit> article_edits(std::string_view text, ByteSpan at, std::string_view word);

std::string fold_case(std::string_view text);  // for comparison only, never for output
std::string lower(std::string_view text);      // root locale
std::string upper(std::string_view text);
std::string title(std::string_view text);  // first letter only
bool is_lower(std::string_view text);      // has letters and none of them is a capital
bool is_upper(std::string_view text);      // has letters and all are capitals
bool is_title(std::string_view text);      // first letter a capital, the other letters not

/// Grapheme clusters (UAX 29).
std::vector<ByteSpan> graphemes(std::string_view text);
std::size_t code_points(std::string_view text);
/// Columns on a terminal: wide East Asian characters 2, combining marks 0.
std::size_t display_width(std::string_view text);

}  // namespace rif
