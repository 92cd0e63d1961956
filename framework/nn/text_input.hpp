// From a text to what a network takes: a checkpoint folder's tokenizer, and the window that texts are cut to.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <rif/nn/models/encoder.hpp>
#include <rif/nn/tokenizer/tokenizer.hpp>

namespace rif::nn {

class TextInput {
public:
    /// longest: what the network can take. asked: a shorter window, or nothing for what the folder says.
    /// errors: rif::Error of Tokenizer::from_folder; "window-too-long" with both numbers; "window-too-short" where a pair's special tokens
    /// have no room.
    TextInput(const std::filesystem::path& folder, std::size_t longest, std::optional<std::size_t> asked);

    std::size_t max_length() const { return max_length_; }
    const Tokenizer& tokenizer() const { return *tokenizer_; }
    Encoding encode(std::string_view text, std::optional<std::string_view> pair = std::nullopt) const;
    TokenIds ids(std::string_view text, std::optional<std::string_view> pair = std::nullopt) const;

private:
    std::shared_ptr<const Tokenizer> tokenizer_;
    std::size_t max_length_;
};

TokenIds token_ids(Encoding encoding);

/// One text, or two that a separator stands between.
struct JoinedText {
    std::string_view first;
    std::optional<std::string_view> second = {};
    std::size_t second_begin = 0;  // in the whole
};
/// At the first separator; an empty one stands nowhere.
JoinedText split_joined(std::string_view text, std::string_view separator);

/// Hash of what a checkpoint folder's numbers depend on: config, weights and tokenizer, by name and contents; other files do not count.
/// errors: rif::Error "cannot-read".
std::string fingerprint(const std::filesystem::path& folder);

}  // namespace rif::nn
