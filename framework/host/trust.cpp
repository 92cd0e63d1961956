#include <rif/host/trust.hpp>

#include <algorithm>
#include <string_view>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <fmt/core.h>

namespace rif {

namespace {

constexpr std::size_t k_entry_bytes = 16384;  // of one line of the user or group database

std::string user_name(uid_t id) {
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(k_entry_bytes);
    ::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
    return found ? found->pw_name : fmt::format("user {}", id);
}

/// The group has the user's name and no member but the user (umask 002).
bool is_private_group(gid_t group, uid_t owner) {
    if (group == 0) return true;  // root's own
    struct group entry {};
    struct group* found = nullptr;
    std::vector<char> buffer(k_entry_bytes);
    ::getgrgid_r(group, &entry, buffer.data(), buffer.size(), &found);
    const std::string name = user_name(owner);
    if (!found || name != found->gr_name) return false;
    for (char** member = found->gr_mem; *member; ++member) {
        if (name != *member) return false;
    }
    return true;
}

/// Rights beyond owner, group and others; their mask then stands where the group's bits are.
bool has_access_list(const std::filesystem::path& path) { return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0; }

}  // namespace

bool Trust::covers(const std::filesystem::path& path) const {
    std::error_code ignored;
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, ignored);
    return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
        std::filesystem::path trusted = std::filesystem::weakly_canonical(folder, ignored);
        if (!trusted.has_filename()) trusted = trusted.parent_path();
        return std::mismatch(trusted.begin(), trusted.end(), real.begin(), real.end()).first == trusted.end();
    });
}

std::optional<std::string> reason_to_distrust(const std::filesystem::path& path, const Trust& trust) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || trust.covers(path)) return std::nullopt;
    if (status.st_uid != 0 && status.st_uid != ::geteuid()) return fmt::format("belongs to {}", user_name(status.st_uid));
    if (status.st_mode & S_IWOTH) return "is writable by others";
    if (status.st_mode & S_IWGRP) {
        if (has_access_list(path)) return "has an access list that lets others write";
        if (!is_private_group(status.st_gid, status.st_uid)) return "is writable by its group";
    }
    return std::nullopt;
}

}  // namespace rif
