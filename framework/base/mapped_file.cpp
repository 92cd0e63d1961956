#include <rif/base/mapped_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
};

[[noreturn]] void cannot_read(const std::filesystem::path& path) {
    throw Error("cannot-read", fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)));
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat about = {};
    if (file.number < 0 || ::fstat(file.number, &about) != 0) cannot_read(path);
    if (!S_ISREG(about.st_mode)) throw Error("not-a-file", fmt::format("'{}' is not a file", path.string()));
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size == 0) return;
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (start == MAP_FAILED) cannot_read(path);
    bytes_ = {static_cast<const char*>(start), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

std::string_view take_field(std::string_view& text, char mark) {
    const std::size_t end = text.find(mark);
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return field;
}

std::string_view sorted_line(std::string_view text, std::string_view key, char mark) {
    if (key.empty()) return {};
    std::size_t low = 0, high = text.size();  // the line, if there, starts in [low, high)
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const std::size_t before = middle == 0 ? std::string_view::npos : text.rfind('\n', middle - 1);
        const std::size_t start = before == std::string_view::npos || before < low ? low : before + 1;
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        std::string_view rest = line;
        const int order = take_field(rest, mark).compare(key);
        if (order == 0) return line;
        if (order < 0)
            low = end + 1;
        else
            high = start;
    }
    return {};
}

}  // namespace rif
