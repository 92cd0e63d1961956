// A SentencePiece model file, read by field number. libsentencepiece cannot do it here: it carries a Protocol Buffers library of its own,
// whose symbols clash with those of the one that libtorch loads, so that a program with both ends before main.
#include <bit>
#include <cstring>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/tokenizer/files.hpp>

namespace rif::nn {

namespace {

constexpr std::size_t k_largest_file = std::size_t{256} << 20;  // bytes

// source: sentencepiece_model.proto.
constexpr std::uint64_t k_pieces = 1, k_normalizer_spec = 3;                       // of the model
constexpr std::uint64_t k_piece = 1, k_score = 2, k_type = 3, k_unknown_type = 2;  // of a piece
constexpr std::uint64_t k_precompiled_charsmap = 2;                                // of the normaliser

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

/// One field of a message: its bytes (of a text, a message or a fixed number), or its whole number.
struct Field {
    std::uint64_t number = 0, whole = 0;
    std::string_view bytes = {};
};

/// Takes the next field from the front; false at the end. `is_damaged` is set where the message is cut off or has a field of no known form.
bool take_field(std::string_view& message, Field& field, bool& is_damaged) {
    if (message.empty()) return false;
    std::uint64_t tag = 0, size = 0;
    field = {};
    is_damaged = !take_varint(message, tag);
    switch (tag & 7) {
        case 0: is_damaged = is_damaged || !take_varint(message, field.whole); break;
        case 1: size = 8; break;
        case 2: is_damaged = is_damaged || !take_varint(message, size); break;
        case 5: size = 4; break;
        default: is_damaged = true;
    }
    is_damaged = is_damaged || size > message.size();
    if (is_damaged) return false;
    field.number = tag >> 3;
    field.bytes = message.substr(0, size);
    message.remove_prefix(size);
    return true;
}

struct ScoredPiece {
    std::string text;
    double score = 0;
    bool is_unknown = false;
};

ScoredPiece read_piece(std::string_view message, bool& is_damaged) {
    ScoredPiece result;
    for (Field field; take_field(message, field, is_damaged);) {
        if (field.number == k_piece) result.text = std::string(field.bytes);
        if (field.number == k_type) result.is_unknown = field.whole == k_unknown_type;
        if (field.number != k_score || field.bytes.size() != sizeof(float)) continue;
        float score = 0;
        std::memcpy(&score, field.bytes.data(), sizeof score);
        result.score = static_cast<double>(score);
    }
    return result;
}

}  // namespace

SentencePieceFile read_sentencepiece(const std::filesystem::path& path) {
    static_assert(std::endian::native == std::endian::little, "scores are little endian");
    const std::string bytes = read_file(path, {}, k_largest_file);
    SentencePieceFile file;
    bool is_damaged = false, has_unknown = false;
    std::string_view message = bytes;
    for (Field field; !is_damaged && take_field(message, field, is_damaged);) {
        if (field.number == k_pieces) {
            const ScoredPiece piece = read_piece(field.bytes, is_damaged);
            if (piece.is_unknown) file.unknown = static_cast<std::int64_t>(file.pieces.size()), has_unknown = true;
            file.pieces.emplace_back(piece.text, piece.score);
        }
        if (field.number != k_normalizer_spec) continue;
        std::string_view normalizer = field.bytes;
        for (Field part; take_field(normalizer, part, is_damaged);) {
            if (part.number == k_precompiled_charsmap) file.charsmap = std::string(part.bytes);
        }
    }
    if (is_damaged || file.pieces.empty() || !has_unknown) {
        const char* what = is_damaged            ? "it is cut off, or no model at all"
                           : file.pieces.empty() ? "it has no pieces"
                                                 : "no piece of it is the unknown one";
        throw Error("damaged-tokenizer", fmt::format("'{}' is no SentencePiece model: {}", path.string(), what),
                    "use the checkpoint's original files");
    }
    return file;
}

}  // namespace rif::nn
