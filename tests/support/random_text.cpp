#include "support/random_text.hpp"

#include <iterator>

namespace rif::test {

namespace {

std::string utf8(std::uint32_t c) {
    std::string bytes;
    if (c < 0x80) return bytes += static_cast<char>(c);
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    const unsigned lead = more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0;
    bytes += static_cast<char>(lead | (c >> (6 * more)));
    for (int i = more - 1; i >= 0; --i) bytes += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
    return bytes;
}

constexpr const char* k_pieces[] = {" ",
                                    " ",
                                    " ",
                                    "\t",
                                    "\r\n",
                                    "\u00A0",
                                    "\u3000",
                                    "\u200B",
                                    "\u200D",
                                    "\u200C",
                                    "\u2060",
                                    "\u00AD",
                                    "\u200F",
                                    "\uFEFF",
                                    "'",
                                    "’",
                                    "‘",
                                    "-",
                                    "\u2010",
                                    "\u2011",
                                    "–",
                                    ".",
                                    ",",
                                    "!",
                                    "_",
                                    "(",
                                    "\"",
                                    "1",
                                    "42",
                                    "1,000",
                                    "½",
                                    "٣",
                                    "a",
                                    "B",
                                    "é",
                                    "e\u0301",
                                    "\u0301",
                                    "\u20E3",
                                    "\uFE0F",
                                    "ß",
                                    "ǅ",
                                    "İ",
                                    "\u0455",
                                    "她",
                                    "护士",
                                    "שלום",
                                    "नमस्ते",
                                    "क्षि",
                                    "ไทย",
                                    "한국",
                                    "\u1112\u1161\u11AB",
                                    "\u0600",
                                    "\U0001F600",
                                    "\U0001F469\u200D\U0001F467",
                                    "\U0001F44D\U0001F3FD",
                                    "\U0001F1EB\U0001F1F7",
                                    "\U0001F1EB",
                                    "\U0001F3FD",
                                    "1\uFE0F\u20E3",
                                    "\u2764\uFE0F",
                                    "she",
                                    "He's",
                                    "HER",
                                    "re-read",
                                    "Pacific Islander",
                                    "mother-in-law",
                                    "an",
                                    "A",
                                    "[MASK]",
                                    "</s>"};

}  // namespace

std::string random_character(Random& random) {
    std::uint32_t c = static_cast<std::uint32_t>(random.below(random.below(2) ? 0x3000 : 0x110000 - 0x800));
    if (c >= 0xD800) c += 0x800;
    return utf8(c);
}

std::string random_text(Random& random, std::size_t most) {
    std::string text;
    for (std::size_t n = random.below(most + 1); n > 0; --n) {
        const std::size_t kind = random.below(50);
        if (kind == 0)
            text += static_cast<char>(0x80 + random.below(0x80));
        else if (kind < 10)
            text += random_character(random);
        else
            text += k_pieces[random.below(std::size(k_pieces))];
    }
    return text;
}

}  // namespace rif::test
