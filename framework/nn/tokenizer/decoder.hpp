// From tokens back to text: one class for each kind of step that tokenizer.json names.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rif::nn {

class Decoder {
public:
    virtual ~Decoder() = default;
    virtual void apply(std::vector<std::string>& tokens) const = 0;
};

using Decoders = std::vector<std::unique_ptr<Decoder>>;

/// Words are put apart by spaces; tokens with `prefix` continue one. cleanup: no space before punctuation and contractions.
std::unique_ptr<Decoder> wordpiece_decoder(std::string prefix, bool cleanup);
/// GPT-2's spelling of bytes is undone; what is not UTF-8 becomes U+FFFD.
std::unique_ptr<Decoder> byte_level_decoder();
/// `replacement` becomes a space; none at the start where one was put in front.
std::unique_ptr<Decoder> metaspace_decoder(std::string replacement, bool has_prefix);
std::unique_ptr<Decoder> replace_decoder(std::string pattern, std::string content);
/// Runs of tokens <0x00> to <0xFF> become what their bytes spell.
std::unique_ptr<Decoder> byte_fallback_decoder();
/// All tokens become one.
std::unique_ptr<Decoder> fuse_decoder();
/// Up to so many of `character` are dropped from the ends of each token.
std::unique_ptr<Decoder> strip_decoder(std::string character, std::size_t start, std::size_t stop);

/// `bytes` with each maximal part that is not UTF-8 as U+FFFD (Unicode 3.9, as Rust and Python do).
std::string repaired(std::string_view bytes);

}  // namespace rif::nn
