// Named streams of random numbers: a draw depends on seed and names, never on threads or order.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace rif {

/// SplitMix64 seeds xoshiro256** (Blackman & Vigna 2021). The same bits on every machine; std distributions are not, so none is used.
class Random {
public:
    explicit Random(std::uint64_t seed);
    std::uint64_t next();
    /// Uniform in [0, bound), without bias (Lemire 2019). bound > 0.
    std::size_t below(std::size_t bound);
    /// Uniform in [0, 1), 53 bits.
    double uniform();
    /// Standard normal (polar method).
    double normal();
    template <class T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t state_[4];
};

/// The stream called `names` under `seed`: stream(7, {"attack", "random", "individual 12"}).
Random stream(std::uint64_t seed, std::initializer_list<std::string_view> names);

}  // namespace rif
