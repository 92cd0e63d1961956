// Whether a shared library's file is whole: the loader maps what its headers promise, and ends the program where the file is shorter.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace rif {

struct FileExtent {
    std::uint64_t promised = 0;  // bytes that the headers reach to
    std::uint64_t size = 0;      // bytes that the file has

    bool is_whole() const { return size >= promised; }
};

/// The extent that a 64-bit ELF file's header, loaded segments and section headers reach to.
/// returns: nothing where the file does not begin like such a file of this machine's byte order.
std::optional<FileExtent> elf_extent(const std::filesystem::path& path);

}  // namespace rif
