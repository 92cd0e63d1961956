#include <rif/nn/tokenizer/charsmap.hpp>

#include <array>
#include <cstring>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif::nn {

namespace {

[[noreturn]] void damaged(std::string message) {
    throw Error("damaged-tokenizer", std::move(message), "use the checkpoint's original files");
}

// A unit of the double array: bits 0-7 label, 8 has a value, 9 the offset counts in 256s, 10-30 offset, 31 is a value.
constexpr std::uint32_t k_is_value = 1U << 31, k_label = k_is_value | 0xFF, k_has_value = 1U << 8;
std::uint32_t offset(std::uint32_t unit) { return (unit >> 10) << ((unit & (1U << 9)) >> 6); }

}  // namespace

Charsmap::Charsmap(std::string_view bytes) {
    std::uint32_t size = 0;
    if (bytes.size() >= sizeof size) std::memcpy(&size, bytes.data(), sizeof size);
    if (bytes.size() < sizeof size || size > bytes.size() - sizeof size || size % sizeof(std::uint32_t) != 0 || size == 0)
        damaged(fmt::format("the table of normal forms has {} bytes and says that its index has {}", bytes.size(), size));
    units_.resize(size / sizeof(std::uint32_t));
    std::memcpy(units_.data(), bytes.data() + sizeof size, size);
    images_ = bytes.substr(sizeof size + size);
}

std::optional<std::string_view> Charsmap::image(std::string_view text) const {
    std::size_t at = offset(units_[0]);
    for (const char byte : text) {
        const auto label = static_cast<unsigned char>(byte);
        at ^= label;
        if (label == 0 || at >= units_.size() || (units_[at] & k_label) != label) return std::nullopt;
        const std::uint32_t unit = units_[at];
        at ^= offset(unit);
        if ((unit & k_has_value) == 0) continue;
        if (at >= units_.size()) return std::nullopt;
        const std::size_t begin = units_[at] & ~k_is_value;
        const std::size_t end = begin < images_.size() ? images_.find('\0', begin) : begin;
        if (end == std::string::npos || begin >= images_.size()) return std::nullopt;
        return std::string_view(images_).substr(begin, end - begin);
    }
    return std::nullopt;
}

std::string from_base64(std::string_view text) {
    static const std::array<std::int8_t, 256> digits = [] {
        std::array<std::int8_t, 256> values;
        values.fill(-1);
        constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (std::size_t i = 0; i < alphabet.size(); ++i) values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
        return values;
    }();
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t collected = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const int digit = digits[static_cast<unsigned char>(c)];
        if (digit < 0) damaged("the table of normal forms is not written in base64");
        collected = collected << 6 | static_cast<std::uint32_t>(digit);
        if ((bits += 6) < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(collected >> bits);
    }
    return bytes;
}

}  // namespace rif::nn
