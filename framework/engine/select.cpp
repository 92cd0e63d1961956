#include "framework/engine/select.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/core.h>
#include <fmt/format.h>

#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/random.hpp>

namespace rif {

namespace {

void check(const std::vector<Individual>& individuals, std::size_t labels) {
    std::set<std::string_view> ids;
    for (const Individual& individual : individuals) {
        if (!ids.insert(individual.id).second)
            throw Error("repeated-id", fmt::format("two individuals have the id '{}'", individual.id), "each text has an id of its own");
        if (individual.label >= labels) {
            throw Error("unknown-label",
                        fmt::format("individual {} has label {}, and there are {} labels", individual.id, individual.label, labels));
        }
    }
}

std::vector<std::size_t> counts(const std::vector<Individual>& individuals, std::size_t labels) {
    std::vector<std::size_t> result(labels);
    for (const Individual& individual : individuals) ++result[individual.label];
    return result;
}

/// `limit` places shared out by `available`: one to every label that occurs where there are enough, the rest by largest remainder; ties
/// go to the earlier label.
std::vector<std::size_t> quotas(const std::vector<std::size_t>& available, std::size_t limit) {
    const std::size_t total = std::accumulate(available.begin(), available.end(), std::size_t{0});
    if (total <= limit) return available;
    const auto occurring = static_cast<std::size_t>(std::count_if(available.begin(), available.end(), [](std::size_t n) { return n > 0; }));
    const std::size_t least = occurring <= limit ? 1 : 0;
    std::vector<std::size_t> quota(available.size());
    std::vector<double> owed(available.size());  // share minus quota
    std::size_t given = 0;
    for (std::size_t i = 0; i < available.size(); ++i) {
        owed[i] = static_cast<double>(limit) * static_cast<double>(available[i]) / static_cast<double>(total);
        quota[i] = std::min(available[i], std::max(least, static_cast<std::size_t>(owed[i])));
        owed[i] -= static_cast<double>(quota[i]);
        given += quota[i];
    }
    const auto most_owed = [&](double sign, const auto& may_change) {
        std::size_t best = available.size();
        for (std::size_t i = 0; i < available.size(); ++i) {
            if (may_change(i) && (best == available.size() || sign * owed[i] > sign * owed[best])) best = i;
        }
        return best;
    };
    for (; given < limit; ++given) {
        const std::size_t label = most_owed(1, [&](std::size_t i) { return quota[i] < available[i]; });
        ++quota[label], --owed[label];
    }
    for (; given > limit; --given) {
        const std::size_t label = most_owed(-1, [&](std::size_t i) { return quota[i] > least; });
        --quota[label], ++owed[label];
    }
    return quota;
}

std::vector<std::size_t> shuffled_positions(std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> positions(count);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    Random random = stream(seed, {"dataset", "order"});
    random.shuffle(positions);
    return positions;
}

std::vector<Individual> drawn(std::vector<Individual> individuals, std::vector<std::size_t> quota, std::uint64_t seed) {
    std::vector<Individual> result;
    for (const std::size_t position : shuffled_positions(individuals.size(), seed)) {
        std::size_t& left = quota[individuals[position].label];
        if (left == 0) continue;
        --left;
        result.push_back(std::move(individuals[position]));
    }
    return result;
}

}  // namespace

std::optional<Part> part_named(std::string_view name) {
    if (name == "all") return Part::all;
    if (name == "train") return Part::train;
    if (name == "test") return Part::test;
    return std::nullopt;
}

std::optional<Order> order_named(std::string_view name) {
    if (name == "shuffled") return Order::shuffled;
    if (name == "file") return Order::file;
    return std::nullopt;
}

Part part_of(std::string_view text) {
    constexpr double k_two_to_64 = 18446744073709551616.0;
    const std::uint64_t first = std::stoull(sha256(text).substr(0, 16), nullptr, 16);
    return static_cast<double>(first) / k_two_to_64 < k_training_share ? Part::train : Part::test;
}

std::string Selection::counts_text(const std::vector<std::string>& labels) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (label_counts[i] > 0) parts.push_back(fmt::format("{} {}", labels[i], label_counts[i]));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

Selection select(std::vector<Individual> individuals, const std::vector<std::string>& labels, Part part, std::optional<std::size_t> limit,
                 Order order, std::uint64_t seed) {
    check(individuals, labels.size());
    if (part != Part::all) std::erase_if(individuals, [&](const Individual& individual) { return part_of(individual.text) != part; });
    Selection result;
    result.available = counts(individuals, labels.size());
    const std::size_t most = limit.value_or(individuals.size());
    if (order == Order::file) {
        if (individuals.size() > most) individuals.erase(individuals.begin() + static_cast<std::ptrdiff_t>(most), individuals.end());
        result.individuals = std::move(individuals);
    } else {
        result.individuals = drawn(std::move(individuals), quotas(result.available, most), seed);
    }
    result.label_counts = counts(result.individuals, labels.size());
    return result;
}

}  // namespace rif
