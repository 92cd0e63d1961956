// SHA-256 of contents: what a cell's id, a cache key and a record of inputs are made of.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace rif {

class Hasher {
public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    /// Adds the length and the bytes, so that ("ab", "c") and ("a", "bc") differ.
    Hasher& add(std::string_view bytes);
    Hasher& raw(std::string_view bytes);
    /// 64 lower-case hexadecimal digits. Call once.
    std::string hex();

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string sha256(std::string_view bytes);
/// Of a file's contents, or of a folder: names and contents of all files below, in order of names.
/// errors: rif::Error "cannot-read" with the path.
std::string sha256_of(const std::filesystem::path& path);

}  // namespace rif
