// Numbers of settings: units converted to the parameter's, whole where it counts, within its range.
#include <rif/base/number_check.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

namespace rif {

namespace {

constexpr double k_largest_count = 9007199254740992.0;  // 2^53: every whole number up to it is exact
constexpr std::string_view k_per = "per ";

std::string shortest(double value) { return fmt::format("{}", value); }

/// Of the unit of `per {unit}`: the group's own `unit` setting; empty where it has none.
std::string sibling_unit(const Body& siblings) {
    const Setting* setting = siblings.find("unit");
    if (!setting) return "";
    if (const Name* name = setting->value.as<Name>()) return name->to_string();
    const Text* text = setting->value.as<Text>();
    return text ? text->value : "";
}

class NumberCheck {
public:
    NumberCheck(const Parameter& parameter, const Number& number, const Place& place, const SettingScope& scope)
        : parameter_(parameter), number_(number), place_(place), scope_(scope) {}

    std::optional<Number> converted() {
        std::optional<Number> result = in_unit();
        if (result) result->unit = own_unit(*result);
        if (!result || !is_whole_where_counted(*result) || !is_in_range(*result)) return std::nullopt;
        return result;
    }

private:
    std::string wanted_unit() const {
        if (parameter_.type == Type::probability) return "probability";
        return parameter_.unit;
    }

    /// As defaults carry it: a checked value says its unit in one form, however it was written.
    Unit own_unit(const Number& number) const {
        if (parameter_.unit == "any") return number.unit;
        if (parameter_.unit.empty() || parameter_.unit == "probability" || parameter_.type == Type::probability) return {};
        if (parameter_.unit == "per {unit}") return number_.unit.word.empty() ? Unit{} : Unit{true, per_word()};
        if (parameter_.unit.starts_with(k_per)) return {true, parameter_.unit.substr(k_per.size())};
        return {false, number.value == 1 ? parameter_.unit : unit_plural(parameter_.unit)};
    }

    std::optional<Number> in_unit() {
        const std::string wanted = wanted_unit();
        const Unit& given = number_.unit;
        if (given.word.empty()) return bare(wanted);
        if (!is_known(given.word)) return unknown_unit();
        if (wanted == "any") return number_;
        const std::string takes =
            fmt::format("{} takes {}", parameter_.key, wanted.empty() ? "a number without unit" : expected_phrase(parameter_));
        if (wanted.empty()) return wrong_unit(takes, "");
        if (wanted.starts_with(k_per)) return per_unit();
        if (given.per) return wrong_unit(takes, wanted);
        const std::optional<double> factor = unit_factor(given.word, wanted);
        return factor ? std::optional(times(*factor)) : wrong_unit(takes, wanted);
    }

    std::optional<Number> bare(const std::string& wanted) {
        if (parameter_.bare_number || wanted.empty() || wanted == "probability") return number_;
        const std::string unit = wanted == "any" ? "" : wanted.starts_with(k_per) ? per_word() : wanted;
        const std::string what = unit.empty()                ? "a unit"
                                 : wanted.starts_with(k_per) ? fmt::format("'per {}'", unit)
                                                             : fmt::format("a unit, such as '{}'", unit);
        scope_.diagnostics.error("missing-unit", place_, fmt::format("{} needs {}", parameter_.key, what),
                                 "a bare number could mean anything",
                                 help(wanted.starts_with(k_per) ? Unit{true, unit} : Unit{false, unit.empty() ? "year" : unit}));
        return std::nullopt;
    }

    /// The word after `per`: the group's unit; without one, values can only differ or not.
    std::string per_word() const {
        if (parameter_.unit != "per {unit}") return parameter_.unit.substr(k_per.size());
        const std::string unit = sibling_unit(scope_.siblings);
        return unit.empty() ? "mismatch" : unit;
    }

    std::optional<Number> per_unit() {
        const std::string word = per_word();
        const std::optional<double> factor = number_.unit.per ? unit_factor(word, number_.unit.word) : std::nullopt;
        if (factor) return times(*factor);
        const bool lacks_unit = sibling_unit(scope_.siblings).empty() && number_.unit.per;
        if (!lacks_unit) return wrong_unit(fmt::format("{} takes a number per {}", parameter_.key, word), std::string(k_per) + word);
        scope_.diagnostics.error(
            "wrong-unit", place_, fmt::format("{} is per {}, and no unit of this feature is set", parameter_.key, number_.unit.word),
            "only 'per mismatch' goes without",
            fmt::format("unit = {}, {} = {}", number_.unit.word, parameter_.key, with_unit(number_.text, number_.unit)));
        return std::nullopt;
    }

