// Characters of a text that is known to be UTF-8, and writing them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rif::nn {

struct Character {
    char32_t code = 0;
    std::size_t size = 1;  // bytes
};

/// The character that begins at byte `at`. text: UTF-8; at: below its size.
inline Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[at + i])); };
    const char32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    if (lead < 0xE0) return {((lead & 0x1F) << 6) | (byte(1) & 0x3F), 2};
    if (lead < 0xF0) return {((lead & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F), 3};
    return {((lead & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) | (byte(3) & 0x3F), 4};
}

/// Where the character begins that ends before byte `end`. end: above 0.
inline std::size_t character_before(std::string_view text, std::size_t end) {
    do --end;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    return end;
}

/// Bytes of the character that this byte leads.
inline std::size_t character_size(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

inline void append_character(std::string& text, char32_t c) {
    const auto push = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) return push(c);
    if (c < 0x800) {
        push(0xC0 | (c >> 6));
    } else if (c < 0x10000) {
        push(0xE0 | (c >> 12));
        push(0x80 | ((c >> 6) & 0x3F));
    } else {
        push(0xF0 | (c >> 18));
        push(0x80 | ((c >> 12) & 0x3F));
        push(0x80 | ((c >> 6) & 0x3F));
    }
    push(0x80 | (c & 0x3F));
}

}  // namespace rif::nn
