// How a parameter is spoken of: what it takes, and an example of it to type.
#include <rif/base/value_check.hpp>

#include <algorithm>

#include <fmt/core.h>

namespace rif {

namespace {

bool is_plain_unit(std::string_view unit) { return !unit.empty() && unit != "any" && !unit.starts_with("per "); }

std::string counted(std::string_view noun, const Parameter& parameter) {
    return is_plain_unit(parameter.unit) ? fmt::format("{} of {}", noun, unit_plural(parameter.unit)) : std::string(noun);
}

std::string condition_phrase(const Parameter& parameter) {
    return parameter.on == "score" ? "a condition on the score" : "a condition on a similarity";
}

std::string one_phrase(const Parameter& parameter, Type type, const std::string& block_role) {
    switch (type) {
        case Type::number: return counted("a number", parameter);
        case Type::count: return counted("a count", parameter);
        case Type::probability: return "a probability";
        case Type::text: return "a text in quotes";
        case Type::path: return "a path in quotes";
        case Type::url: return "an address such as \"http://localhost:8000/v1\"";
        case Type::on_off: return "on or off";
        case Type::choice: return parameter.choices.size() > 8 ? "one of its choices" : expected_names("", parameter.choices);
        case Type::column: return "the name of a column";
        case Type::attribute: return "the name of an attribute";
        case Type::unit: return "a unit";
        case Type::range: return "a range such as 0..1";
        case Type::condition: return condition_phrase(parameter);
        case Type::list: return "a list";
        case Type::block: return "the name of " + with_article(block_role);
    }
    return "";
}

std::string sample_number(const Parameter& parameter, std::string_view number) {
    if (parameter.unit.starts_with("per ")) return fmt::format("{} per unit", number);
    if (!is_plain_unit(parameter.unit) || parameter.unit == "probability") return std::string(number);
    return with_unit(number, {false, number == "1" ? parameter.unit : unit_plural(parameter.unit)});
}

std::string in_range(const Parameter& parameter, double wanted) {
    return fmt::format("{}", std::clamp(wanted, parameter.low.value_or(wanted),
                                        std::max(parameter.high.value_or(wanted), parameter.low.value_or(wanted))));
}

std::string sample_block(const CheckContext& context, const std::string& role) {
    const std::vector<std::string> names = context.names_of ? context.names_of(role) : std::vector<std::string>{};
    return names.empty() ? "NAME" : names.front();
}

std::string sample_condition(const Parameter& parameter, const CheckContext& context) {
    if (parameter.on == "score") return "score >= 0.5";
    for (const std::string& name : context.names_of ? context.names_of("similarity") : std::vector<std::string>{}) {
        const bool takes = !context.similarity_takes || context.similarity_takes(name, "text") || context.similarity_takes(name, "word");
        if (takes) return name + " >= 0.8";
    }
    return "SIMILARITY >= 0.8";
}

std::string sample_one(const Parameter& parameter, Type type, const std::string& block_role, const CheckContext& context) {
    switch (type) {
        case Type::number: return sample_number(parameter, in_range(parameter, 1));
        case Type::count: return sample_number(parameter, in_range(parameter, 10));
        case Type::probability: return in_range(parameter, 0.5);
        case Type::text: return "\"…\"";
        case Type::path: return "\"path/to/file\"";
        case Type::url: return "\"http://localhost:8000/v1\"";
        case Type::on_off: return "on";
        case Type::choice: return parameter.choices.empty() ? "NAME" : name_or_quoted(parameter.choices.front());
        case Type::column: return "COLUMN";
        case Type::attribute: return "gender";
        case Type::unit: return "year";
        case Type::range: return in_range(parameter, 0) + ".." + in_range(parameter, 1);
        case Type::condition: return sample_condition(parameter, context);
        case Type::list: return "[…]";
        case Type::block: return sample_block(context, block_role);
    }
    return "";
}

std::string sample_value(const Parameter& parameter, const CheckContext& context) {
    const ListValue* list = parameter.default_value ? parameter.default_value->as<ListValue>() : nullptr;
    if (parameter.default_value && !(list && list->items.empty())) {
        const Number* number = parameter.default_value->as<Number>();
        return number && number->unit.word.empty() ? sample_number(parameter, number->text) : print(*parameter.default_value);
    }
    if (parameter.type != Type::list) return sample_one(parameter, parameter.type, parameter.block_role, context);
    const Type element = parameter.of.value_or(Type::text);
    return "[" + sample_one(parameter, element, parameter.of_block_role, context) + "]";
}

}  // namespace

std::string unit_plural(std::string_view unit) {
    for (const UnitEntry& entry : units()) {
        if (entry.singular == unit) return std::string(entry.plural);
    }
    return std::string(unit);
}

std::string with_article(std::string_view noun) {
    const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
    return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

std::string expected_phrase(const Parameter& parameter) {
    std::string result = one_phrase(parameter, parameter.type, parameter.block_role);
    if (parameter.many) result += ", or a list of them";
    if (parameter.or_word) result += fmt::format(", or '{}'", *parameter.or_word);
    return result;
}

std::string sample_setting(const Parameter& parameter, const CheckContext& context) {
    return fmt::format("{} = {}", parameter.key, sample_value(parameter, context));
}

}  // namespace rif
