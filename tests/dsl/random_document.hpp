// Random .rif documents for property tests, and two ways to write them down: as the printer does, and as loosely as the grammar lets one.
#pragma once

#include <string>

#include <rif/base/random.hpp>

#include "dsl/document.hpp"

namespace rif::test {

/// A document of any shape that the grammar allows, without places and without comments.
dsl::Document random_document(Random& random);
/// The document with random blanks, line ends, comments, commas and order of settings among groups; it parses to the same.
/// comments: each comment that was written, in order.
std::string written_loosely(const dsl::Document& document, Random& random, std::vector<std::string>& comments);
/// What differs between two documents apart from places and comments, as the first thing found; "" where they are the same.
std::string difference(const dsl::Document& a, const dsl::Document& b);

}  // namespace rif::test
