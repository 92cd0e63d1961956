// A folder that is made once and kept: complete under its name or not there; safe when several processes want it at once.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace rif {

/// parent/name, made by `fill` (given an empty folder) where it is not there yet. Where `parent` cannot be written the folder is made
/// in the system's temporary folder for this process alone. errors: whatever `fill` throws; nothing is then left behind.
std::filesystem::path kept_folder(const std::filesystem::path& parent, const std::string& name,
                                  const std::function<void(const std::filesystem::path&)>& fill);

/// Holds an exclusive lock on a file until it ends (flock). The file stays.
class FileLock {
public:
    /// Waits for the lock. errors: rif::Error "cannot-write".
    explicit FileLock(const std::filesystem::path& file);
    /// Nothing where somebody else holds it.
    static std::unique_ptr<FileLock> attempt(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;

private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace rif
