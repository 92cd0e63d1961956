// Folders that are made once and kept: whole under their name or made again; safe when several processes want one at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace rif {

class KeptFolders {
public:
    struct Calls {
        std::function<void()> while_waiting;         // a few times a second while another process makes the folder; may throw
        std::function<void(std::string_view)> warn;  // what the user is to know
    };

    KeptFolders(std::filesystem::path parent, Calls calls) : parent_(std::move(parent)), calls_(std::move(calls)) {}
    ~KeptFolders();
    KeptFolders(const KeptFolders&) = delete;
    KeptFolders& operator=(const KeptFolders&) = delete;

    using WithFolder = std::function<void(const std::filesystem::path&)>;
    /// Calls `load` with parent/name, made by `fill` where it is not there yet. What `fill` is given is empty but for a folder
    /// `unfinished`, where an earlier one that threw or was killed left that: so it can go on. Beside it stands NAME.sha256, of
    /// its contents: a folder that no longer fits, or that `load` refuses as "damaged-weights", is made again with a warning. Where the
    /// parent cannot be written the folder is made in a new one that goes with this object. errors: what `fill`, `load` and `while_waiting`
    /// throw, nothing half-made but `unfinished` is then left behind; rif::Error "cannot-write". returns: whether the folder is kept after
    /// this run.
    bool use(const std::string& name, const WithFolder& fill, const WithFolder& load);

private:
    void use_kept(const std::string& name, const WithFolder& fill, const WithFolder& load);
    void use_unkept(const std::string& name, const WithFolder& fill, const WithFolder& load);

    std::filesystem::path parent_, unkept_;  // unkept_: "" until it is needed
    Calls calls_;
};

/// Removes kept folders, those not used for longest first, until the rest has at most that many bytes. What another process is making, or
/// what cannot be removed, stays.  returns: how many were removed.
std::size_t hold_below(const std::filesystem::path& parent, std::uint64_t most_bytes);

/// Of all files below the folder that can be seen.
std::uint64_t bytes_below(const std::filesystem::path& folder);

}  // namespace rif
