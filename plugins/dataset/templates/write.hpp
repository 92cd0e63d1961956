// Texts out of a recipe: which value each has of each attribute is fixed by exact counts, the words are drawn (README.md has the formulas).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <rif/base/random.hpp>

#include "recipe.hpp"

namespace rif {

struct WriteOptions {
    std::size_t texts = 600;
    double bias = 0, unnamed = 0;  // shares of the texts; together at most 1
    std::size_t biased = 0;        // index of the attribute that carries the bias
};

/// values: by attribute; nothing where the text does not name it.
struct WrittenText {
    std::string text;
    std::size_t label = 0;
    std::vector<std::optional<std::size_t>> values;
    bool planted = false;
};

/// options.texts different texts, labels in turn.
/// errors: rif::Error "too-many-texts" where a thousand draws bring no new text.
std::vector<WrittenText> write_texts(const Recipe& recipe, const WriteOptions& options, Random random);

}  // namespace rif
