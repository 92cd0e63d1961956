#include <rif/nn/ops/row_kernels.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace rif::nn {

// The bodies are inlined into functions for each kind of instructions, below; the compiler makes vectors of their inner loops.
namespace {

constexpr float k_root_half = 0.70710678F;

[[gnu::always_inline]] inline float exponential(float x) {
    constexpr float k_round = 12582912.0F;  // 1.5 · 2^23: a number loses its fraction when this is added to it
    x = x > -87.0F ? x : -87.0F;
    const float shifted = x * 1.44269504F + k_round, n = shifted - k_round;
    const float r = (x - n * 0.693359375F) - n * -2.12194440e-4F;  // x - n log 2, in two parts (Cody & Waite 1980)
    float p = 1.9875691500e-4F;                                    // minimax on [-log 2 / 2, log 2 / 2] (Moshier's Cephes, expf)
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * (r * r) + r + 1.0F;
    const std::int32_t power = (std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(k_round)) * (1 << 23);
    return std::bit_cast<float>(std::bit_cast<std::int32_t>(p) + power);
}

[[gnu::always_inline]] inline float error_function(float x) {
    constexpr float k_end = 4.0F;  // beyond it, 1 to a float's last bit
    x = x > -k_end ? x : -k_end;
    x = x < k_end ? x : k_end;
    const float s = x * x;
    float p = -2.72614225801306e-10F;  // rational minimax (Eigen, generic_fast_erf_float)
    p = p * s + 2.77068142495902e-08F;
    p = p * s + -2.10102402082508e-06F;
    p = p * s + -5.69250639462346e-05F;
    p = p * s + -7.34990630326855e-04F;
    p = p * s + -2.95459980854025e-03F;
    p = p * s + -1.60960333262415e-02F;
    float q = -1.45660718464996e-05F;
    q = q * s + -2.13374055278905e-04F;
    q = q * s + -1.68282697438203e-03F;
    q = q * s + -7.37332916720468e-03F;
    q = q * s + -1.42647390514189e-02F;
    return x * p / q;
}

/// Whole vectors only, so that no number is computed by a loop's remainder.
[[gnu::always_inline]] inline void gelu_body(float* x, std::size_t n) {
    for (std::size_t i = 0; i < n; i += k_lanes) {
        for (std::size_t l = 0; l < k_lanes; ++l) x[i + l] = 0.5F * x[i + l] * (1.0F + error_function(x[i + l] * k_root_half));
    }
}

/// A vector of columns at a time, down all rows.
[[gnu::always_inline]] inline void softmax_body(float* x, std::size_t rows, std::size_t columns, std::size_t stride) {
    for (std::size_t first = 0; first < columns; first += k_lanes, x += k_lanes) {
        float most[k_lanes], sum[k_lanes] = {};
        std::memcpy(most, x, sizeof most);
        for (std::size_t r = 1; r < rows; ++r) {
            for (std::size_t l = 0; l < k_lanes; ++l) most[l] = x[r * stride + l] > most[l] ? x[r * stride + l] : most[l];
        }
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t l = 0; l < k_lanes; ++l) {
                const float power = exponential(x[r * stride + l] - most[l]);
                x[r * stride + l] = power;
                sum[l] += power;
            }
        }
        for (std::size_t l = 0; l < k_lanes; ++l) sum[l] = 1.0F / sum[l];
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t l = 0; l < k_lanes; ++l) x[r * stride + l] *= sum[l];
        }
    }
}

/// The sum of f(x[i]) over a row: sixteen partial sums, then these in order.
template <class Function>
[[gnu::always_inline]] inline float sum_over(const float* x, std::size_t width, Function f) {
    float parts[k_lanes] = {}, result = 0;
    const std::size_t whole = width / k_lanes * k_lanes;
    for (std::size_t i = 0; i < whole; i += k_lanes) {
        for (std::size_t l = 0; l < k_lanes; ++l) parts[l] += f(x[i + l]);
    }
    for (std::size_t i = whole; i < width; ++i) result += f(x[i]);
    for (std::size_t l = 0; l < k_lanes; ++l) result += parts[l];
    return result;
}

[[gnu::always_inline]] inline void normalize_body(const float* x, float* y, std::size_t rows, std::size_t width, const float* weight,
                                                  const float* bias, float epsilon) {
    for (std::size_t r = 0; r < rows; ++r, x += width, y += width) {
        const float mean = sum_over(x, width, [](float value) { return value; }) / static_cast<float>(width);
        const float square = sum_over(x, width, [mean](float value) { return (value - mean) * (value - mean); });
        const float scale = 1.0F / std::sqrt(square / static_cast<float>(width) + epsilon);
        for (std::size_t i = 0; i < width; ++i) y[i] = (x[i] - mean) * scale * weight[i] + bias[i];
    }
}

