#include <rif/nn/train/text_block.hpp>

#include <algorithm>

namespace rif::nn {

TextBlock::TextBlock(const Config& config, std::span<const TokenIds* const> texts_given)
    : texts(static_cast<std::int64_t>(texts_given.size())), tokens(0) {
    for (const TokenIds* text : texts_given) {
        tokens = std::max(tokens, static_cast<std::int64_t>(text->ids.size()));
        words.insert(words.end(), text->ids.begin(), text->ids.end());
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    const auto first = static_cast<std::int64_t>(config.first_position());
    const bool skips_padding = first > 0;  // RoBERTa and MPNet leave padding tokens out of their count
    for (const TokenIds* text : texts_given) {
        std::int64_t next = first;
        for (std::int64_t t = 0; t < tokens; ++t) {
            const auto at = static_cast<std::size_t>(t);
            const bool is_text = at < text->ids.size();
            const std::int64_t id = text->ids[is_text ? at : 0];
            places.push_back(std::ranges::lower_bound(words, id) - words.begin());
            types.push_back(is_text && config.types > 1 && !text->types.empty() ? text->types[at] : 0);
            if (!is_text) positions.push_back(first);
            if (is_text) positions.push_back(skips_padding && id == config.padding_id ? config.padding_id : next++);
            is_there.push_back(is_text ? 1.0f : 0.0f);
            is_padded = is_padded || !is_text;
        }
    }
}

}  // namespace rif::nn
