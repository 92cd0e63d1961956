// JSON out of a file that nobody vouches for: looked through before anything is kept of it, then read into memory up to a bound.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace boost::json {
class value;
}

namespace rif::nn {

/// Why a text is not read, in words that fit behind a file's name.
class JsonFault : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr std::size_t k_json_depth = 32;

/// What a text may take besides 12 MiB that any may: as many bytes as it has itself, and where `bytes` are more, those; but then, where
/// for_each_text is above 0, no more than its own and so many for each key and each text in it.
struct JsonRoom {
    std::size_t bytes = 0, for_each_text = 0;
};

/// errors: JsonFault for what is no JSON or nests deeper than `depth`, before any memory is taken; for what would take more.
boost::json::value bounded_json(std::string_view text, std::size_t depth = k_json_depth, JsonRoom room = {});

}  // namespace rif::nn
