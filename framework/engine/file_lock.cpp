#include <rif/engine/file_lock.hpp>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {
namespace {

constexpr std::chrono::milliseconds k_patience{200};

/// Whether the open file is still the one that the path names: who held it before may have removed it.
bool is_named(int file, const std::filesystem::path& path) {
    struct stat open_file, named;
    return fstat(file, &open_file) == 0 && stat(path.c_str(), &named) == 0 && open_file.st_ino == named.st_ino &&
           open_file.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(std::filesystem::path path, const std::function<void()>& while_waiting) : path_(std::move(path)) {
    while (!try_lock()) {
        while_waiting();
        std::this_thread::sleep_for(k_patience);
    }
}

bool FileLock::try_lock() {
    const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        throw Error("cannot-write", fmt::format("cannot make '{}': {}", path_.string(), std::strerror(errno)),
                    "a folder that you may write to");
    const bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    const int code = locked ? 0 : errno;
    if (locked && is_named(file, path_)) {
        file_ = file;
        return true;
    }
    close(file);
    if (code != 0 && code != EWOULDBLOCK && code != EINTR)
        throw Error("cannot-write", fmt::format("cannot lock '{}': {}", path_.string(), std::strerror(code)),
                    "a file system that knows flock");
    return false;
}

std::unique_ptr<FileLock> FileLock::attempt(std::filesystem::path path) {
    std::unique_ptr<FileLock> lock(new FileLock(std::move(path)));
    return lock->try_lock() ? std::move(lock) : nullptr;
}

FileLock::~FileLock() {
    if (file_ < 0) return;
    unlink(path_.c_str());
    close(file_);
}

}  // namespace rif
