// Tensors in a file: the safetensors layout (Hugging Face, safetensors 0.3), which holds nothing that could run.
// 8 bytes of header length (little endian), a JSON header {"name": {"dtype", "shape", "data_offsets"}, "__metadata__": {…}}, then the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <rif/base/mapped_file.hpp>

namespace rif::nn {

using Shape = std::vector<std::size_t>;
std::string to_string(const Shape& shape);  // "[128, 64]"

/// Elements of a tensor.
std::size_t elements(const Shape& shape);

/// A tensor as it lies in the file. bytes: row-major, little endian, exactly the shape's number of elements.
struct StoredTensor {
    std::string dtype;  // "F32", "F16", "I64", …
    Shape shape;
    std::string_view bytes;
};

/// What a safetensors file holds.
struct TensorFile {
    std::map<std::string, StoredTensor, std::less<>> tensors;
    std::map<std::string, std::string, std::less<>> metadata;
};

/// file: the bytes of a whole one, which the result points into; path: its name in errors. errors: rif::Error "damaged-weights".
TensorFile parse_weights(std::string_view file, std::string_view path);

/// A file of tensors, mapped: only what is asked for is read. The whole header is checked before anything else is believed:
/// its length against the file's, its depth, each dtype, shape and offset, no overlap, no gap, no byte left over.
class Weights {
public:
    /// errors: rif::Error "cannot-read", "damaged-weights" with the file, what was found and what was expected.
    static Weights read(const std::filesystem::path& path);

    /// The same of a pytorch_model.bin (a state dict of PyTorch 1.6 or later). No code of it is run: its pickle is read as data.
    /// errors: "cannot-read", "damaged-weights".
    static Weights read_torch(const std::filesystem::path& path);

    const std::map<std::string, StoredTensor, std::less<>>& tensors() const { return tensors_; }
    const std::map<std::string, std::string, std::less<>>& metadata() const { return metadata_; }
    /// errors: rif::Error "missing-tensor", naming those that are nearest.
    const StoredTensor& tensor(std::string_view name) const;
    /// A copy of a tensor of F32, F16 or BF16, the last two widened. errors: "missing-tensor"; "wrong-tensor" where dtype or shape is
    /// another, or a value is not finite.
    std::vector<float> floats(std::string_view name, const Shape& shape) const;
    /// The same into memory that is there. result: as many as the shape says.
    void copy(std::string_view name, const Shape& shape, std::span<float> result) const;

private:
    Weights(MappedFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
    const StoredTensor& check_form(std::string_view name, const Shape& shape) const;

    MappedFile file_;
    std::string path_;
    std::map<std::string, StoredTensor, std::less<>> tensors_;
    std::map<std::string, std::string, std::less<>> metadata_;
};

/// IEEE 754 binary16 and bfloat16, by their bits: every one of them is a float32, exactly.
float widen_f16(std::uint16_t bits);
float widen_bf16(std::uint16_t bits);

struct NamedFloats {
    std::string name;
    Shape shape;
    std::span<const float> values;  // row-major, as many as the shape says
};

/// Writes float32 tensors and texts about them, whole or not at all; the same input gives the same bytes.
/// errors: rif::Error "cannot-write".
void write_weights(const std::filesystem::path& path, std::span<const NamedFloats> tensors,
                   const std::map<std::string, std::string, std::less<>>& metadata);

}  // namespace rif::nn
