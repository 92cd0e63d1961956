#include <rif/engine/kept_folder.hpp>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/engine/file_lock.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

bool can_write(const fs::path& folder) {
    std::error_code code;
    fs::create_directories(folder, code);
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

fs::path kept_folder(const fs::path& parent, const std::string& name, const std::function<void(const fs::path&)>& fill,
                     const std::function<void()>& while_waiting) {
    const fs::path target = parent / name;
    if (fs::exists(target)) return target;
    const fs::path where = can_write(parent) ? parent : fs::temp_directory_path() / fmt::format("rifair-{}", ::getuid());
    if (!can_write(where))
        throw Error("cannot-write", fmt::format("neither '{}' nor '{}' can be written", parent.string(), where.string()),
                    "rif config cache.folder");
    const FileLock lock(where / (name + ".lock"), while_waiting);
    if (fs::exists(where / name)) return where / name;  // another process was first
    const fs::path unfinished = where / fmt::format("{}.{}.part", name, ::getpid());
    fs::remove_all(unfinished);
    fs::create_directories(unfinished);
    try {
        fill(unfinished);
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(unfinished, ignored);
        throw;
    }
    fs::rename(unfinished, where / name);
    return where / name;
}

}  // namespace rif
