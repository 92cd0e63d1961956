// Values of the language as data, each with its place. The parser makes them, the checker types them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rif/base/place.hpp>
#include <rif/base/unit.hpp>

namespace rif {

struct Value;

/// A number keeps its text ("0.499", "1_000"): an exact audit needs the decimal.
struct Number {
    double value = 0;
    std::string text;
    Unit unit;
};
struct Text {
    std::string value;  // escapes resolved, UTF-8
};
/// A plain or dotted name: a block, a choice, a column, a switch; the schema decides.
struct Name {
    std::vector<std::string> parts;
    std::string to_string() const;
};
struct Range {
    Number low, high;  // the unit stands on `high` and holds for both
};
enum class Comparison { at_least, at_most, above, below };  // >= <= > <
struct ConditionValue {
    Name subject;
    Place subject_place;
    Comparison comparison = Comparison::at_least;
    Number bound;
    Place bound_place;
};
struct ListValue {
    std::vector<Value> items;
};

struct Value {
    std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data;
    Place place;

    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&data);
    }
};

struct Group;

struct Setting {
    std::string key;
    Place key_place;
    Value value;
};

/// Settings and groups in the order written. Comments are kept by the document's printer, not here.
struct Body {
    std::vector<Setting> settings;
    std::vector<Group> groups;

    const Setting* find(std::string_view key) const;
    const Group* find_group(std::string_view name, std::string_view label = {}) const;
};

/// `train { … }` or `feature "hours-per-week" { … }`.
struct Group {
    std::string name;
    Place name_place;
    std::optional<std::string> label;
    Place label_place;
    Body body;
};

std::string_view symbol(Comparison comparison);
bool holds(double value, Comparison comparison, double bound);
/// The one canonical spelling on one line: `entailment >= 0.8`, `[+1, -1]`, `"text"`, `20 tokens`.
std::string print(const Value& value);
/// Spelling by meaning, for hashes: `+1` is `1`, `5 %` is `0.05`, `1_000` is `1000`.
std::string canonical(const Value& value);
/// What kind of value it is, for messages: "a number", "a text in quotes", "a name", "a range", "a condition", "a list".
std::string_view kind_of(const Value& value);
/// Equal by meaning (places do not count).
bool same_meaning(const Value& a, const Value& b);

/// Quoted as the language writes it.
std::string quoted(std::string_view text);
/// `name` where it is a plain name, else quoted: `age`, `"hours-per-week"`.
std::string name_or_quoted(std::string_view text);

}  // namespace rif
