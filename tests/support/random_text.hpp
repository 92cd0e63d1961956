// Random texts for property tests: every kind of character that cutting must survive, and bytes that are none.
#pragma once

#include <string>

#include <rif/base/random.hpp>

namespace rif::test {

/// At most `most` pieces, each a character, a sequence, a word or (one in fifty) a stray byte.
std::string random_text(Random& random, std::size_t most = 24);
/// One code point, any but the surrogates.
std::string random_character(Random& random);

}  // namespace rif::test
