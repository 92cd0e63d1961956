#include <rif/base/blas.hpp>

#include <algorithm>
#include <filesystem>

#include <dlfcn.h>

namespace rif {

namespace {

template <class Function>
Function* symbol_of(void* library, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

std::string path_of(void* symbol) {
    Dl_info info{};
    if (!symbol || !::dladdr(symbol, &info) || !info.dli_fname) return {};
    std::error_code ignored;
    return std::filesystem::weakly_canonical(info.dli_fname, ignored).string();
}

void read_openblas(void* library, Blas& into) {
    into.name = "OpenBLAS";
    if (auto* config = symbol_of<char*()>(library, "openblas_get_config")) {
        const std::string text = config();  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH USE_OPENMP Cooperlake MAX_THREADS=128"
        const std::size_t begin = text.find(' ') + 1;
        into.version = text.substr(begin, text.find(' ', begin) - begin);
    }
    if (auto* kernel = symbol_of<char*()>(library, "openblas_get_corename")) into.kernel = kernel();
    if (auto* parallel = symbol_of<int()>(library, "openblas_get_parallel")) {
        constexpr const char* k_kinds[] = {"one thread", "pthread", "OpenMP"};
        const int kind = parallel();
        if (kind >= 0 && kind < 3) into.threading = k_kinds[kind];
    }
}

}  // namespace

bool Blas::groups_exactly() const {
    constexpr std::string_view k_exact[] = {"SkylakeX", "Cooperlake", "Sandybridge"};
    return std::ranges::find(k_exact, kernel) != std::end(k_exact);
}

std::string Blas::better_kernel() const {
#if defined(__x86_64__)
    constexpr std::string_view k_without_avx[] = {"Prescott", "Core2", "Penryn", "Dunnington", "Nehalem", "Atom", "Opteron", "Barcelona"};
    if (std::ranges::find(k_without_avx, kernel) == std::end(k_without_avx)) return {};
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return "SkylakeX";
    if (__builtin_cpu_supports("avx2")) return "Haswell";
#endif
    return {};
}

std::optional<Blas> blas_in_use() {
    void* library = ::dlopen("libblas.so.3", RTLD_LAZY | RTLD_LOCAL);  // stays open: OpenMP's threads may live in it
    if (!library) return std::nullopt;
    void* product = ::dlsym(library, "sgemm_");
    if (!product) return std::nullopt;
    Blas result;
    result.path = path_of(product);
    result.name = result.path.find("/blas/") != std::string::npos ? "reference BLAS" : "another BLAS";
    if (::dlsym(library, "openblas_get_config")) read_openblas(library, result);
    return result;
}

}  // namespace rif
