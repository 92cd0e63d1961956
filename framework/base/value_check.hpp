// One value held against one parameter: its type, its unit, its range, the block or file that it names.
#pragma once

#include <string>

#include <rif/base/schema_check.hpp>

namespace rif {

/// The place in the file whose value is checked: `address` and `siblings` are those of the body that the setting stands in.
struct SettingScope {
    std::string address;  // "similarity.profile.feature.age"
    const Body& siblings;
    const CheckContext& context;
    Diagnostics& diagnostics;
};

/// `value` typed, its numbers in the parameter's unit. What does not fit is one diagnostic, and then the value is left as it was.
CheckedValue check_value(const Parameter& parameter, const Value& value, const SettingScope& scope);
/// The parameter's default, which is trusted; nothing that is given.
CheckedValue default_of(const Parameter& parameter);

/// "a count of tokens", "a model or a list of models": what the parameter takes, as a part of a sentence.
std::string expected_phrase(const Parameter& parameter);
/// Something right to type: "tokens = 20 tokens".
std::string sample_setting(const Parameter& parameter, const CheckContext& context);
/// "tokens" of "token"; a unit that the closed table does not hold stays as it is.
std::string unit_plural(std::string_view unit);
/// "a model", "an attack".
std::string with_article(std::string_view noun);

}  // namespace rif
