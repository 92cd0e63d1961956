// Whether a row of a product has the same bits wherever it stands and whatever else is multiplied with it: found by trying, on this
// machine.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rif/api/services.hpp>

namespace rif::nn {

/// Of a product of rows with a weight, [rows, in] · [in, out].
struct ProductShape {
    std::size_t in = 0, out = 0;
    bool operator==(const ProductShape&) const = default;
    auto operator<=>(const ProductShape&) const = default;
};

/// How many texts may go through a network together. most_rows: of tokens, in one pass; 1 is one text at a time, however long it is.
/// fewest_rows: of a product; fewer are filled up with zeros, so that every text meets the same steps of BLAS.
struct Grouping {
    std::size_t most_rows = 1, fewest_rows = 1;
};

constexpr std::size_t k_most_rows = 512;        // of a pass: more make no product quicker, and leave the caches
constexpr std::size_t k_most_filled_rows = 32;  // where more were needed, filling up would cost more than groups save

/// The fewest rows from which on a product's rows do not depend on place, companions or number, tried up to k_most_rows; nothing where
/// they still do at k_most_filled_rows. Random numbers: bits that differ anywhere differ there.
std::optional<std::size_t> fewest_rows(const ProductShape& shape);

/// For scoring = batched: groups. For exact: groups where every shape was found to allow it, else each text alone. What was found is kept
/// in computing.kept by shapes, BLAS, kernel, version and vector instructions, and found once.
Grouping grouping(std::vector<ProductShape> shapes, const Computing& computing);

/// A sentence for who computes on a BLAS that is many times slower than it need be, with what to type; "" where all is well.
std::string advice();

/// What the last bits of a score depend on besides text and weights: BLAS with version and kernel, and vector instructions.
std::string arithmetic();

}  // namespace rif::nn
