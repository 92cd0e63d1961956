// Loops over the numbers of a row or a column, in vectors. What comes out for a row depends on that row alone: not on its place, on its
// neighbours or on how many there are, since every row is walked in the same steps.
#pragma once

#include <cstddef>
#include <string_view>

#include <rif/nn/config.hpp>

namespace rif::nn {

/// Numbers of a vector, the widest that any machine has; buffers have room for whole ones.
constexpr std::size_t k_lanes = 16;
constexpr std::size_t whole_vectors(std::size_t n) { return (n + k_lanes - 1) / k_lanes * k_lanes; }

/// x[i] becomes its activation. x: n numbers, with room for whole vectors behind them, which is overwritten. gelu is the exact form with
/// erf (Hendrycks & Gimpel 2016), within 2e-7 · max(1, |x|).
void activate(float* x, std::size_t n, Activation activation);

/// Each column becomes exp(x - max) / sum. x: [rows, columns], its rows `stride` apart, a multiple of k_lanes; the columns between are
/// overwritten.
void softmax_columns(float* x, std::size_t rows, std::size_t columns, std::size_t stride);

/// y = (x - mean) / sqrt(variance + epsilon) · weight + bias for each row. x, y: [rows, width], the same or apart; weight, bias: [width].
void normalize_rows(const float* x, float* y, std::size_t rows, std::size_t width, const float* weight, const float* bias, float epsilon);

/// Each row of y becomes row + what stands in the same row of `added`. y, added: [rows, width]; row: [width]; added, row: or null for
/// zeros.
void fill_rows(float* y, std::size_t rows, std::size_t width, const float* row, const float* added);

/// Whether no number is infinite or none.
bool all_finite(const float* x, std::size_t n);

/// to[c · stride + r] = scale · from[r, c]. from: [rows, columns].
void turn(const float* from, std::size_t rows, std::size_t columns, float scale, float* to, std::size_t stride);

/// The instructions that these loops are made of on this machine: "AVX-512", "AVX2" or "any". Last bits differ between them.
std::string_view vector_instructions();

}  // namespace rif::nn
