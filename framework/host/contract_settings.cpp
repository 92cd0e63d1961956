#include <rif/host/contract_settings.hpp>

#include <algorithm>

#include <fmt/core.h>

namespace rif {

namespace {

constexpr const char* k_no_block = "no_such_block";

Value number_value(double value, const std::string& unit) {
    Number number{value, fmt::format("{}", value), {}};
    if (unit.starts_with("per "))
        number.unit = {true, unit == "per {unit}" ? "mismatch" : unit.substr(4)};
    else if (unit != "any")
        number.unit = {false, unit};
    return {number, {}};
}
Value text_value(std::string text) { return {Text{std::move(text)}, {}}; }
Value name_value(std::string name) { return {Name{{std::move(name)}}, {}}; }

struct Wrong {
    Value value;
    std::string slug;
};

bool is_numeric(Type type) { return type == Type::number || type == Type::count || type == Type::probability; }

void add_wrong_numbers(const Parameter& parameter, std::vector<Wrong>& wrong) {
    const double inside = parameter.low ? *parameter.low : 1;
    wrong.push_back({text_value("many"), "wrong-type"});
    if (parameter.low && (parameter.type != Type::count || *parameter.low >= 1))
        wrong.push_back({number_value(*parameter.low - 1, parameter.unit), "out-of-range"});
    if (parameter.high) wrong.push_back({number_value(*parameter.high + 1, parameter.unit), "out-of-range"});
    if (parameter.type == Type::count) wrong.push_back({number_value(inside + 0.5, parameter.unit), "not-whole"});
    if (!parameter.bare_number && parameter.unit != "probability") wrong.push_back({number_value(inside, ""), "missing-unit"});
    if (!parameter.unit.empty() && parameter.unit != "any") wrong.push_back({number_value(inside, "parsec"), "unknown-unit"});
}

std::vector<Wrong> wrong_values(const Parameter& parameter) {
    std::vector<Wrong> result;
    if (is_numeric(parameter.type)) {
        add_wrong_numbers(parameter, result);
        return result;
    }
    switch (parameter.type) {
        case Type::choice: result.push_back({name_value("no_such_choice"), "unknown-choice"}); break;
        case Type::block: result.push_back({name_value(k_no_block), "unknown-block"}); break;
        case Type::condition:
            if (parameter.on != "score")
                result.push_back(
                    {{ConditionValue{Name{{k_no_block}}, {}, Comparison::at_least, Number{0.5, "0.5", {}}, {}}, {}}, "unknown-block"});
            result.push_back({number_value(0.5, ""), "wrong-type"});
            break;
        case Type::range: result.push_back({text_value("0 to 1"), "wrong-type"}); break;
        default: result.push_back({number_value(0.5, ""), "wrong-type"}); break;
    }
    return result;
}

/// The first error's slug, or "" where the body passes. Of a parameter that is required, that it is missing does not count.
std::string slug_of(const Body& body, const Schema& schema, const CheckContext& context) {
    Diagnostics diagnostics;
    check_settings(body, {}, schema, context, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error && diagnostic.slug != "missing-setting") return diagnostic.slug;
    }
    return {};
}

/// A schema in which nothing is required, so that one wrong setting can stand alone. Diagnostics without places would hide each other.
Schema with_nothing_required(Schema schema) {
    for (Parameter& parameter : schema.parameters) parameter.required = false;
    for (GroupSchema& group : schema.groups) {
        for (Parameter& parameter : group.parameters) parameter.required = false;
    }
    return schema;
}

class WrongSettings {
public:
    WrongSettings(const Schema& schema, const CheckContext& context) : schema_(with_nothing_required(schema)), context_(context) {}

    std::string that_pass() {
        try_one("no_such_setting", {number_value(1, ""), "unknown-setting"}, nullptr);
        for (const Parameter& parameter : schema_.parameters) try_all(parameter, nullptr);
        for (const GroupSchema& group : schema_.groups) {
            for (const Parameter& parameter : group.parameters) try_all(parameter, &group);
        }
        return passed_;
    }

private:
    void try_all(const Parameter& parameter, const GroupSchema* group) {
        if (!parameter.deprecated.empty()) return;
        for (const Wrong& wrong : wrong_values(parameter)) try_one(parameter.key, wrong, group);
    }

    void try_one(const std::string& key, const Wrong& wrong, const GroupSchema* group) {
        Body body;
        body.settings.push_back({key, {}, wrong.value});
        if (group) {
            Group inner{group->key, {}, group->labelled ? std::optional<std::string>("x") : std::nullopt, {}, std::move(body)};
            body = {};
            body.groups.push_back(std::move(inner));
        }
        const std::string slug = slug_of(body, schema_, context_);
        if (slug == wrong.slug) return;
        passed_ += fmt::format("{}{} = {} {}, not {}", passed_.empty() ? "" : "; ", key, print(wrong.value),
                               slug.empty() ? "passes" : "is " + slug, wrong.slug);
    }

    Schema schema_;
    const CheckContext& context_;
    std::string passed_;
};

}  // namespace

CheckContext context_of_contract(const PluginEntry& plugin) {
    CheckContext result;
    result.address = std::string(role_name(plugin.role)) + ".subject";
    result.owner = plugin.full_name();
    result.manual = "rif plugins describe " + plugin.full_name();
    result.role_of = [](std::string_view name, std::string_view wanted) -> std::optional<std::string> {
        if (name == k_no_block || wanted.empty()) return std::nullopt;
        return std::string(wanted);
    };
    result.names_of = [](std::string_view) { return std::vector<std::string>{}; };
    result.similarity_takes = [](std::string_view, std::string_view) { return true; };
    return result;
}

std::string wrong_settings_that_pass(const Schema& schema, const CheckContext& context) {
    return WrongSettings(schema, context).that_pass();
}

}  // namespace rif
