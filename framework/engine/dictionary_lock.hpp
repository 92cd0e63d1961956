// A lock between processes beside a dictionary: one of them at a time builds it, and no trace stays.
#pragma once

#include <filesystem>
#include <functional>

namespace rif {

/// Holds `path` locked (flock) as long as it lives; the system frees it when the process ends, however it ends. The file is removed at the end.
class DictionaryLock {
public:
    /// Waits as long as somebody else holds it and calls `while_waiting` a few times a second, out of which an exception may come.
    /// errors: rif::Error "cannot-write" with the path and what the system says.
    DictionaryLock(std::filesystem::path path, const std::function<void()>& while_waiting);
    ~DictionaryLock();
    DictionaryLock(const DictionaryLock&) = delete;
    DictionaryLock& operator=(const DictionaryLock&) = delete;

private:
    bool try_lock();
    std::filesystem::path path_;
    int file_ = -1;
};

}  // namespace rif
