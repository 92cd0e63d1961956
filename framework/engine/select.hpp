// Which individuals of a data set a run sees: its part (`split`), how many (`limit`) and in which order. Shared by all data sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/individual.hpp>

namespace rif {

/// Training examples, as a share of all texts; decided for each text by its hash alone.
constexpr double k_training_share = 0.8;

enum class Part { all, train, test };
enum class Order { shuffled, file };
std::optional<Part> part_named(std::string_view name);
std::optional<Order> order_named(std::string_view name);

/// Part::train or Part::test: the first 8 bytes of the SHA-256 of the text, as a share of 2^64, below k_training_share or not.
/// The same text is in the same part in every file, on every machine.
Part part_of(std::string_view text);

struct Selection {
    std::vector<Individual> individuals;
    std::vector<std::size_t> label_counts;  // of individuals, by label
    std::vector<std::size_t> available;     // of the part before `limit`, by label
    /// "nurse 40, surgeon 38" with the labels' names; those with none are left out.
    std::string counts_text(const std::vector<std::string>& labels) const;
};

/// The individuals of `part`; of them at most `limit`: with Order::file the first ones, with Order::shuffled a sample drawn from `seed`
/// that keeps the labels' shares (largest remainder; every label that occurs gets one where `limit` allows). A larger limit holds every
/// individual of a smaller one, where the labels' shares in both round alike.
/// labels: names; errors: rif::Error "repeated-id" for two individuals of one id, "unknown-label" for a label outside `labels`.
Selection select(std::vector<Individual> individuals, const std::vector<std::string>& labels, Part part, std::optional<std::size_t> limit,
                 Order order, std::uint64_t seed);

}  // namespace rif
