// One number held against a parameter that takes numbers.
#pragma once

#include <optional>

#include <rif/base/value_check.hpp>

namespace rif {

/// The number in the parameter's unit; nothing after a diagnostic at `place`.
std::optional<Number> check_number(const Parameter& parameter, const Number& number, const Place& place, const SettingScope& scope);

}  // namespace rif