struct Loops {
    std::string_view name;
    void (*gelu)(float*, std::size_t);
    void (*softmax)(float*, std::size_t, std::size_t, std::size_t);
    void (*normalize)(const float*, float*, std::size_t, std::size_t, const float*, const float*, float);
};

void gelu_any(float* x, std::size_t n) { gelu_body(x, n); }
void softmax_any(float* x, std::size_t rows, std::size_t columns, std::size_t stride) { softmax_body(x, rows, columns, stride); }
void normalize_any(const float* x, float* y, std::size_t rows, std::size_t width, const float* weight, const float* bias, float epsilon) {
    normalize_body(x, y, rows, width, weight, bias, epsilon);
}
constexpr Loops k_any = {"any", gelu_any, softmax_any, normalize_any};

#if defined(__x86_64__)

[[gnu::target("avx2,fma")]] void gelu_avx2(float* x, std::size_t n) { gelu_body(x, n); }
[[gnu::target("avx2,fma")]] void softmax_avx2(float* x, std::size_t rows, std::size_t columns, std::size_t stride) {
    softmax_body(x, rows, columns, stride);
}
[[gnu::target("avx2,fma")]] void normalize_avx2(const float* x, float* y, std::size_t rows, std::size_t width, const float* weight,
                                                const float* bias, float epsilon) {
    normalize_body(x, y, rows, width, weight, bias, epsilon);
}
constexpr Loops k_avx2 = {"AVX2", gelu_avx2, softmax_avx2, normalize_avx2};

[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")]] void gelu_avx512(float* x, std::size_t n) {
    gelu_body(x, n);
}
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")]] void softmax_avx512(float* x, std::size_t rows,
                                                                                                           std::size_t columns,
                                                                                                           std::size_t stride) {
    softmax_body(x, rows, columns, stride);
}
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")]] void normalize_avx512(
    const float* x, float* y, std::size_t rows, std::size_t width, const float* weight, const float* bias, float epsilon) {
    normalize_body(x, y, rows, width, weight, bias, epsilon);
}
constexpr Loops k_avx512 = {"AVX-512", gelu_avx512, softmax_avx512, normalize_avx512};

const Loops& choose() {
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    return has_avx512 ? k_avx512 : has_avx2 ? k_avx2 : k_any;
}

#else

const Loops& choose() { return k_any; }

#endif

const Loops& loops() {
    static const Loops& chosen = choose();
    return chosen;
}

template <class Function>
void each(float* x, std::size_t n, Function f) {
    for (std::size_t i = 0; i < n; ++i) x[i] = f(x[i]);
}

}  // namespace

void activate(float* x, std::size_t n, Activation activation) {
    switch (activation) {
        case Activation::gelu: loops().gelu(x, n); return;
        case Activation::gelu_tanh:
            each(x, n, [](float v) { return 0.5F * v * (1.0F + std::tanh(0.79788456F * (v + 0.044715F * v * v * v))); });
            return;
        case Activation::relu: each(x, n, [](float v) { return v > 0.0F ? v : 0.0F; }); return;
        case Activation::silu: each(x, n, [](float v) { return v / (1.0F + std::exp(-v)); }); return;
        case Activation::tanh: each(x, n, [](float v) { return std::tanh(v); }); return;
    }
}

void softmax_columns(float* x, std::size_t rows, std::size_t columns, std::size_t stride) { loops().softmax(x, rows, columns, stride); }

void normalize_rows(const float* x, float* y, std::size_t rows, std::size_t width, const float* weight, const float* bias, float epsilon) {
    loops().normalize(x, y, rows, width, weight, bias, epsilon);
}

void fill_rows(float* y, std::size_t rows, std::size_t width, const float* row, const float* added) {
    for (std::size_t r = 0; r < rows; ++r, y += width) {
        const float* other = added ? added + r * width : nullptr;
        for (std::size_t i = 0; i < width; ++i) y[i] = (row ? row[i] : 0.0F) + (other ? other[i] : 0.0F);
    }
}

bool all_finite(const float* x, std::size_t n) {
    constexpr std::uint32_t k_exponent = 0x7f800000;
    std::uint32_t odd = 0;
    for (std::size_t i = 0; i < n; ++i) odd |= static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(x[i]) & k_exponent) == k_exponent);
    return odd == 0;
}

/// A square of the cache at a time.
void turn(const float* from, std::size_t rows, std::size_t columns, float scale, float* to, std::size_t stride) {
    constexpr std::size_t k_side = 16;
    for (std::size_t row = 0; row < rows; row += k_side) {
        const std::size_t last_row = std::min(rows, row + k_side);
        for (std::size_t column = 0; column < columns; column += k_side) {
            const std::size_t last_column = std::min(columns, column + k_side);
            for (std::size_t c = column; c < last_column; ++c) {
                for (std::size_t r = row; r < last_row; ++r) to[c * stride + r] = scale * from[r * columns + c];
            }
        }
    }
}

std::string_view vector_instructions() { return loops().name; }

}  // namespace rif::nn
