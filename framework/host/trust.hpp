// Whether a file may be loaded: a folder that others may write to must not be a way into an account.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rif {

/// Folders that the site configuration trusts, whoever may write to them; what lies below them is trusted too.
struct Trust {
    std::vector<std::filesystem::path> folders;

    bool covers(const std::filesystem::path& path) const;
};

/// Why `path` (a file or a folder, links followed) is not to be used, as the rest of a sentence: "is writable by others". Nothing where it
/// is: its owner is the user or root, and nobody else may write to it; a user's private group is not somebody else. A path that is not
/// there is nothing to distrust.
std::optional<std::string> reason_to_distrust(const std::filesystem::path& path, const Trust& trust);

}  // namespace rif
