#include <rif/host/elf.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>

#include <elf.h>

namespace rif {

namespace {

/// Beyond any file where it would overflow: a header that promises that much is refused too.
std::uint64_t end_of(std::uint64_t offset, std::uint64_t size) {
    constexpr std::uint64_t k_most = std::numeric_limits<std::uint64_t>::max();
    return offset > k_most - size ? k_most : offset + size;
}

bool is_of_this_machine(const Elf64_Ehdr& header) {
    constexpr unsigned char k_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_ident[EI_DATA] == k_order;
}

/// The end of the last loaded segment, as far as the program headers can be read.
std::uint64_t end_of_segments(std::ifstream& file, const Elf64_Ehdr& header) {
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment{};
        file.seekg(static_cast<std::streamoff>(header.e_phoff + i * header.e_phentsize));
        if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return end;
        if (segment.p_type == PT_LOAD) end = std::max(end, end_of(segment.p_offset, segment.p_filesz));
    }
    return end;
}

}  // namespace

std::optional<FileExtent> elf_extent(const std::filesystem::path& path) {
    std::error_code code;
    FileExtent extent;
    extent.size = std::filesystem::file_size(path, code);
    std::ifstream file(path, std::ios::binary);
    Elf64_Ehdr header{};
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    if (code || file.gcount() < EI_NIDENT || !is_of_this_machine(header)) return std::nullopt;
    extent.promised = sizeof header;
    if (!file) return extent;
    extent.promised = std::max(extent.promised, end_of(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize));
    extent.promised = std::max(extent.promised, end_of(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize));
    if (extent.is_whole()) extent.promised = std::max(extent.promised, end_of_segments(file, header));
    return extent;
}

}  // namespace rif
