#include <rif/base/hash.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include <fmt/core.h>
#include <openssl/evp.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

namespace rif {

struct Hasher::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    State() { EVP_DigestInit_ex(context, EVP_sha256(), nullptr); }
    ~State() { EVP_MD_CTX_free(context); }
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;

Hasher& Hasher::raw(std::string_view bytes) {
    EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
    return *this;
}

Hasher& Hasher::add(std::string_view bytes) {
    std::array<char, 8> length{};
    for (std::size_t i = 0; i < length.size(); ++i) length[i] = static_cast<char>(bytes.size() >> (8 * i));
    return raw({length.data(), length.size()}).raw(bytes);
}

std::string Hasher::hex() {
    std::array<unsigned char, 32> digest{};
    EVP_DigestFinal_ex(state_->context, digest.data(), nullptr);
    std::string result;
    for (const unsigned char byte : digest) result += fmt::format("{:02x}", byte);
    return result;
}

std::string sha256(std::string_view bytes) { return Hasher().raw(bytes).hex(); }

namespace {

std::string sha256_of_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error("cannot-read", fmt::format("cannot read '{}'", path.string()), "look at its permissions");
    Hasher hasher;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0) {
        hasher.raw({buffer.data(), static_cast<std::size_t>(in.gcount())});
    }
    return hasher.hex();
}

}  // namespace

std::string sha256_of(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) return sha256_of_file(path);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    Hasher hasher;
    for (const auto& file : files) hasher.add(file.lexically_relative(path).generic_string()).add(sha256_of_file(file));
    return hasher.hex();
}

}  // namespace rif
