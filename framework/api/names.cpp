// Names of the closed lists that results are written with.
#include <algorithm>
#include <array>

#include <rif/api/individual.hpp>
#include <rif/api/quadrant.hpp>
#include <rif/api/session.hpp>

namespace rif {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_outcomes = {"error"sv,          "no_editable_token"sv, "no_sensitive_token"sv, "attribute_missing"sv,
                                   "outside_window"sv, "violates_clean"sv,    "no_candidates"sv,      "attacked"sv};
constexpr std::array k_quadrants = {"RF"sv, "RB"sv, "UF"sv, "UB"sv};
constexpr std::array k_gaps = {"l2"sv, "l1"sv, "linf"sv, "total_variation"sv, "jensen_shannon"sv};
constexpr std::array k_stops = {"reached"sv, "violated"sv, "exhausted"sv, "budget"sv, "time"sv};

template <class T, class Names>
std::optional<T> named(const Names& names, std::string_view name) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) return std::nullopt;
    return static_cast<T>(at - names.begin());
}

template <class T, class Names>
std::string_view name_in(const Names& names, T value) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view outcome_name(Outcome outcome) { return name_in(k_outcomes, outcome); }
std::optional<Outcome> outcome_named(std::string_view name) { return named<Outcome>(k_outcomes, name); }
std::string_view quadrant_name(Quadrant quadrant) { return name_in(k_quadrants, quadrant); }
std::optional<Quadrant> quadrant_named(std::string_view name) { return named<Quadrant>(k_quadrants, name); }
std::optional<Gap> gap_named(std::string_view name) { return named<Gap>(k_gaps, name); }
std::string_view stop_name(Stop stop) { return name_in(k_stops, stop); }
std::optional<Stop> stop_named(std::string_view name) { return named<Stop>(k_stops, name); }

}  // namespace rif
