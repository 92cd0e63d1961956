// Two texts become a pair: equal outside their slots byte for byte, cut, and aligned token by token.
#include <rif/api/pair.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/value.hpp>

namespace rif {

namespace {

/// The texts between the slots, in order: both of one length.
struct Gap {
    ByteSpan v, v_prime;
};

[[noreturn]] void refuse(const Individual& individual, const std::string& why) {
    throw Error("not-a-counterpart", fmt::format("individual '{}': {}", individual.id, why),
                "a counterpart equals its text byte for byte outside its slots; mend the counterpart plugin");
}

bool continues_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// In a text with stray bytes such a byte may stand anywhere.
bool cuts_character(std::string_view text, std::size_t at) {
    return continues_character(text, at) && first_invalid_utf8(text) == std::string_view::npos;
}

/// Bytes of a text around `at`, for a message.
std::string excerpt(std::string_view text, std::size_t at) {
    constexpr std::size_t k_around = 12;
    std::size_t begin = at - std::min(at, k_around), end = std::min(text.size(), at + k_around);
    while (begin > 0 && continues_character(text, begin)) --begin;
    while (continues_character(text, end)) ++end;
    return quoted(text.substr(begin, end - begin));
}

void check_slot(const Individual& individual, std::string_view text, const ByteSpan& slot, std::size_t done, std::string_view member) {
    if (slot.begin < done || slot.end < slot.begin || slot.end > text.size())
        refuse(individual, fmt::format("a slot at bytes {} to {} of {} is not in order within its {} bytes", slot.begin, slot.end, member,
                                       text.size()));
    if (cuts_character(text, slot.begin) || cuts_character(text, slot.end))
        refuse(individual, fmt::format("a slot at bytes {} to {} of {} cuts a character", slot.begin, slot.end, member));
}

void check_gap(const Individual& individual, std::string_view v, std::string_view v_prime, const Gap& gap) {
    const std::string_view a = gap.v.of(v), b = gap.v_prime.of(v_prime);
    if (a == b) return;
    const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto offset = static_cast<std::size_t>(differ.first - a.begin());
    refuse(individual,
           fmt::format("v and v' differ outside the slots, at byte {} of v, {}, and byte {} of v', {}", gap.v.begin + offset,
                       excerpt(v, gap.v.begin + offset), gap.v_prime.begin + offset, excerpt(v_prime, gap.v_prime.begin + offset)));
}

std::vector<Gap> gaps_between(const Individual& individual, const CounterpartText& counterpart) {
    std::vector<Gap> gaps;
    std::size_t v = 0, v_prime = 0;
    const auto add = [&](std::size_t v_end, std::size_t v_prime_end) {
        gaps.push_back({{v, v_end}, {v_prime, v_prime_end}});
        check_gap(individual, individual.text, counterpart.text, gaps.back());
    };
    for (const Slot& slot : counterpart.slots) {
        check_slot(individual, individual.text, slot.v, v, "v");
        check_slot(individual, counterpart.text, slot.v_prime, v_prime, "v'");
        add(slot.v.begin, slot.v_prime.begin);
        v = slot.v.end;
        v_prime = slot.v_prime.end;
    }
    add(individual.text.size(), counterpart.text.size());
    return gaps;
}

/// Tokens that stand whole in one gap of both texts. Beside a slot the cut may differ ("Black-owned", "U.S.-owned"): such a token
/// is part of what the slot changed.
std::vector<AlignedToken> aligned(const std::vector<Gap>& gaps, const std::vector<ByteSpan>& of_v,
                                  const std::vector<ByteSpan>& of_v_prime) {
    std::vector<AlignedToken> result;
    auto v = of_v.begin();
    auto v_prime = of_v_prime.begin();
    for (const Gap& gap : gaps) {
        const std::size_t shift = gap.v_prime.begin - gap.v.begin;  // modulo 2^64: v' may be the shorter
        while (v != of_v.end() && v->begin < gap.v.begin) ++v;
        for (; v != of_v.end() && v->end <= gap.v.end; ++v) {
            const ByteSpan there{v->begin + shift, v->end + shift};
            while (v_prime != of_v_prime.end() && v_prime->begin < there.begin) ++v_prime;
            if (v_prime != of_v_prime.end() && *v_prime == there) result.push_back({*v, there});
        }
    }
    return result;
}

}  // namespace

Pair make_pair(Individual individual, CounterpartText counterpart, std::size_t number) {
    const std::vector<Gap> gaps = gaps_between(individual, counterpart);
    std::vector<AlignedToken> both = aligned(gaps, tokens(individual.text), tokens(counterpart.text));
    std::string id = number > 1 ? fmt::format("{}/{}", individual.id, number) : individual.id;
    return {std::move(id), std::move(individual), std::move(counterpart), std::move(both)};
}

std::vector<TokenIndex> PairView::editable_tokens() const {
    std::vector<TokenIndex> all(units_.size());
    std::iota(all.begin(), all.end(), TokenIndex{0});
    return all;
}

std::vector<std::string> PairView::each_without(Member member, const std::vector<TokenIndex>& tokens) const {
    std::vector<std::string> texts;
    texts.reserve(tokens.size());
    for (const TokenIndex token : tokens) texts.push_back(without_token(pair_->text(member), units_[token].in(member)));
    return texts;
}

}  // namespace rif
