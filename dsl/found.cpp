#include "dsl/found.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace rif::dsl {

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Cursor character_end(Cursor at) {
    ++at;
    while (continues_character(*at)) ++at;
    return at;
}

/// The code point of the character [at, end), which is UTF-8.
unsigned code_point(Cursor at, Cursor end) {
    constexpr unsigned k_first_byte_masks[] = {0x7F, 0x1F, 0x0F, 0x07};
    const auto size = std::clamp<std::ptrdiff_t>(end - at, 1, 4);
    unsigned result = static_cast<unsigned char>(*at) & k_first_byte_masks[size - 1];
    for (++at; at < end; ++at) result = (result << 6U) | (static_cast<unsigned char>(*at) & 0x3FU);
    return result;
}

Cursor number_end(Cursor at) {
    if (*at == '+' || *at == '-') ++at;
    while (is_word_character(*at) || (*at == '.' && is_digit(at[1]))) ++at;
    return at;
}

bool at_number(Cursor at) { return is_digit(*at) || ((*at == '+' || *at == '-') && is_digit(at[1])); }

constexpr std::size_t k_longest_found = 40, k_longest_help = 120;  // bytes

std::string shortened(std::string text, std::size_t most = k_longest_found) {
    if (text.size() <= most) return text;
    std::size_t cut = most;
    while (cut > 0 && continues_character(text[cut])) --cut;
    return text.substr(0, cut) + "…";
}

std::string trimmed(Cursor begin, Cursor end) {
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) --end;
    return shortened({begin, end}, k_longest_help);
}

Found end_of_line(const Reading& reading, Cursor at) {
    Cursor back = at;
    while (back > reading.begin() && (back[-1] == ' ' || back[-1] == '\t')) --back;
    if (*at != '\0') return {back, back, "the end of the line"};
    while (back > reading.begin() && (back[-1] == ' ' || back[-1] == '\t' || back[-1] == '\n' || back[-1] == '\r')) --back;
    return {back, back, "the end"};
}

}  // namespace

std::string between(Cursor begin, Cursor end) { return {begin, end}; }

Found found_at(const Reading& reading, Cursor at) {
    if (ends_line(at)) return end_of_line(reading, at);
    if (*at == '"') return {at, text_end(at), fmt::format("the text {}", shortened(between(at, text_end(at))))};
    if (is_letter(*at)) return {at, word_end(at), fmt::format("'{}'", shortened(between(at, word_end(at))))};
    if (at_number(at)) return {at, number_end(at), fmt::format("'{}'", shortened(between(at, number_end(at))))};
    if (*at == '\r') return {at, at + 1, "a carriage return that ends no line"};
    const Cursor end = character_end(at);
    if (end == at + 1) return {at, end, fmt::format("'{}'", *at)};
    return {at, end, fmt::format("'{}' (U+{:04X})", between(at, end), code_point(at, end))};
}

std::string rest_of_entry(Cursor at) {
    Cursor end = at;
    for (int depth = 0; !ends_line(end); end = *end == '"' ? text_end(end) : end + 1) {
        const bool closes = *end == '}' || *end == ']';
        if (depth == 0 && (closes || *end == ',')) break;
        depth += *end == '{' || *end == '[' ? 1 : closes ? -1 : 0;
    }
    return trimmed(at, end);
}

std::string rest_of_values(Cursor at) {
    Cursor end = at;
    while (!ends_line(end) && *end != '}' && !(*end == ',' && at_entry(skip_blanks(end + 1)))) end = *end == '"' ? text_end(end) : end + 1;
    std::string text = trimmed(at, end);
    if (text.ends_with(',')) text.pop_back();
    return text;
}

std::string rest_of_line(Cursor at) {
    Cursor end = at;
    while (!ends_line(end)) end = *end == '"' ? text_end(end) : end + 1;
    return trimmed(at, end);
}

Diagnostic mistake(const Reading& reading, Cursor begin, Cursor end, std::string slug, std::string message, std::string label,
                   std::string help) {
    return {Severity::error, std::move(slug), reading.place(begin, end), std::move(message), std::move(label), std::move(help)};
}

Diagnostic expected(const Reading& reading, Cursor at, std::string slug, std::string_view what, std::string label, std::string help) {
    const Found found = found_at(reading, at);
    return mistake(reading, found.begin, found.end, std::move(slug), fmt::format("expected {}, found {}", what, found.words),
                   std::move(label), std::move(help));
}

}  // namespace rif::dsl
