// Bytes as characters (GPT-2's spelling, in which a space is Ġ), and the splitting rules of byte-level tokenizers, each scanned by hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/vocabulary.hpp>

namespace rif::nn {

/// `bytes` in GPT-2's spelling: each byte one printable character.
std::string spelled_bytes(std::string_view bytes);
/// The bytes that a spelling means, appended; false, and nothing appended, where a character means none.
bool append_bytes_of(std::string_view spelling, std::string& bytes);
/// The tokens <0x00> to <0xFF> of a vocabulary; -1 where it lacks one.
std::vector<TokenId> byte_tokens(const Vocabulary& vocabulary);

/// How a text is cut before byte pairs are merged.
enum class SplitRule {
    gpt2,    // contractions; a space goes with the word after it; runs of digits
    qwen2,   // contractions in any case; any one sign goes with the letters after it; digits one by one
    llama3,  // as qwen2, digits in threes
};
/// The rule that a regular expression states: those of GPT-2, Qwen2 and Llama 3, by their text. false: another expression.
bool rule_of_expression(std::string_view expression, SplitRule& rule);
/// Appends the pieces of `text`, which leave nothing out.
void append_split(SplitRule rule, std::string_view text, std::vector<ByteSpan>& pieces);

}  // namespace rif::nn
