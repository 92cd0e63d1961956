#include <rif/nn/tokenizer/decoder.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/byte_level.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

void replace_all(std::string& text, std::string_view pattern, std::string_view content) {
    for (std::size_t at = text.find(pattern); at != std::string::npos; at = text.find(pattern, at + content.size()))
        text.replace(at, pattern.size(), content);
}

// source: tokenizers, wordpiece.rs, cleanup.
constexpr std::pair<std::string_view, std::string_view> k_cleanup[] = {
    {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
    {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};

class WordPieceDecoder final : public Decoder {
public:
    WordPieceDecoder(std::string prefix, bool cleanup) : prefix_(std::move(prefix)), cleanup_(cleanup) {}
    void apply(std::vector<std::string>& tokens) const override {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            std::string& token = tokens[i];
            if (i > 0 && token.starts_with(prefix_))
                token.erase(0, prefix_.size());
            else if (i > 0)
                token.insert(0, 1, ' ');
            if (!cleanup_) continue;
            for (const auto& [pattern, content] : k_cleanup) replace_all(token, pattern, content);
        }
    }

private:
    std::string prefix_;
    bool cleanup_;
};

class FuseDecoder final : public Decoder {
public:
    void apply(std::vector<std::string>& tokens) const override {
        std::string all;
        for (const std::string& token : tokens) all += token;
        tokens.assign(1, std::move(all));
    }
};

class ByteLevelDecoder final : public Decoder {
public:
    void apply(std::vector<std::string>& tokens) const override {
        std::string bytes;
        for (const std::string& token : tokens)
            if (!append_bytes_of(token, bytes)) bytes += token;
        tokens.assign(1, repaired(bytes));
    }
};

class MetaspaceDecoder final : public Decoder {
public:
    MetaspaceDecoder(std::string replacement, bool has_prefix) : replacement_(std::move(replacement)), has_prefix_(has_prefix) {}
    void apply(std::vector<std::string>& tokens) const override {
        for (std::size_t i = 0; i < tokens.size(); ++i) replace_all(tokens[i], replacement_, i == 0 && has_prefix_ ? "" : " ");
    }

private:
    std::string replacement_;
    bool has_prefix_;
};

class ReplaceDecoder final : public Decoder {
public:
    ReplaceDecoder(std::string pattern, std::string content) : pattern_(std::move(pattern)), content_(std::move(content)) {}
    void apply(std::vector<std::string>& tokens) const override {
        for (std::string& token : tokens) replace_all(token, pattern_, content_);
    }

private:
    std::string pattern_, content_;
};

class ByteFallbackDecoder final : public Decoder {
public:
    void apply(std::vector<std::string>& tokens) const override {
        std::vector<std::string> result;
        std::string bytes;
        const auto flush = [&] {
            if (bytes.empty()) return;
            if (first_invalid_utf8(bytes) == std::string::npos)
                result.push_back(bytes);
            else
                result.insert(result.end(), bytes.size(), "\uFFFD");
            bytes.clear();
        };
        for (std::string& token : tokens) {
            if (const int byte = byte_of(token); byte >= 0) {
                bytes += static_cast<char>(byte);
                continue;
            }
            flush();
            result.push_back(std::move(token));
        }
        flush();
        tokens = std::move(result);
    }

private:
    /// -1: no token of a byte.
    static int byte_of(std::string_view token) {
        if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return -1;
        const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; };
        const int high = digit(token[3]), low = digit(token[4]);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
};

class StripDecoder final : public Decoder {
public:
    StripDecoder(std::string character, std::size_t start, std::size_t stop)
        : character_(std::move(character)), start_(start), stop_(stop) {}
    void apply(std::vector<std::string>& tokens) const override {
        for (std::string& token : tokens) {
            for (std::size_t i = 0; i < start_ && token.starts_with(character_); ++i) token.erase(0, character_.size());
            for (std::size_t i = 0; i < stop_ && token.ends_with(character_); ++i) token.erase(token.size() - character_.size());
        }
    }

private:
    std::string character_;
    std::size_t start_, stop_;
};

/// Bytes at `at` that begin a character but do not end one: they become one U+FFFD.
std::size_t broken_size(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U; };
    const unsigned lead = byte(0), second = byte(1);
    const auto continues = [](unsigned b) { return (b & 0xC0) == 0x80; };
    const bool three = (lead == 0xE0 && second >= 0xA0 && second <= 0xBF) || (lead == 0xED && second >= 0x80 && second <= 0x9F) ||
                       (lead > 0xE0 && lead < 0xF0 && lead != 0xED && continues(second));
    if (three) return 2;
    const bool four = (lead == 0xF0 && second >= 0x90 && second <= 0xBF) || (lead == 0xF4 && second >= 0x80 && second <= 0x8F) ||
                      (lead > 0xF0 && lead < 0xF4 && continues(second));
    if (four) return continues(byte(2)) ? 3 : 2;
    return 1;
}

}  // namespace

std::string repaired(std::string_view bytes) {
    std::string result;
    while (!bytes.empty()) {
        const std::size_t valid = std::min(first_invalid_utf8(bytes), bytes.size());
        result += bytes.substr(0, valid);
        if (valid == bytes.size()) break;
        result += "\uFFFD";
        bytes.remove_prefix(std::min(valid + broken_size(bytes, valid), bytes.size()));
    }
    return result;
}

std::unique_ptr<Decoder> wordpiece_decoder(std::string prefix, bool cleanup) {
    return std::make_unique<WordPieceDecoder>(std::move(prefix), cleanup);
}
std::unique_ptr<Decoder> byte_level_decoder() { return std::make_unique<ByteLevelDecoder>(); }
std::unique_ptr<Decoder> metaspace_decoder(std::string replacement, bool has_prefix) {
    return std::make_unique<MetaspaceDecoder>(std::move(replacement), has_prefix);
}
std::unique_ptr<Decoder> replace_decoder(std::string pattern, std::string content) {
    return std::make_unique<ReplaceDecoder>(std::move(pattern), std::move(content));
}
std::unique_ptr<Decoder> byte_fallback_decoder() { return std::make_unique<ByteFallbackDecoder>(); }
std::unique_ptr<Decoder> fuse_decoder() { return std::make_unique<FuseDecoder>(); }
std::unique_ptr<Decoder> strip_decoder(std::string character, std::size_t start, std::size_t stop) {
    return std::make_unique<StripDecoder>(std::move(character), start, stop);
}

}  // namespace rif::nn
