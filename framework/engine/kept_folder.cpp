#include <rif/engine/kept_folder.hpp>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

int opened(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) throw Error("cannot-write", fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)), "look at the folder's permissions");
    return descriptor;
}

bool can_write(const fs::path& folder) {
    std::error_code code;
    fs::create_directories(folder, code);
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

FileLock::FileLock(const fs::path& file) : descriptor_(opened(file)) {
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

std::unique_ptr<FileLock> FileLock::attempt(const fs::path& file) {
    const int descriptor = opened(file);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return std::unique_ptr<FileLock>(new FileLock(descriptor));
    ::close(descriptor);
    return nullptr;
}

FileLock::~FileLock() { ::close(descriptor_); }

fs::path kept_folder(const fs::path& parent, const std::string& name, const std::function<void(const fs::path&)>& fill) {
    const fs::path target = parent / name;
    if (fs::exists(target)) return target;
    const fs::path where = can_write(parent) ? parent : fs::temp_directory_path() / fmt::format("rifair-{}", ::getuid());
    if (!can_write(where)) throw Error("cannot-write", fmt::format("neither '{}' nor '{}' can be written", parent.string(), where.string()), "rif config cache.folder");
    const FileLock lock(where / (name + ".lock"));
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
