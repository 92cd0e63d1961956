#include <rif/nn/ops/row_probe.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <fmt/core.h>

#include <rif/base/blas.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/random.hpp>
#include <rif/nn/ops/product.hpp>
#include <rif/nn/ops/row_kernels.hpp>
#include <rif/nn/threads.hpp>

namespace rif::nn {

namespace fs = std::filesystem;

namespace {

constexpr int k_probe = 1;  // raised when the probe or the products change, so that older verdicts are not believed

/// Numbers of rows above k_most_filled_rows that are tried, odd remainders of every block size among them, most telling first; all below
/// are.
constexpr std::size_t k_tried[] = {199, 61, 35, 33, 34, 36, 39, 47, 64, 97, 128, 255, 384, 511};
constexpr std::size_t k_places[] = {1, 0, 7};  // of the first row; and as far back as there is room
constexpr std::size_t k_many_rows = 64;        // from here on each product is dear, and one place and the last are tried

class Trial {
public:
    explicit Trial(const ProductShape& shape) : shape_(shape), x_(k_most_rows * shape.in), weight_(shape.in * shape.out) {
        Random random = stream(0, {"row probe"});
        for (float& value : x_) value = static_cast<float>(2 * random.uniform() - 1);
        for (float& value : weight_) value = static_cast<float>(2 * random.uniform() - 1);
        all_ = multiplied(0, k_most_rows);
    }

    /// Whether `rows` rows have the bits that they have among k_most_rows, at each place tried.
    bool is_equal(std::size_t rows) const {
        const std::size_t room = k_most_rows - rows;
        std::vector<std::size_t> places = {room};
        for (const std::size_t place : std::span(k_places).first(rows < k_many_rows ? std::size(k_places) : 1))
            places.push_back(std::min(place, room));
        return std::ranges::all_of(places, [&](std::size_t first) {
            const std::vector<float> part = multiplied(first, rows);
            return std::memcmp(part.data(), all_.data() + first * shape_.out, part.size() * sizeof(float)) == 0;
        });
    }

private:
    std::vector<float> multiplied(std::size_t first, std::size_t rows) const {
        std::vector<float> result(rows * shape_.out, 0.5F);  // as a bias stands there
        product(rows, shape_.out, shape_.in, {x_.data() + first * shape_.in, shape_.in}, {weight_.data(), shape_.out}, result.data(),
                shape_.out, true);
        return result;
    }

    ProductShape shape_;
    std::vector<float> x_, weight_, all_;
};

std::optional<std::size_t> find(std::span<const ProductShape> shapes) {
    std::size_t fewest = 1;
    for (const ProductShape& shape : shapes) {
        const std::optional<std::size_t> own = fewest_rows(shape);
        if (!own) return std::nullopt;
        fewest = std::max(fewest, *own);
    }
    return fewest;
}

/// "12 rows" or "alone", as it is kept.
std::optional<std::optional<std::size_t>> kept_verdict(const fs::path& file, const std::string& about) {
    std::ifstream in(file);
    std::string line, verdict;
    std::size_t rows = 0;
    if (!std::getline(in, line) || line != about || !(in >> verdict)) return std::nullopt;
    if (verdict == "alone") return std::optional<std::size_t>();
    if (verdict == "together" && in >> rows && rows >= 1 && rows <= k_most_filled_rows) return std::optional(rows);
    return std::nullopt;
}

void keep(const fs::path& file, const std::string& about, std::optional<std::size_t> verdict) try {
    fs::create_directories(file.parent_path());
    write_file(file, about + "\n" + (verdict ? fmt::format("together {}\n", *verdict) : "alone\n"));
} catch (const std::exception&) {  // found again next time
}

}  // namespace

std::optional<std::size_t> fewest_rows(const ProductShape& shape) {
    one_thread();
    const Trial trial(shape);
    for (const std::size_t rows : k_tried) {
        if (!trial.is_equal(rows)) return std::nullopt;
    }
    for (std::size_t rows = k_most_filled_rows; rows > 0; --rows) {
        if (!trial.is_equal(rows)) return rows == k_most_filled_rows ? std::nullopt : std::optional(rows + 1);
    }
    return 1;
}

std::string advice() {
    const std::optional<Blas> blas = blas_in_use();
    if (!blas) return {};
    if (blas->name == "reference BLAS")
        return "networks run some 25 times slower than they can: the BLAS is the reference's (apt-get install libopenblas0-openmp)";
    const std::string better = blas->better_kernel();
    if (better.empty()) return {};
    return fmt::format(
        "networks run two to five times slower than they can: OpenBLAS {} does not know this processor and took kernel {} "
        "(export OPENBLAS_CORETYPE={}; the last bits of scores change with it)",
        blas->version, blas->kernel, better);
}

std::string arithmetic() {
    const std::optional<Blas> blas = blas_in_use();
    const std::string name =
        blas ? fmt::format("{} {} ({}), kernel {}", blas->name, blas->version, blas->threading, blas->kernel) : "BLAS of libtorch";
    return fmt::format("{}, vectors {}", name, vector_instructions());
}

Grouping grouping(std::vector<ProductShape> shapes, const Computing& computing) {
    if (computing.is_batched) return {k_most_rows, 1};
    std::ranges::sort(shapes, {}, [](const ProductShape& shape) { return std::tuple(shape.in * shape.out, shape); });  // quick ones first
    shapes.erase(std::ranges::unique(shapes).begin(), shapes.end());
    std::string about = fmt::format("probe {}: {}:", k_probe, arithmetic());
    for (const ProductShape& shape : shapes) about += fmt::format(" {}x{}", shape.in, shape.out);
    const fs::path file = computing.kept.empty() ? fs::path() : computing.kept / "row_probe" / sha256(about);
    std::optional<std::optional<std::size_t>> verdict = file.empty() ? std::nullopt : kept_verdict(file, about);
    if (!verdict) {
        verdict = find(shapes);
        if (!file.empty()) keep(file, about, *verdict);
    }
    return *verdict ? Grouping{k_most_rows, **verdict} : Grouping{};
}

}  // namespace rif::nn
