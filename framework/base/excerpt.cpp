#include <rif/base/excerpt.hpp>

#include <algorithm>

#include <rif/base/text.hpp>

namespace rif {

namespace {

constexpr std::size_t k_tab_stop = 4;
constexpr std::size_t k_longest_line = 160;  // bytes; of a longer line a window around the span is shown
constexpr std::size_t k_before_span = 60;
constexpr std::string_view k_cut = "…";
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The start of the character that holds byte `at`.
std::size_t character_start(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && continues_character(text[at])) --at;
    return std::min(at, text.size());
}

bool is_control(std::string_view character) {
    const unsigned char first = static_cast<unsigned char>(character.front());
    if (first < 0x20 || first == 0x7F) return true;
    // C1 controls, and the marks that reverse the direction of what follows (U+202A to U+202E, U+2066 to U+2069)
    if (character.size() == 2 && first == 0xC2) return static_cast<unsigned char>(character[1]) < 0xA0;
    if (character.size() != 3 || first != 0xE2) return false;
    const unsigned second = static_cast<unsigned char>(character[1]), third = static_cast<unsigned char>(character[2]);
    return (second == 0x80 && third >= 0xAA && third <= 0xAE) || (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

std::size_t character_size(std::string_view text) {
    std::size_t size = 1;
    while (size < text.size() && size < 4 && continues_character(text[size])) ++size;
    return first_invalid_utf8(text.substr(0, size)) == std::string_view::npos ? size : 1;
}

/// `text` as it is shown when it begins in column `column` (from 0).
std::string shown(std::string_view text, std::size_t column) {
    std::string result, piece;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t tab = std::min(text.find('\t', at), text.size());
        piece = printable(text.substr(at, tab - at));
        column += display_width(piece);
        result += piece;
        at = tab;
        if (tab == text.size()) break;
        const std::size_t blanks = k_tab_stop - column % k_tab_stop;
        result.append(blanks, ' ');
        column += blanks;
        ++at;
    }
    return result;
}

struct Window {
    std::size_t begin, end;
};

Window window_around(std::string_view line, std::size_t span_begin) {
    if (line.size() <= k_longest_line) return {0, line.size()};
    const std::size_t begin = span_begin > k_before_span ? character_start(line, span_begin - k_before_span) : 0;
    return {begin, character_start(line, std::min(line.size(), begin + k_longest_line))};
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = character_size(text.substr(at));
        const std::string_view character = text.substr(at, size);
        const bool broken = size == 1 && (static_cast<unsigned char>(character.front()) & 0x80) != 0;
        result += broken || is_control(character) ? k_replacement : character;
        at += size;
    }
    return result;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

std::string shown_line(std::string_view line) {
    const Window window = window_around(line, 0);
    return shown(line.substr(0, window.end), 0) + std::string(window.end < line.size() ? k_cut : "");
}

Excerpt excerpt_of(const Place& place) {
    const std::string_view line = place.source->line(place.start().line);
    const std::size_t line_begin = line.empty() ? place.begin : static_cast<std::size_t>(line.data() - place.source->text.data());
    const std::size_t begin = std::min<std::size_t>(place.begin - line_begin, line.size());
    const std::size_t end = std::clamp<std::size_t>(place.end > line_begin ? place.end - line_begin : 0, begin, line.size());
    const Window window = window_around(line, begin);

    const std::string cut_before(window.begin > 0 ? k_cut : ""), cut_after(window.end < line.size() ? k_cut : "");
    const std::string before = cut_before + shown(line.substr(window.begin, begin - window.begin), cut_before.empty() ? 0 : 1);
    const std::size_t column = display_width(before);
    const std::string span = shown(line.substr(begin, std::min(end, window.end) - begin), column);
    const std::size_t span_width = display_width(span);
    const std::string after = shown(line.substr(std::min(end, window.end), window.end - std::min(end, window.end)), column + span_width);
    return {before + span + after + cut_after, std::string(column, ' '), std::string(std::max<std::size_t>(span_width, 1), '^')};
}

}  // namespace rif