    bool is_known(const std::string& word) const {
        const auto& extra = scope_.context.extra_units;
        return unit_singular(word) || std::find(extra.begin(), extra.end(), word) != extra.end() || word == sibling_unit(scope_.siblings);
    }

    std::optional<Number> unknown_unit() {
        std::vector<std::string> words = scope_.context.extra_units;
        for (const UnitEntry& entry : units()) {
            words.emplace_back(entry.singular);
            if (entry.plural != entry.singular) words.emplace_back(entry.plural);
        }
        const std::string wanted = wanted_unit();
        scope_.diagnostics.error("unknown-unit", place_, fmt::format("'{}' is no unit", number_.unit.word),
                                 did_you_mean(number_.unit.word, words),
                                 help(wanted == "any"             ? Unit{}
                                      : wanted.starts_with(k_per) ? Unit{true, per_word()}
                                                                  : Unit{false, wanted}));
        return std::nullopt;
    }

    std::optional<Number> wrong_unit(const std::string& message, const std::string& wanted) {
        const bool per = wanted.starts_with(k_per);
        const std::string singular = unit_singular(number_.unit.word).value_or(number_.unit.word);
        const std::string given = number_.unit.per ? std::string(k_per) + singular : "in " + unit_plural(singular);
        const std::string word = wanted == "probability" ? "" : per ? wanted.substr(k_per.size()) : wanted;
        scope_.diagnostics.error("wrong-unit", place_, fmt::format("{}, and this is {}", message, given), "", help({per, word}));
        return std::nullopt;
    }

    /// The number as given with a unit that fits.
    std::string help(const Unit& unit) const {
        const std::string word = unit.per || number_.text == "1" ? unit.word : unit_plural(unit.word);
        return fmt::format("{} = {}", parameter_.key, with_unit(number_.text, {unit.per, word}));
    }

    Number times(double factor) const {
        Number result = number_;
        result.unit = {};
        if (factor == 1) return result;
        // a division by a whole number is rounded once: 7 % is 0.07, not 0.07000000000000001
        const double divisor = std::round(1 / factor);
        result.value = factor < 1 && std::abs(divisor * factor - 1) < 1e-12 ? number_.value / divisor : number_.value * factor;
        result.text = shortest(result.value);
        return result;
    }

    bool is_whole_where_counted(const Number& number) {
        if (parameter_.type != Type::count) return true;
        const bool whole = std::floor(number.value) == number.value && std::abs(number.value) <= k_largest_count;
        if (whole) return true;
        const bool too_large = std::abs(number.value) > k_largest_count;
        const double least = parameter_.low.value_or(0) > 0 ? 1.0 : 0.0;  // 0 would be refused in its turn
        scope_.diagnostics.error(
            "not-whole", place_,
            fmt::format("{} is {}, and must be a whole number{}", parameter_.key, number_.text, too_large ? " below 2^53" : ""), "",
            fmt::format("{} = {}", parameter_.key,
                        with_unit(shortest(too_large ? 1000 : std::max(std::round(number_.value), least)), number_.unit)));
        return false;
    }

    bool is_in_range(const Number& number) {
        const bool probable = parameter_.type == Type::probability, natural = probable || parameter_.type == Type::count;
        constexpr double k_unbounded = std::numeric_limits<double>::infinity();
        const double low = parameter_.low.value_or(natural ? 0.0 : -k_unbounded);
        const double high = parameter_.high.value_or(probable ? 1.0 : k_unbounded);
        if (number.value >= low && number.value <= high) return true;
        const std::string bounds = low == -k_unbounded   ? "at most " + sample(high)
                                   : high == k_unbounded ? "at least " + sample(low)
                                                         : fmt::format("from {} to {}", low, sample(high));
        scope_.diagnostics.error("out-of-range", place_,
                                 fmt::format("{} is {}, and must be {}", parameter_.key, with_unit(number_.text, number_.unit), bounds), "",
                                 fmt::format("{} = {}", parameter_.key, sample(number.value < low ? low : high)));
        return false;
    }

    std::string sample(double value) const {
        const std::string unit =
            parameter_.unit == "any" || parameter_.unit.starts_with(k_per) || parameter_.unit == "probability" ? "" : parameter_.unit;
        return with_unit(shortest(value), {false, value == 1 ? unit : unit_plural(unit)});
    }

    const Parameter& parameter_;
    const Number& number_;
    const Place& place_;
    const SettingScope& scope_;
};

}  // namespace

std::optional<Number> check_number(const Parameter& parameter, const Number& number, const Place& place, const SettingScope& scope) {
    return NumberCheck(parameter, number, place, scope).converted();
}

}  // namespace rif
