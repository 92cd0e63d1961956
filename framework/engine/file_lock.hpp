// A lock between processes: one of them at a time builds what several share.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

namespace rif {

/// Holds `path` locked (flock) as long as it lives; the system frees it when the process ends, however it ends. The file is removed at the
/// end.
class FileLock {
public:
    /// Waits as long as somebody else holds it and calls `while_waiting` a few times a second, out of which an exception may come.
    /// errors: rif::Error "cannot-write" with the path and what the system says.
    FileLock(std::filesystem::path path, const std::function<void()>& while_waiting);
    /// Nothing where somebody else holds it. errors: as above.
    static std::unique_ptr<FileLock> attempt(std::filesystem::path path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    explicit FileLock(std::filesystem::path path) : path_(std::move(path)) {}
    bool try_lock();
    std::filesystem::path path_;
    int file_ = -1;
};

}  // namespace rif
