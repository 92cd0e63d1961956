// A set of strings with a number each, walked byte by byte: which of them begin here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <rif/nn/tokenizer/flat_map.hpp>

namespace rif::nn {

class ByteTrie {
public:
    static constexpr std::int32_t k_none = -1;

    ByteTrie();
    /// value: not negative. A string that is there already keeps the value that it has.
    void add(std::string_view text, std::int32_t value);

    using Node = std::uint32_t;
    static constexpr Node k_root = 0, k_nowhere = UINT32_MAX;
    Node step(Node from, char byte) const {
        const auto label = static_cast<unsigned char>(byte);
        if (from == k_root) return first_[label];
        const Node* next = next_.find(std::uint64_t{from} << 8 | label);
        return next ? *next : k_nowhere;
    }
    /// The value of the string that ends at `node`, or k_none.
    std::int32_t value(Node node) const { return values_[node]; }

    struct Match {
        std::int32_t value = k_none;
        std::size_t size = 0;
    };
    /// The longest of the strings that `text` begins with.
    Match longest(std::string_view text) const;

private:
    std::array<Node, 256> first_;
    FlatMap<Node> next_;
    std::vector<std::int32_t> values_;
};

}  // namespace rif::nn
