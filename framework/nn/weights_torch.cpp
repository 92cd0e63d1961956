// pytorch_model.bin: a zip archive that libtorch's own reader opens, a pickle that is read as data, and numbers taken where they lie.
#include <algorithm>
#include <cstring>

#include <caffe2/serialize/inline_container.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/nn/state_dict.hpp>
#include <rif/nn/weights.hpp>

namespace rif::nn {

namespace {

constexpr std::string_view k_zip = "PK\x03\x04";
constexpr std::size_t k_local_header = 30, k_longest_names = 2 * 65535;  // bytes: of a zip entry's head; of its name and extra field

struct TypeSize {
    std::string_view dtype;
    std::size_t bytes;
};
constexpr TypeSize k_sizes[] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8},
                                {"I32", 4}, {"I16", 2}, {"I8", 1},  {"U8", 1},   {"BOOL", 1}};

constexpr std::string_view k_footer_mark = "PK\x07\x08";
constexpr std::size_t k_footer = 12;       // bytes: mark, checksum, length
constexpr std::size_t k_sizes_follow = 8;  // flag of a zip entry: its sizes stand behind its data

template <class T>
std::size_t number(std::string_view bytes, std::size_t at) {
    T result = 0;
    std::memcpy(&result, bytes.data() + at, sizeof result);
    return result;
}

/// Whether what follows an entry's data at `end` says that it was that long.
bool ends_after(std::string_view file, std::size_t end, std::size_t length) {
    return end + k_footer <= file.size() && file.substr(end, k_footer_mark.size()) == k_footer_mark &&
           number<std::uint32_t>(file, end + 8) == (length & UINT32_MAX);
}

/// The data of an entry, which begins at `data`: its head, before its name and extra field, says that it is not compressed, and how long
/// it is, or that this stands behind it. length: what it must be; 0 where only its content can tell.
std::string_view plain_data(std::string_view file, std::size_t data, std::size_t length) {
    for (std::size_t names = 0; names <= k_longest_names && names + k_local_header <= data; ++names) {
        const std::size_t head = data - names - k_local_header;
        if (file.substr(head, k_zip.size()) != k_zip ||
            number<std::uint16_t>(file, head + 26) + number<std::uint16_t>(file, head + 28) != names)
            continue;
        if (number<std::uint16_t>(file, head + 8) != 0) throw PickleFault("a part of it is compressed");
        const std::size_t said = number<std::uint32_t>(file, head + 22);
        const bool is_said_behind = (number<std::uint16_t>(file, head + 6) & k_sizes_follow) != 0;
        const bool fits =
            length <= file.size() - data && (is_said_behind ? ends_after(file, data + length, length) : said == (length & UINT32_MAX));
        if (length != 0 && !fits) throw PickleFault(fmt::format("a part of it has not the {} bytes that it claims", length));
        return file.substr(data, length == 0 ? std::string_view::npos : length);
    }
    throw PickleFault("a part of it has no head");
}

std::string_view record(caffe2::serialize::PyTorchStreamReader& archive, std::string_view file, const std::string& name,
                        std::size_t length) {
    if (!archive.hasRecord(name)) throw PickleFault(fmt::format("it has no part '{}'", name));
    const std::size_t begin = archive.getRecordOffset(name);
    if (begin > file.size()) throw PickleFault(fmt::format("its part '{}' is cut off", name));
    return plain_data(file, begin, length);
}

bool lies_in_order(const PickledTensor& tensor) {
    std::size_t expected = 1;
    if (tensor.strides.size() != tensor.shape.size()) return false;
    for (std::size_t axis = tensor.shape.size(); axis-- > 0; expected *= tensor.shape[axis]) {
        if (tensor.shape[axis] > 1 && tensor.strides[axis] != expected) return false;
    }
    return true;
}

/// Elements of a shape, at most `most`; PickleFault above.
std::size_t checked_elements(const PickledTensor& tensor, std::size_t most) {
    std::size_t result = 1;
    for (const std::size_t extent : tensor.shape) {
        if (extent != 0 && result > most / extent)
            throw PickleFault(fmt::format("tensor '{}' claims shape {}", tensor.name, to_string(tensor.shape)));
        result *= extent;
    }
    return result;
}

std::size_t element_bytes(const PickledTensor& tensor) { return std::ranges::find(k_sizes, tensor.dtype, &TypeSize::dtype)->bytes; }

std::size_t storage_bytes(const PickledTensor& tensor) {
    if (tensor.storage_elements > SIZE_MAX / 16)
        throw PickleFault(fmt::format("the storage of tensor '{}' claims {} elements", tensor.name, tensor.storage_elements));
    return tensor.storage_elements * element_bytes(tensor);
}

StoredTensor stored(const PickledTensor& tensor, std::string_view from) {
    const std::size_t size = element_bytes(tensor), room = std::min(tensor.storage_elements, from.size() / size);
    const std::size_t count = checked_elements(tensor, room);
    if (tensor.offset > room - count) throw PickleFault(fmt::format("tensor '{}' reaches past its storage", tensor.name));
    if (!lies_in_order(tensor)) throw PickleFault(fmt::format("tensor '{}' lies in another order than its shape", tensor.name));
    return {tensor.dtype, tensor.shape, from.substr(tensor.offset * size, count * size)};
}

}  // namespace

Weights Weights::read_torch(const std::filesystem::path& path) {
    Weights result(MappedFile(path), path.string());
    const std::string_view file = result.file_.bytes();
    try {
        if (!file.starts_with(k_zip)) throw PickleFault("it is no zip archive; what PyTorch wrote before 1.6 is not read");
        caffe2::serialize::PyTorchStreamReader archive(path.string());
        for (const PickledTensor& tensor : read_state_dict(record(archive, file, "data.pkl", 0))) {
            result.tensors_.emplace(tensor.name, stored(tensor, record(archive, file, "data/" + tensor.storage, storage_bytes(tensor))));
        }
    } catch (const std::exception& fault) {
        const std::string_view what = fault.what();  // libtorch's own go on with a trace of calls
        throw Error("damaged-weights",
                    fmt::format("'{}' is not a whole file of weights: {}", path.string(), what.substr(0, what.find('\n'))),
                    "make it again, or name another folder; safetensors is the safer form");
    }
    return result;
}

}  // namespace rif::nn
