#include <rif/base/installation.hpp>

#include <dlfcn.h>

namespace rif {

std::filesystem::path installation_root() {
    Dl_info info{};
    if (!::dladdr(reinterpret_cast<const void*>(&installed_data), &info) || !info.dli_fname) return {};
    std::error_code ignored;
    const std::filesystem::path library = std::filesystem::weakly_canonical(info.dli_fname, ignored);
    return library.parent_path().parent_path();
}

std::filesystem::path installed_data() { return installation_root() / "share" / "rifair"; }

}  // namespace rif
