#include <rif/base/value.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

namespace rif {

namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};

bool is_word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_plain_name(std::string_view text) {
    return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_word_character);
}

std::string print_range(const Range& range) { return with_unit(range.low.text + ".." + range.high.text, range.high.unit); }

std::string shortest(double value) {
    char buffer[32];
    if (value == 0) value = 0;  // -0 is 0
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end};
}

std::string canonical_number(const Number& number) {
    if (number.unit.word == "%") return shortest(number.value / 100.0);
    std::string word = number.unit.word.empty() ? "" : unit_singular(number.unit.word).value_or(number.unit.word);
    return with_unit(shortest(number.value), {number.unit.per, std::move(word)});
}

}  // namespace

std::string Name::to_string() const {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : ".") + part;
    return result;
}

const Setting* Body::find(std::string_view key) const {
    const auto at = std::find_if(settings.begin(), settings.end(), [&](const Setting& setting) { return setting.key == key; });
    return at == settings.end() ? nullptr : &*at;
}

const Group* Body::find_group(std::string_view name, std::string_view label) const {
    const auto at = std::find_if(groups.begin(), groups.end(),
                                 [&](const Group& group) { return group.name == name && group.label.value_or("") == label; });
    return at == groups.end() ? nullptr : &*at;
}

std::string_view symbol(Comparison comparison) {
    switch (comparison) {
        case Comparison::at_least: return ">=";
        case Comparison::at_most: return "<=";
        case Comparison::above: return ">";
        case Comparison::below: return "<";
    }
    return "";
}

bool holds(double value, Comparison comparison, double bound) {
    switch (comparison) {
        case Comparison::at_least: return value >= bound;
        case Comparison::at_most: return value <= bound;
        case Comparison::above: return value > bound;
        case Comparison::below: return value < bound;
    }
    return false;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            result += c;
    }
    return result += '"';
}

std::string name_or_quoted(std::string_view text) { return is_plain_name(text) ? std::string(text) : quoted(text); }

std::string print(const Value& value) {
    return std::visit(Overloaded{
                          [](const Number& number) { return with_unit(number.text, number.unit); },
                          [](const Text& text) { return quoted(text.value); },
                          [](const Name& name) { return name.to_string(); },
                          [](const Range& range) { return print_range(range); },
                          [](const ConditionValue& condition) {
                              return fmt::format("{} {} {}", condition.subject.to_string(), symbol(condition.comparison),
                                                 with_unit(condition.bound.text, condition.bound.unit));
                          },
                          [](const ListValue& list) {
                              std::string items;
                              for (const Value& item : list.items) items += (items.empty() ? "" : ", ") + print(item);
                              return "[" + items + "]";
                          },
                      },
                      value.data);
}

std::string canonical(const Value& value) {
    return std::visit(Overloaded{
                          [](const Number& number) { return canonical_number(number); },
                          [](const Text& text) { return quoted(text.value); },
                          [](const Name& name) { return name.to_string(); },
                          [](const Range& range) {
                              Number low = range.low;
                              low.unit = range.high.unit;
                              return canonical_number(low) + ".." + canonical_number(range.high);
                          },
                          [](const ConditionValue& condition) {
                              return fmt::format("{} {} {}", condition.subject.to_string(), symbol(condition.comparison),
                                                 canonical_number(condition.bound));
                          },
                          [](const ListValue& list) {
                              std::string items;
                              for (const Value& item : list.items) items += (items.empty() ? "" : ", ") + canonical(item);
                              return "[" + items + "]";
                          },
                      },
                      value.data);
}

std::string_view kind_of(const Value& value) {
    return std::visit(Overloaded{
                          [](const Number&) { return "a number"; },
                          [](const Text&) { return "a text in quotes"; },
                          [](const Name&) { return "a name"; },
                          [](const Range&) { return "a range"; },
                          [](const ConditionValue&) { return "a condition"; },
                          [](const ListValue&) { return "a list"; },
                      },
                      value.data);
}

bool same_meaning(const Value& a, const Value& b) { return a.data.index() == b.data.index() && canonical(a) == canonical(b); }

}  // namespace rif
