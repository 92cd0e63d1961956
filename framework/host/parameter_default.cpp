// Defaults: what stands in TOML, as the value that a .rif file would hold.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/core.h>

#include <rif/host/parameter_reader.hpp>

namespace rif {

namespace {

Value name_value(std::string text) { return {Name{{std::move(text)}}, {}}; }
Value text_value(std::string text) { return {Text{std::move(text)}, {}}; }

/// A plain name as a name, anything else as a quoted text.
Value word_value(const std::string& text) { return name_or_quoted(text) == text ? name_value(text) : text_value(text); }

Number number_value(double value, const Parameter& parameter) {
    Number result{value, fmt::format("{}", value), {}};
    if (parameter.unit.empty() || parameter.unit == "any" || parameter.unit == "probability" || parameter.unit.ends_with("{unit}"))
        return result;
    result.unit.per = parameter.unit.starts_with("per ");
    result.unit.word = result.unit.per ? parameter.unit.substr(4) : parameter.unit;
    const auto entry = std::ranges::find(units(), result.unit.word, &UnitEntry::singular);
    if (!result.unit.per && value != 1 && entry != units().end()) result.unit.word = entry->plural;
    return result;
}

class DefaultReader {
public:
    DefaultReader(const Parameter& parameter, TableReader& reader) : parameter_(parameter), reader_(reader) {}

    std::optional<Value> value(const TomlNode& node) {
        const auto* text = node.as<std::string>();
        if (parameter_.or_word && text && *text == *parameter_.or_word) return name_value(*text);
        if (parameter_.type == Type::list || (parameter_.many && node.array())) return list(node);
        return one(node, parameter_.type);
    }

private:
    std::optional<Value> list(const TomlNode& node) {
        if (!node.array()) return refuse(node, "a list");
        ListValue result;
        for (const TomlNode& item : *node.array()) {
            std::optional<Value> value = one(item, parameter_.of.value_or(parameter_.type));
            if (!value) return std::nullopt;
            result.items.push_back(std::move(*value));
        }
        return Value{std::move(result), {}};
    }

    std::optional<Value> one(const TomlNode& node, Type type) {
        switch (type) {
            case Type::number: return number(node, "a number", [](double) { return true; });
            case Type::count: return number(node, "a whole number from 0", [](double v) { return v >= 0 && v == std::floor(v); });
            case Type::probability: return number(node, "a number from 0 to 1", [](double v) { return v >= 0 && v <= 1; });
            case Type::on_off: return on_off(node);
            case Type::range: return range(node);
            case Type::condition: return condition(node);
            case Type::choice: return choice(node);
            case Type::text:
            case Type::path:
            case Type::url: return word(node, false);
            default: return word(node, true);
        }
    }

    template <class Fits>
    std::optional<Value> number(const TomlNode& node, const char* expected, Fits fits) {
        const std::optional<double> value = node.number();
        if (!value || !std::isfinite(*value) || !fits(*value)) return refuse(node, expected);
        if ((parameter_.low && *value < *parameter_.low) || (parameter_.high && *value > *parameter_.high))
            return refuse(node, "a number in its range");
        return Value{number_value(*value, parameter_), {}};
    }

    std::optional<Value> on_off(const TomlNode& node) {
        const bool* value = node.as<bool>();
        if (!value) return refuse(node, "true or false");
        return name_value(*value ? "on" : "off");
    }

    std::optional<Value> word(const TomlNode& node, bool may_be_name) {
        const auto* text = node.as<std::string>();
        if (!text) return refuse(node, "a text in quotes");
        return may_be_name ? word_value(*text) : text_value(*text);
    }

    std::optional<Value> choice(const TomlNode& node) {
        const auto* text = node.as<std::string>();
        if (!text || std::ranges::find(parameter_.choices, *text) == parameter_.choices.end()) return refuse(node, "one of its choices");
        return name_value(*text);
    }

    std::optional<Value> range(const TomlNode& node) {
        const auto* ends = node.array();
        if (!ends || ends->size() != 2 || !(*ends)[0].number() || !(*ends)[1].number()) return refuse(node, "two numbers: [0, 1]");
        return Value{Range{number_value(*(*ends)[0].number(), parameter_), number_value(*(*ends)[1].number(), parameter_)}, {}};
    }

    /// "score >= 0.5", words apart.
    std::optional<Value> condition(const TomlNode& node) {
        const auto* text = node.as<std::string>();
        std::istringstream words(text ? *text : std::string());
        std::string subject, sign, bound, rest;
        words >> subject >> sign >> bound >> rest;
        for (const Comparison comparison : {Comparison::at_least, Comparison::at_most, Comparison::above, Comparison::below}) {
            if (sign != symbol(comparison) || bound.find_first_not_of("0123456789.+-") != std::string::npos || bound.empty() ||
                !rest.empty())
                continue;
            return Value{ConditionValue{Name{{subject}}, {}, comparison, Number{std::stod(bound), bound, {}}, {}}, {}};
        }
        return refuse(node, "a condition: \"score >= 0.5\"");
    }

    std::optional<Value> refuse(const TomlNode& node, const char* expected) {
        reader_.error(node.place, fmt::format("the default of {} is {}", reader_.where(), node.kind()),
                      fmt::format("expected {}", expected));
        return std::nullopt;
    }

    const Parameter& parameter_;
    TableReader& reader_;
};

}  // namespace

std::optional<Value> default_of(const Parameter& parameter, const TomlNode& node, TableReader& reader) {
    return DefaultReader(parameter, reader).value(node);
}

}  // namespace rif
