// GPT-2's spelling of bytes. source: Radford et al. 2019, encoder.py, bytes_to_unicode.
#include <array>

#include <fmt/core.h>

#include <rif/nn/tokenizer/byte_level.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr char32_t k_first_stand_in = 0x100;  // of the bytes that do not print
constexpr std::size_t k_stand_ins = 68;

constexpr bool prints(unsigned byte) { return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE; }

struct Spelling {
    std::array<std::string, 256> of_byte;
    std::array<int, k_first_stand_in + k_stand_ins> byte_of;  // -1: means no byte

    Spelling() {
        byte_of.fill(-1);
        char32_t stand_in = k_first_stand_in;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const char32_t c = prints(byte) ? byte : stand_in++;
            append_character(of_byte[byte], c);
            byte_of[c] = static_cast<int>(byte);
        }
    }
};

const Spelling& spelling() {
    static const Spelling made;
    return made;
}

}  // namespace

std::string spelled_bytes(std::string_view bytes) {
    std::string result;
    for (const char byte : bytes) result += spelling().of_byte[static_cast<unsigned char>(byte)];
    return result;
}

bool append_bytes_of(std::string_view text, std::string& bytes) {
    const std::size_t before = bytes.size();
    for (std::size_t at = 0; at < text.size();) {
        const Character c = character_at(text, at);
        const int byte = c.code < spelling().byte_of.size() ? spelling().byte_of[c.code] : -1;
        if (byte < 0) {
            bytes.resize(before);
            return false;
        }
        bytes += static_cast<char>(byte);
        at += c.size;
    }
    return true;
}

std::vector<TokenId> byte_tokens(const Vocabulary& vocabulary) {
    std::vector<TokenId> tokens;
    for (unsigned byte = 0; byte < 256; ++byte) tokens.push_back(vocabulary.id(fmt::format("<0x{:02X}>", byte)).value_or(-1));
    return tokens;
}

}  // namespace rif::nn
