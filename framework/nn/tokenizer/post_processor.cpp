#include <rif/nn/tokenizer/post_processor.hpp>

#include <algorithm>

namespace rif::nn {

std::size_t Template::specials(const std::vector<TemplatePart>& parts) {
    std::size_t count = 0;
    for (const TemplatePart& part : parts) count += part.ids.size();
    return count;
}

Lengths truncated_lengths(std::size_t first, std::size_t second, std::size_t budget) {
    if (first + second <= budget) return {first, second};
    const std::size_t shorter = std::min({first, second, budget / 2});
    return first <= second ? Lengths{shorter, budget - shorter} : Lengths{budget - shorter, shorter};
}

}  // namespace rif::nn
