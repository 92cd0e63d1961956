// What a cell of the label column says: which label it is, by name, place or value.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

/// names: in order. values: what stands in the file for each. by_place: 0, 1, … are labels too (names given, values not).
struct Labels {
    std::vector<std::string> names, values;
    bool by_place = false;

    /// A cell is a label's value, or its place where by_place; or either of these with one full stop behind it (Adult's test file).
    std::optional<std::size_t> find(std::string_view cell) const;
    /// "negative (0), positive (1)", for messages.
    std::string listed() const;
};

/// The different cells as names: by number where all are whole numbers, else by bytes. A final full stop is dropped from a cell where
/// the rest is a cell too, and from all cells where all have one.
Labels labels_in(std::span<const std::string_view> cells);

}  // namespace rif
