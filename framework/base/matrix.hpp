// Rows of float32, as they came out of a model; sums and objectives are computed in double from them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rif {

/// [rows, columns], row-major.
class Matrix {
public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t columns) : columns_(columns), rows_(rows), values_(rows * columns) {}
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::span<float> operator[](std::size_t row) { return {values_.data() + row * columns_, columns_}; }
    std::span<const float> operator[](std::size_t row) const { return {values_.data() + row * columns_, columns_}; }
    std::span<const float> values() const { return values_; }
    std::span<float> values() { return values_; }

private:
    std::size_t columns_ = 0, rows_ = 0;
    std::vector<float> values_;
};

}  // namespace rif
