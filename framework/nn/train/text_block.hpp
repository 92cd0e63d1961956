// Texts beside each other for training: the shorter ones padded to the longest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <rif/nn/config.hpp>
#include <rif/nn/models/encoder.hpp>

namespace rif::nn {

/// Every list but `words` has texts · tokens entries, text after text.
struct TextBlock {
    /// texts: at least one, none of them empty or longer than the config's longest.
    TextBlock(const Config& config, std::span<const TokenIds* const> texts);

    std::int64_t texts, tokens;        // how many; of the longest
    std::vector<std::int64_t> words;   // ids that stand in the block, ascending, distinct
    std::vector<std::int64_t> places;  // of each token's id in `words`; a padding's is that of the text's first token
    std::vector<std::int64_t> types, positions;
    std::vector<float> is_there;  // 1, and 0 for paddings
    bool is_padded = false;       // some text is shorter than the longest
};

}  // namespace rif::nn
