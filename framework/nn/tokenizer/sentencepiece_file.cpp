// A SentencePiece model file, read by libsentencepiece; its normalisation table, which the library does not hand out, by field number.
#include <fmt/core.h>
#include <sentencepiece_processor.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/tokenizer/files.hpp>

namespace rif::nn {

namespace {

constexpr std::size_t k_largest_file = std::size_t{256} << 20;  // bytes

// source: sentencepiece_model.proto.
constexpr std::uint64_t k_normalizer_spec = 3, k_precompiled_charsmap = 2;

/// A whole number of a Protocol Buffers message, taken from its front; false at the end or where it is cut off.
bool take_varint(std::string_view& bytes, std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

/// The bytes of the last field of that number that has bytes; empty where there is none.
std::string_view field(std::string_view message, std::uint64_t wanted) {
    std::string_view found;
    std::uint64_t tag = 0, size = 0;
    while (take_varint(message, tag)) {
        switch (tag & 7) {
            case 0:
                if (!take_varint(message, size)) return found;
                size = 0;
                break;
            case 1: size = 8; break;
            case 5: size = 4; break;
            case 2:
                if (!take_varint(message, size)) return found;
                break;
            default: return found;
        }
        if (size > message.size()) return found;
        if ((tag & 7) == 2 && tag >> 3 == wanted) found = message.substr(0, size);
        message.remove_prefix(size);
    }
    return found;
}

}  // namespace

SentencePieceFile read_sentencepiece(const std::filesystem::path& path) {
    const std::string bytes = read_file(path, {}, k_largest_file);
    sentencepiece::SentencePieceProcessor model;
    const auto status = model.LoadFromSerializedProto(bytes);
    if (!status.ok())
        throw Error("damaged-tokenizer", fmt::format("'{}' is no SentencePiece model: {}", path.string(), status.ToString()),
                    "use the checkpoint's original files");
    SentencePieceFile file;
    file.unknown = model.unk_id();
    for (int id = 0; id < model.GetPieceSize(); ++id) file.pieces.emplace_back(model.IdToPiece(id), model.GetScore(id));
    file.charsmap = field(field(bytes, k_normalizer_spec), k_precompiled_charsmap);
    return file;
}

}  // namespace rif::nn
