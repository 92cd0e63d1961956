#include <rif/base/unit.hpp>

#include <array>

#include <fmt/core.h>

namespace rif {

namespace {

struct Conversion {
    std::string_view unit, base;
    double factor;
};

// What one of a unit is in the base of its kind; units that are not here convert to nothing but themselves.
constexpr std::array k_conversions = {
    Conversion{"second", "second", 1},
    Conversion{"minute", "second", 60},
    Conversion{"hour", "second", 3600},
    Conversion{"day", "second", 86400},
    Conversion{"KiB", "KiB", 1},
    Conversion{"MiB", "KiB", 1024},
    Conversion{"GiB", "KiB", 1024.0 * 1024},
    Conversion{"probability", "probability", 1},
    Conversion{"%", "probability", 0.01},
    Conversion{"nat", "nat", 1},
    Conversion{"bit", "nat", 0.69314718055994530942},
};

const Conversion* conversion(std::string_view unit) {
    for (const Conversion& entry : k_conversions) {
        if (entry.unit == unit) return &entry;
    }
    return nullptr;
}

}  // namespace

const std::vector<UnitEntry>& units() {
    static const std::vector<UnitEntry> table = {
        {"token", "tokens", ""},
        {"word", "words", ""},
        {"character", "characters", ""},
        {"example", "examples", ""},
        {"pair", "pairs", ""},
        {"query", "queries", ""},
        {"second", "seconds", "s"},
        {"minute", "minutes", "min"},
        {"hour", "hours", "h"},
        {"day", "days", "d"},
        {"year", "years", "y"},
        {"KiB", "KiB", ""},
        {"MiB", "MiB", ""},
        {"GiB", "GiB", ""},
        {"probability", "probabilities", ""},
        {"nat", "nats", ""},
        {"bit", "bits", ""},
        {"mismatch", "mismatches", ""},
        {"%", "%", ""},
    };
    return table;
}

std::optional<std::string> unit_singular(std::string_view word) {
    for (const UnitEntry& entry : units()) {
        if (word == entry.singular || word == entry.plural || (!entry.abbreviation.empty() && word == entry.abbreviation)) {
            return std::string(entry.singular);
        }
    }
    return std::nullopt;
}

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
    const std::string one = unit_singular(from).value_or(std::string(from));
    const std::string other = unit_singular(to).value_or(std::string(to));
    if (one == other) return 1.0;
    const Conversion* a = conversion(one);
    const Conversion* b = conversion(other);
    if (!a || !b || a->base != b->base) return std::nullopt;
    return a->factor / b->factor;
}

std::string with_unit(std::string_view number, const Unit& unit) {
    if (unit.word.empty()) return std::string(number);
    if (unit.per) return fmt::format("{} per {}", number, unit.word);
    return fmt::format("{} {}", number, unit.word);
}

}  // namespace rif
