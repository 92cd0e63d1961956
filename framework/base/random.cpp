#include <rif/base/random.hpp>

#include <bit>
#include <cmath>

namespace rif {

namespace {

std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

// FNV-1a, 64 bits, with the length first, so that ("ab", "c") and ("a", "bc") are two streams.
std::uint64_t mixed(std::uint64_t hash, std::string_view name) {
    hash = (hash ^ name.size()) * 0x100000001b3ULL;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

Random::Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = split_mix(seed);
}

std::uint64_t Random::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

std::size_t Random::below(std::size_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t threshold = (0 - static_cast<std::uint64_t>(bound)) % bound;
        while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(next()) * bound;
    }
    return static_cast<std::size_t>(product >> 64);
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Random::normal() {
    for (;;) {
        const double x = 2 * uniform() - 1, y = 2 * uniform() - 1;
        const double s = x * x + y * y;
        if (s > 0 && s < 1) return x * std::sqrt(-2 * std::log(s) / s);
    }
}

Random stream(std::uint64_t seed, std::initializer_list<std::string_view> names) {
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    hash *= 0x100000001b3ULL;
    for (const std::string_view name : names) hash = mixed(hash, name);
    return Random(hash);
}

}  // namespace rif
