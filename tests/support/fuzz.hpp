// Mutations for tests that try many damaged files, and how many they try.
#pragma once

#include <cstdint>
#include <string>

#include <rif/base/random.hpp>

namespace rif::test {

/// A text with some of its bytes changed, dropped, doubled, or with a piece of JSON put in.
std::string mutated_text(std::string text, Random& random);
/// The JSON with values somewhere in it replaced, mostly by one of their kind: still JSON, so that what is behind the parser is reached.
std::string mutated_json(const std::string& json, Random& random);

/// RIF_FUZZ_INPUTS, or `otherwise`; RIF_FUZZ_SEED, or 1.
std::size_t fuzz_inputs(std::size_t otherwise);
std::uint64_t fuzz_seed();
/// Writes the input to the file RIF_FUZZ_KEEP where that is set: one that crashes the process is found there.
void keep_fuzz_input(const std::string& input);

}  // namespace rif::test
