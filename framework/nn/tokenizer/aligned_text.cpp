#include <rif/nn/tokenizer/aligned_text.hpp>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif::nn {

void AlignedText::refuse() {
    throw Error("damaged-tokenizer", fmt::format("a step of the tokenizer makes a text more than {} times as long as it was", k_growth),
                "use the checkpoint's original files");
}

AlignedText AlignedText::part(std::size_t begin, std::size_t end) const {
    AlignedText part(text().substr(begin, end - begin), start_ + begin);
    if (!from_.empty())
        part.from_.assign(from_.begin() + static_cast<std::ptrdiff_t>(begin), from_.begin() + static_cast<std::ptrdiff_t>(end));
    return part;
}

void AlignedText::add(const AlignedText& other, std::size_t begin, std::size_t end) {
    text_ += other.text().substr(begin, end - begin);
    if (other.from_.empty()) {
        for (std::size_t i = begin; i < end; ++i)
            from_.push_back({other.start_ + static_cast<std::uint32_t>(i), other.start_ + static_cast<std::uint32_t>(i + 1)});
    } else {
        from_.insert(from_.end(), other.from_.begin() + static_cast<std::ptrdiff_t>(begin),
                     other.from_.begin() + static_cast<std::ptrdiff_t>(end));
    }
}

}  // namespace rif::nn
