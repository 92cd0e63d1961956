// What the tests of schema_check share: values spelled shortly, and a body of settings whose places can be told apart.
#pragma once

#include <boost/test/unit_test.hpp>

#include <rif/base/schema_check.hpp>

namespace rif::test {

inline Number number(double value, std::string text, Unit unit = {}) { return {value, std::move(text), std::move(unit)}; }
inline Number counted(double value, std::string unit) { return {value, std::to_string(static_cast<int>(value)), {false, std::move(unit)}}; }
inline Name name(std::string word) { return {{std::move(word)}}; }

inline Parameter parameter(std::string key, Type type) {
    Parameter result;
    result.key = std::move(key);
    result.type = type;
    return result;
}

inline Parameter with_unit(Parameter base, std::string unit, bool bare = true) {
    base.unit = std::move(unit);
    base.bare_number = bare;
    return base;
}

inline Value plain(std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) { return {std::move(data), {}}; }

inline ConditionValue condition(std::string subject, Number bound) {
    ConditionValue result;
    result.subject = name(std::move(subject));
    result.bound = std::move(bound);
    return result;
}

/// A body whose values have places of their own in one made-up source, so that diagnostics can be told apart.
class Bench {
public:
    Schema schema;
    CheckContext context;
    Diagnostics diagnostics;

    Bench() {
        context.address = "attack.rifair";
        context.owner = "attack/rifair";
        context.manual = "rif plugins describe attack/rifair";
        context.role_of = [](std::string_view block, std::string_view) -> std::optional<std::string> {
            if (block == "bert") return "model";
            if (block == "entailment" || block == "profile") return "similarity";
            return std::nullopt;
        };
        context.names_of = [](std::string_view role) {
            return role == "similarity" ? std::vector<std::string>{"entailment", "profile"}
                   : role == "model"    ? std::vector<std::string>{"bert"}
                                        : std::vector<std::string>{};
        };
        context.similarity_takes = [](std::string_view block, std::string_view input) {
            return block == "entailment" ? input != "row" : input == "row";
        };
        context.find_path = [](const std::string& path, const Place&) { return path == "there.csv" ? "/data/there.csv" : std::string(); };
    }

    Place place() {
        const std::uint32_t at = next_++;
        return {source_, at, at + 1};
    }
    Bench& set(std::string key, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
        return into(body, std::move(key), std::move(data));
    }
    Bench& into(Body& target, std::string key, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
        if (auto* condition = std::get_if<ConditionValue>(&data)) condition->subject_place = place(), condition->bound_place = place();
        target.settings.push_back({std::move(key), place(), {std::move(data), place()}});
        return *this;
    }
    Group group(std::string group_name, std::optional<std::string> label = {}) {
        return {std::move(group_name), place(), std::move(label), place(), {}};
    }
    std::shared_ptr<Settings> check() { return check_settings(body, place(), schema, context, diagnostics); }
    /// Slugs in order, with a blank between; a warning has a '?'.
    std::string slugs() const {
        std::string result;
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            result += (result.empty() ? "" : " ") + diagnostic.slug + (diagnostic.severity == Severity::warning ? "?" : "");
        }
        return result;
    }
    const Diagnostic& only() const {
        BOOST_REQUIRE(diagnostics.all().size() == 1);
        return diagnostics.all().front();
    }

    Body body;

private:
    std::shared_ptr<const Source> source_ = std::make_shared<Source>(Source{"test.rif", std::string(1000, '-'), {}});
    std::uint32_t next_ = 0;
};

/// The slug of one value given to one parameter, "" where it is taken.
inline std::string slug_of(Parameter taken, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
    Bench bench;
    const std::string key = taken.key;
    bench.schema.parameters = {std::move(taken)};
    bench.set(key, std::move(data)).check();
    return bench.slugs();
}

inline double number_of(const Settings& settings, std::string_view key) {
    const CheckedValue* checked = settings.find(key);
    BOOST_REQUIRE(checked);
    BOOST_REQUIRE(checked->value.as<Number>());
    return checked->value.as<Number>()->value;
}

}  // namespace rif::test
