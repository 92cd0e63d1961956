// Cutting a normalised text into the words that the model cuts further: one class for each kind of step that tokenizer.json names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/base/text.hpp>
#include <rif/nn/tokenizer/aligned_text.hpp>
#include <rif/nn/tokenizer/byte_level.hpp>

namespace rif::nn {

/// A text and its words so far, in order.
struct Words {
    AlignedText text;
    std::vector<ByteSpan> spans;
    bool begins_text = true;  // nothing of the given text stands before it
};

class PreTokenizer {
public:
    virtual ~PreTokenizer() = default;
    virtual void apply(Words& words) const = 0;
};

using PreTokenizers = std::vector<std::unique_ptr<PreTokenizer>>;

/// What becomes of the stretches that a split looks for.
enum class SplitBehavior { removed, isolated, merged_with_previous, merged_with_next, contiguous };
/// The behaviour of that name in tokenizer.json, in either spelling ("MergedWithNext", "merged_with_next").
std::optional<SplitBehavior> split_behavior(std::string_view name);

/// At white space, and around each punctuation mark.
std::unique_ptr<PreTokenizer> bert_pre_tokenizer();
/// Runs of word characters, and runs of what is neither that nor white space.
std::unique_ptr<PreTokenizer> word_pre_tokenizer();
std::unique_ptr<PreTokenizer> white_space_pre_tokenizer();
std::unique_ptr<PreTokenizer> punctuation_pre_tokenizer(SplitBehavior behavior);
std::unique_ptr<PreTokenizer> digits_pre_tokenizer(bool one_by_one);
/// At each `pattern` (not empty).
std::unique_ptr<PreTokenizer> string_pre_tokenizer(std::string pattern, SplitBehavior behavior);
/// By a rule of byte-level tokenizers; prefix_space: a text that does not begin with a space is given one; no rule: no cut.
std::unique_ptr<PreTokenizer> byte_level_pre_tokenizer(bool prefix_space, std::optional<SplitRule> rule);

struct Metaspace {
    enum class Prefix { always, first, never };
    std::string replacement = "\u2581";  // what stands for a space
    Prefix prefix = Prefix::always;      // who is given one in front
    bool split = true;                   // cut before each
};
std::unique_ptr<PreTokenizer> metaspace_pre_tokenizer(Metaspace settings);

}  // namespace rif::nn
