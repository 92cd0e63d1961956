#include <rif/engine/kept_folder.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <stdlib.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>
#include <rif/engine/file_lock.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_help = "rif config cache.folder";
constexpr const char* k_part = ".part";             // after the name of a folder that is being made
constexpr const char* k_unfinished = "unfinished";  // what a fill that was interrupted goes on from

bool can_write(const fs::path& folder) {
    std::error_code none;
    fs::create_directories(folder, none);
    return ::access(folder.c_str(), R_OK | W_OK | X_OK) == 0;
}

bool is_there(const fs::path& path) {
    std::error_code none;
    return fs::exists(path, none);
}

fs::path hash_file(const fs::path& folder) { return folder.string() + ".sha256"; }

/// Whether the folder holds what it held when it was made.
bool is_whole(const fs::path& folder) {
    try {
        return is_there(folder) && read_file(hash_file(folder)) == sha256_of(folder) + "\n";
    } catch (const Error&) {
        return false;
    } catch (const fs::filesystem_error&) {
        return false;
    }
}

/// Whether the kept folder could be loaded; it is then the one used last.
bool loads(const fs::path& folder, const KeptFolders::WithFolder& load) {
    if (!is_whole(folder)) return false;
    try {
        load(folder);
    } catch (const Error& error) {
        if (error.slug() != "damaged-weights" && is_there(folder)) throw;
        return false;
    }
    std::error_code none;
    fs::last_write_time(folder, fs::file_time_type::clock::now(), none);
    return true;
}

/// What a folder holds apart from k_unfinished goes; where nothing is left, the folder too.
void keep_unfinished_alone(const fs::path& folder) {
    std::error_code none;
    for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
        std::error_code ignored;
        if (entry->path().filename() != k_unfinished) fs::remove_all(entry->path(), ignored);
    }
    fs::remove(folder, none);  // only where it is empty
}

/// Nobody else makes the target meanwhile.
void make(const fs::path& target, const KeptFolders::WithFolder& fill) {
    const fs::path part = target.string() + k_part;
    keep_unfinished_alone(part);
    fs::create_directories(part);
    try {
        fill(part);
        const std::string hash = sha256_of(part);
        fs::remove_all(target);
        write_file(hash_file(target), hash + "\n");
        fs::rename(part, target);
    } catch (...) {
        keep_unfinished_alone(part);
        throw;
    }
}

/// A new folder that nobody else may enter.
fs::path new_own_folder() {
    std::string pattern = (fs::temp_directory_path() / "rifair-XXXXXX").string();
    if (::mkdtemp(pattern.data())) return pattern;
    throw Error("cannot-write", fmt::format("cannot make '{}': {}", pattern, std::strerror(errno)), "TMPDIR, or rif config cache.folder");
}

struct Kept {
    fs::path folder;
    fs::file_time_type used;
    std::uint64_t bytes = 0;
};

/// What stands below the parent with its hash, the one not used for longest first.
std::vector<Kept> kept_below(const fs::path& parent) {
    std::vector<Kept> result;
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code none;
        const fs::path& folder = entry->path();
        if (!fs::is_directory(folder, none)) continue;
        result.push_back({folder, fs::last_write_time(folder, none), bytes_below(folder)});
    }
    std::sort(result.begin(), result.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
    return result;
}

bool remove_kept(const fs::path& folder) {
    try {
        const fs::path name = folder.extension() == k_part ? fs::path(folder).replace_extension() : folder;
        const auto lock = FileLock::attempt(name.string() + ".lock");
        std::error_code none;
        if (!lock || fs::remove_all(folder, none) == 0) return false;
        fs::remove(hash_file(folder), none);
        return !is_there(folder);
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

KeptFolders::~KeptFolders() {
    std::error_code none;
    if (!unkept_.empty()) fs::remove_all(unkept_, none);
}

bool KeptFolders::use(const std::string& name, const WithFolder& fill, const WithFolder& load) {
    try {
        if (loads(parent_ / name, load)) return true;
        const bool keeps = can_write(parent_);
        keeps ? use_kept(name, fill, load) : use_unkept(name, fill, load);
        return keeps;
    } catch (const fs::filesystem_error& error) {
        throw Error("cannot-write", fmt::format("cannot keep '{}': {}", (parent_ / name).string(), error.code().message()), k_help);
    }
}

void KeptFolders::use_kept(const std::string& name, const WithFolder& fill, const WithFolder& load) {
    const fs::path target = parent_ / name;
    const FileLock lock(target.string() + ".lock", calls_.while_waiting);
    if (loads(target, load)) return;  // another process was first
    if (is_there(target)) calls_.warn(fmt::format("'{}' is damaged or was changed since it was made: it is made again", target.string()));
    make(target, fill);
    load(target);
}

void KeptFolders::use_unkept(const std::string& name, const WithFolder& fill, const WithFolder& load) {
    if (unkept_.empty()) unkept_ = new_own_folder();
    calls_.warn(fmt::format("'{}' cannot be written to: nothing trained is kept after this run; see {}", parent_.string(), k_help));
    make(unkept_ / name, fill);
    load(unkept_ / name);
}

std::uint64_t bytes_below(const fs::path& folder) {
    std::uint64_t result = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code none;
        if (!entry->is_regular_file(none)) continue;
        const std::uint64_t size = entry->file_size(none);
        if (!none) result += size;
    }
    return result;
}

std::size_t hold_below(const fs::path& parent, std::uint64_t most_bytes) {
    const std::vector<Kept> kept = kept_below(parent);
    std::uint64_t bytes = 0;
    for (const Kept& one : kept) bytes += one.bytes;
    std::size_t removed = 0;
    for (const Kept& one : kept) {
        if (bytes <= most_bytes) break;
        if (!remove_kept(one.folder)) continue;
        bytes -= one.bytes;
        ++removed;
    }
    return removed;
}

}  // namespace rif
