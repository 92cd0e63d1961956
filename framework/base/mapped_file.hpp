// The bytes of a file without reading it whole: mapped read-only, pages come as they are looked at.
#pragma once

#include <filesystem>
#include <string_view>

namespace rif {

/// The mapping lives as long as the object. A file that another process cuts short while it is mapped ends this one (SIGBUS):
/// for data that is installed once, not for files that are being written.
class MappedFile {
public:
    /// errors: rif::Error "cannot-read" with the path and what the system says; "not-a-file" for a folder.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::string_view bytes() const { return bytes_; }

private:
    std::string_view bytes_;
};

/// `text` cut into its next field, up to `mark` or the end, and the rest after the mark.
std::string_view take_field(std::string_view& text, char mark = ' ');

/// The line of a text whose lines are sorted by their first field (up to `mark`, compared byte by byte) that begins with `key`,
/// without its line end; empty where there is none. Binary search: a few dozen looks into a file of millions of bytes.
std::string_view sorted_line(std::string_view text, std::string_view key, char mark = ' ');

}  // namespace rif
