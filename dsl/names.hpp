// Names that were written with hyphens, in quotes or with the comments of another language.
#pragma once

#include <string>

#include "dsl/reading.hpp"

namespace rif::dsl {

/// `text` with '_' for what no name has: "my-model" becomes "my_model".
std::string plain_name(std::string text);
/// A name at `at` goes on with a hyphen.
bool is_hyphened(Cursor at);
/// as_label: the name of a column or another thing that may be quoted.
Diagnostic hyphen_in_name(const Reading& reading, Cursor at, bool as_label = false);
Diagnostic wrong_comment(const Reading& reading, Cursor at);

}  // namespace rif::dsl
