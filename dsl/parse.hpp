// Text to Document, and back to text in the one canonical layout.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dsl/document.hpp"

namespace rif::dsl {

/// Limits of the language (rule 13).
constexpr std::size_t k_most_bytes = std::size_t{1} << 20;
constexpr std::size_t k_deepest_nesting = 32;
constexpr std::size_t k_most_includes = 64;
constexpr long k_language_version = 1;

/// Parses a whole file. Every statement that could be read is in the result; what could not is in the diagnostics, one a fault.
Document parse(std::shared_ptr<const Source> source, Diagnostics& diagnostics);
/// One value that is the whole of the source: the right side of --set.
std::optional<Value> parse_value(std::shared_ptr<const Source> source, Diagnostics& diagnostics);
/// `role.name.key`, the whole of the source.
std::optional<Address> parse_address(std::shared_ptr<const Source> source, Diagnostics& diagnostics);
/// `ADDRESS in [ … ]`, the whole of the source: --sweep and --only.
std::optional<AxisStatement> parse_axis(std::shared_ptr<const Source> source, Diagnostics& diagnostics);

/// The canonical layout (rule 12), comments kept. format(parse(format(d))) == format(d).
std::string format(const Document& document);

}  // namespace rif::dsl
