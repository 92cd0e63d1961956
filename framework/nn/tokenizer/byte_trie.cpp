#include <rif/nn/tokenizer/byte_trie.hpp>

namespace rif::nn {

ByteTrie::ByteTrie() : values_(1, k_none) { first_.fill(k_nowhere); }

void ByteTrie::add(std::string_view text, std::int32_t value) {
    Node node = k_root;
    for (const char byte : text) {
        Node next = step(node, byte);
        if (next == k_nowhere) {
            next = static_cast<Node>(values_.size());
            values_.push_back(k_none);
            const auto label = static_cast<unsigned char>(byte);
            if (node == k_root)
                first_[label] = next;
            else
                next_[std::uint64_t{node} << 8 | label] = next;
        }
        node = next;
    }
    if (values_[node] == k_none) values_[node] = value;
}

ByteTrie::Match ByteTrie::longest(std::string_view text) const {
    Match best;
    Node node = k_root;
    for (std::size_t i = 0; i < text.size(); ++i) {
        node = step(node, text[i]);
        if (node == k_nowhere) break;
        if (values_[node] != k_none) best = {values_[node], i + 1};
    }
    return best;
}

}  // namespace rif::nn
