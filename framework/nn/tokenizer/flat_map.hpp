// A compact hash table from numbers to small values: open addressing, no removal, at most half full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rif::nn {

/// Value: small and copied freely. The key UINT64_MAX is not allowed.
template <class Value>
class FlatMap {
public:
    FlatMap() { slots_.resize(16); }

    /// The value of `key`, or nullptr.
    const Value* find(std::uint64_t key) const {
        const Slot& slot = slots_[place(key)];
        return slot.key == key ? &slot.value : nullptr;
    }

    /// The value of `key`, made where it is not there.
    Value& operator[](std::uint64_t key) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[place(key)];
        if (slot.key == k_empty) {
            slot.key = key;
            ++count_;
        }
        return slot.value;
    }

    std::size_t size() const { return count_; }

private:
    static constexpr std::uint64_t k_empty = UINT64_MAX;
    struct Slot {
        std::uint64_t key = k_empty;
        Value value{};
    };

    /// Where `key` is, or would be put.
    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = mixed(key) & mask;
        while (slots_[at].key != key && slots_[at].key != k_empty) at = (at + 1) & mask;
        return at;
    }

    static std::size_t mixed(std::uint64_t key) {  // the finaliser of MurmurHash3
        key ^= key >> 33;
        key *= 0xFF51AFD7ED558CCDULL;
        key ^= key >> 33;
        return key;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.key != k_empty) slots_[place(slot.key)] = slot;
    }

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

}  // namespace rif::nn
