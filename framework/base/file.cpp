#include <rif/base/file.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& path, int code) {
    return Error("cannot-write", fmt::format("cannot write '{}': {}", path.string(), std::strerror(code)),
                 code == ENOSPC ? "make room on the disk and run the same command again" : "look at the folder's permissions");
}

void write_all(int file, std::string_view contents, const fs::path& path) {
    while (!contents.empty()) {
        const ssize_t written = ::write(file, contents.data(), contents.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw cannot_write(path, errno);
        contents.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file) != 0 && errno != EINVAL) throw cannot_write(path, errno);
}

}  // namespace

std::string read_file(const fs::path& path, const Place& place, std::size_t most) {
    std::error_code code;
    if (fs::is_directory(path, code)) {
        throw Error("not-a-file", fmt::format("'{}' is a folder, and a file is needed", path.string()), "name a file in it", place);
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        throw Error("cannot-read", fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno)),
                    "look at the path and its permissions", place);
    }
    const auto size = fs::file_size(path, code);
    if (!code && size > most) {
        throw Error("too-large", fmt::format("'{}' has {} bytes, and at most {} are read", path.string(), size, most), {}, place);
    }
    std::string result;
    if (!code) result.reserve(size);
    char buffer[1 << 16];
    while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
        result.append(buffer, static_cast<std::size_t>(in.gcount()));
        if (result.size() > most) throw Error("too-large", fmt::format("'{}' has more than {} bytes", path.string(), most), {}, place);
    }
    return result;
}

void write_file(const fs::path& path, std::string_view contents) {
    const fs::path beside = path.string() + fmt::format(".{}.part", ::getpid());
    const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) throw cannot_write(path, errno);
    try {
        write_all(file, contents, path);
    } catch (...) {
        ::close(file);
        ::unlink(beside.c_str());
        throw;
    }
    ::close(file);
    if (::rename(beside.c_str(), path.c_str()) != 0) {
        const int code = errno;
        ::unlink(beside.c_str());
        throw cannot_write(path, code);
    }
}

}  // namespace rif
