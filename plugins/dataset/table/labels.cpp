#include "labels.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/core.h>

namespace rif {

namespace {

constexpr std::size_t k_most_listed = 40;

/// A whole number as it is written without sign, point or leading zero.
std::optional<std::size_t> place_in(std::string_view cell) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool is_plain = error == std::errc() && end == cell.data() + cell.size() && (cell.size() == 1 || cell[0] != '0');
    return is_plain ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> whole_number(std::string_view cell) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(value) : std::nullopt;
}

std::string_view without_full_stop(std::string_view cell) { return cell.substr(0, cell.size() - cell.ends_with('.')); }

}  // namespace

std::optional<std::size_t> Labels::find(std::string_view cell) const {
    const auto found = std::find(values.begin(), values.end(), cell);
    if (found != values.end()) return static_cast<std::size_t>(found - values.begin());
    const std::optional<std::size_t> place = by_place ? place_in(cell) : std::nullopt;
    if (place && *place < names.size()) return place;
    return cell.ends_with('.') && !cell.ends_with("..") ? find(without_full_stop(cell)) : std::nullopt;
}

std::string Labels::listed() const {
    std::string result;
    for (std::size_t i = 0; i < std::min(names.size(), k_most_listed); ++i) {
        if (i > 0) result += ", ";
        result += names[i];
        if (by_place)
            result += fmt::format(" ({})", i);
        else if (values[i] != names[i])
            result += fmt::format(" ('{}')", values[i]);
    }
    return names.size() > k_most_listed ? result + fmt::format(" and {} more", names.size() - k_most_listed) : result;
}

Labels labels_in(std::span<const std::string_view> cells) {
    const std::set<std::string_view> different(cells.begin(), cells.end());
    const bool all_end_in_one =
        std::all_of(different.begin(), different.end(), [](std::string_view cell) { return cell.size() > 1 && cell.ends_with('.'); });
    std::set<std::string_view> names;
    for (const std::string_view cell : different) {
        const std::string_view bare = without_full_stop(cell);
        names.insert(all_end_in_one || different.contains(bare) ? bare : cell);
    }
    Labels result;
    result.names.assign(names.begin(), names.end());
    if (std::all_of(names.begin(), names.end(), [](std::string_view name) { return whole_number(name).has_value(); })) {
        std::sort(result.names.begin(), result.names.end(), [](const auto& a, const auto& b) { return whole_number(a) < whole_number(b); });
    }
    result.values = result.names;
    return result;
}

}  // namespace rif
