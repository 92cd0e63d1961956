// Text to token ids and back, as the tokenizer of a published checkpoint does it.
//
// A text goes: added tokens found -> normalised -> cut into words -> words cut by WordPiece, byte pairs or unigram -> special tokens
// put around. Every token knows the bytes that it came from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>

namespace rif::nn {

/// Tokens with a part to play. begin and end: of a text (`bos_token`, `eos_token`).
enum class SpecialToken { cls, sep, pad, mask, unknown, begin, end };
constexpr std::size_t k_special_tokens = 7;

/// n tokens. The attention mask is n ones: nothing is padded here.
struct Encoding {
    static constexpr std::int8_t k_around = -1;

    std::vector<std::int64_t> ids;       // [n]
    std::vector<std::int64_t> type_ids;  // [n]
    std::vector<std::int8_t> texts;      // [n] 0: of the first text, 1: of the second, k_around: a special token put around them
    std::vector<ByteSpan> spans;         // [n] bytes of its text that a token covers, whole characters; empty where it covers none
    bool is_truncated = false;

    std::size_t size() const { return ids.size(); }
    /// The bytes of text 0 or 1 up to the end of its last token: what the model is shown. What lies beyond was cut away.
    ByteSpan visible(int text) const;
};

/// Never changes once made; any number of threads may use it.
class Tokenizer {
public:
    static constexpr std::size_t k_no_limit = SIZE_MAX;

    /// Reads tokenizer.json, or vocab.txt, vocab.json with merges.txt, or spm.model; and tokenizer_config.json, special_tokens_map.json,
    /// added_tokens.json where they are there.
    /// errors: rif::Error "no-tokenizer" where the folder has none of these files; "unknown-tokenizer" for a part that is not known here;
    /// "damaged-tokenizer" with the file and the place in it.
    static std::shared_ptr<const Tokenizer> from_folder(const std::filesystem::path& folder);
    /// Reads the contents of a tokenizer.json, without a folder. errors: as above.
    static std::shared_ptr<const Tokenizer> from_json(std::string_view contents);
    ~Tokenizer();
    Tokenizer(const Tokenizer&) = delete;
    Tokenizer& operator=(const Tokenizer&) = delete;

    /// text, pair: UTF-8; what is not becomes U+FFFD. max_length: tokens in all; the longer text gives way first.
    /// errors: rif::Error "max-length-too-small" where not even the special tokens have room; "too-large" for a text above 1 GiB.
    Encoding encode(std::string_view text, std::optional<std::string_view> pair = std::nullopt, std::size_t max_length = k_no_limit,
                    bool add_special = true) const;
    /// The text that tokens spell, as the checkpoint's decoder joins them. Ids that are none are left out.
    std::string decode(const std::vector<std::int64_t>& ids, bool skip_special = true) const;

    std::optional<std::int64_t> special(SpecialToken which) const;
    /// Tokens that are added around one text, or around a pair.
    std::size_t special_count(bool is_pair) const;
    std::optional<std::int64_t> id(std::string_view token) const;
    /// The token as its vocabulary spells it ("##ing", "Ġthe", "▁the"); empty for an id that is none.
    std::string token(std::int64_t id) const;
    /// One above the largest id.
    std::size_t vocabulary_size() const;
    /// Tokens that the model was made for, where the folder says so.
    std::optional<std::size_t> max_length() const;

private:
    struct Inside;
    explicit Tokenizer(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace rif::nn
