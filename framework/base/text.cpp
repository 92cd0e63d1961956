// Bytes of a text: validity, and edits by byte intervals.
#include <rif/base/text.hpp>

#include <algorithm>

#include <unicode/utf8.h>

#include <rif/base/error.hpp>

namespace rif {

std::size_t first_invalid_utf8(std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto length = static_cast<std::int64_t>(text.size());
    for (std::int64_t at = 0; at < length;) {
        const std::int64_t begin = at;
        UChar32 c = bytes[at++];
        if (c < 0x80) continue;
        at = begin;
        U8_NEXT(bytes, at, length, c);
        if (c < 0) return static_cast<std::size_t>(begin);
    }
    return std::string_view::npos;
}

std::string with_edits(std::string_view text, std::span<const Edit> edits) {
    std::vector<const Edit*> ordered;
    ordered.reserve(edits.size());
    for (const Edit& edit : edits) ordered.push_back(&edit);
    std::stable_sort(ordered.begin(), ordered.end(), [](const Edit* a, const Edit* b) { return a->span.begin < b->span.begin; });

    std::string result;
    result.reserve(text.size() + 16 * edits.size());
    std::size_t done = 0;
    for (const Edit* edit : ordered) {
        const ByteSpan& span = edit->span;
        if (span.begin < done) assertion_failed("the edits of a text are disjoint", __FILE__, __LINE__);
        if (span.end < span.begin || span.end > text.size()) assertion_failed("an edit lies inside its text", __FILE__, __LINE__);
        result.append(text.substr(done, span.begin - done)).append(edit->replacement);
        done = span.end;
    }
    return result.append(text.substr(done));
}

std::string without_token(std::string_view text, ByteSpan token) {
    if (token.begin > 0 && text[token.begin - 1] == ' ')
        --token.begin;
    else if (token.end < text.size() && text[token.end] == ' ')
        ++token.end;
    return std::string(text.substr(0, token.begin)).append(text.substr(token.end));
}

}  // namespace rif
