// A text on its way to tokens, which knows for each of its bytes which bytes of the given text it came from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rif/base/text.hpp>

namespace rif::nn {

class AlignedText {
public:
    AlignedText() = default;
    /// Bytes of the given text as they are; the first of them is its byte `start`.
    AlignedText(std::string_view text, std::size_t start) : text_(text), start_(static_cast<std::uint32_t>(start)) {}

    std::string_view text() const { return text_; }
    std::size_t size() const { return text_.size(); }
    bool empty() const { return text_.empty(); }

    /// Which bytes of the given text the bytes [begin, end) came from; begin < end.
    ByteSpan origin(std::size_t begin, std::size_t end) const {
        if (from_.empty()) return {start_ + begin, start_ + end};
        return {from_[begin].begin, from_[end - 1].end};
    }
    /// The bytes [begin, end) as a text of their own.
    AlignedText part(std::size_t begin, std::size_t end) const;

    /// Other bytes of the same number, each with the origin of the one that it stands for.
    void substitute(std::string bytes) { text_ = std::move(bytes); }
    /// Room for a text made of one of `bytes` bytes. A tokenizer that makes it more than k_growth times as long is refused.
    void reserve(std::size_t bytes) {
        text_.reserve(bytes);
        from_.reserve(bytes);
        most_ = k_least_most + k_growth * bytes;
    }
    /// The same, of all steps so far: the text began with `given` bytes.
    void check_growth(std::size_t given) const {
        if (text_.size() > k_least_most + k_growth * given) refuse();
    }
    /// Adds `bytes`, each of which came from `origin`. Only to a text that began empty.
    /// errors: rif::Error "damaged-tokenizer" where it grows out of all measure.
    void add(std::string_view bytes, ByteSpan origin) {
        if (bytes.size() > most_ - std::min(most_, text_.size())) refuse();
        text_ += bytes;
        from_.resize(text_.size(), {static_cast<std::uint32_t>(origin.begin), static_cast<std::uint32_t>(origin.end)});
    }
    void add(char byte, ByteSpan origin) {
        text_ += byte;
        from_.push_back({static_cast<std::uint32_t>(origin.begin), static_cast<std::uint32_t>(origin.end)});
    }
    /// Adds the bytes [begin, end) of another text with their origins. Only to a text that began empty.
    void add(const AlignedText& other, std::size_t begin, std::size_t end);

private:
    static constexpr std::size_t k_growth = 64, k_least_most = std::size_t{1} << 16;  // bytes
    [[noreturn]] static void refuse();

    struct Origin {
        std::uint32_t begin, end;
    };
    std::string text_;
    std::vector<Origin> from_;  // one a byte; empty: the bytes are those of the given text from start_ on
    std::uint32_t start_ = 0;
    std::size_t most_ = SIZE_MAX;  // bytes that it may have
};

}  // namespace rif::nn
