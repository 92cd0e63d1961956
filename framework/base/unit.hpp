// The closed table of units of the language, and what a number in one of them means.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

/// A unit as written: "tokens", "%", "per hour". `word` is empty for a bare number.
struct Unit {
    bool per = false;
    std::string word;
    friend bool operator==(const Unit&, const Unit&) = default;
};

struct UnitEntry {
    std::string_view singular, plural, abbreviation;  // abbreviation may be empty
};

/// token word character example pair query second minute hour day year KiB MiB GiB probability nat bit mismatch (and %).
const std::vector<UnitEntry>& units();
/// The singular of a unit word in any of its forms, or nothing where the closed table does not hold it.
std::optional<std::string> unit_singular(std::string_view word);
/// What one `from` is in `to`: 60 from minute to second, 0.01 from % to probability; nothing where they do not convert.
std::optional<double> unit_factor(std::string_view from, std::string_view to);
/// "20 tokens", "1 token", "5 %", "0.02 per year": the unit with its number's text before it.
std::string with_unit(std::string_view number, const Unit& unit);

}  // namespace rif
