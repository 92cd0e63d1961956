// SentencePiece's normalisation table: a double-array trie of byte strings and what each becomes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rif::nn {

/// source: SentencePiece, normalizer.cc (DecodePrecompiledCharsMap); Darts-clone, darts.h (layout of a unit).
class Charsmap {
public:
    /// bytes: the table as it stands in a model file. errors: rif::Error "damaged-tokenizer" where its sizes do not fit.
    explicit Charsmap(std::string_view bytes);
    /// What `text` becomes, where the table has the text or a beginning of it (the shortest counts, as in the reference); else nothing.
    std::optional<std::string_view> image(std::string_view text) const;

private:
    std::vector<std::uint32_t> units_;
    std::string images_;  // each ended by a zero byte
};

/// The bytes that a base64 text stands for. errors: rif::Error "damaged-tokenizer".
std::string from_base64(std::string_view text);

}  // namespace rif::nn
