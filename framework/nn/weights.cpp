#include <rif/nn/weights.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <boost/json.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/json.hpp>
#include <rif/nn/bounded_json.hpp>
#include <rif/nn/ops/row_kernels.hpp>

namespace rif::nn {

static_assert(std::endian::native == std::endian::little, "weights are little endian");

namespace {

namespace json = boost::json;

constexpr std::size_t k_length_bytes = 8;
constexpr std::size_t k_longest_header = 100'000'000;  // safetensors' own limit
constexpr std::size_t k_deepest_header = 8;            // it has four levels
constexpr std::string_view k_metadata = "__metadata__";

struct Dtype {
    std::string_view name;
    std::size_t bytes;
};
constexpr Dtype k_dtypes[] = {{"F64", 8}, {"F32", 4}, {"F16", 2},  {"BF16", 2}, {"I64", 8}, {"I32", 4}, {"I16", 2},
                              {"I8", 1},  {"U8", 1},  {"BOOL", 1}, {"U16", 2},  {"U32", 4}, {"U64", 8}};

/// One sentence about one file.
class Complaint {
public:
    explicit Complaint(std::string_view path) : path_(path) {}
    [[noreturn]] void operator()(std::string_view what) const {
        throw Error("damaged-weights", fmt::format("'{}' is not a whole file of weights: {}", path_, what),
                    "make it again, or name another file");
    }

private:
    std::string path_;
};

std::size_t number(const json::value& value, std::string_view what, const Complaint& complain) {
    if (const auto* whole = value.if_int64(); whole && *whole >= 0) return static_cast<std::size_t>(*whole);
    if (const auto* whole = value.if_uint64()) return *whole;
    complain(fmt::format("{} is not a whole number", what));
}

const json::value& member(const json::object& object, std::string_view name, std::string_view key, const Complaint& complain) {
    const json::value* found = object.if_contains(key);
    if (!found) complain(fmt::format("tensor '{}' has no {}", name, key));
    return *found;
}

/// Bytes of a tensor; stops before a product passes what an address can hold.
std::size_t size_of(const StoredTensor& tensor, std::string_view name, const Complaint& complain) {
    const auto dtype = std::ranges::find(k_dtypes, tensor.dtype, &Dtype::name);
    if (dtype == std::end(k_dtypes)) complain(fmt::format("tensor '{}' has dtype '{}', which is unknown", name, tensor.dtype));
    std::size_t bytes = dtype->bytes;
    for (const std::size_t extent : tensor.shape) {
        if (extent != 0 && bytes > SIZE_MAX / extent) complain(fmt::format("tensor '{}' claims shape {}", name, to_string(tensor.shape)));
        bytes *= extent;
    }
    return bytes;
}

/// file_bytes: the header may take as many, since a whole file is mostly data.
json::value parsed(std::string_view header, std::size_t file_bytes, const Complaint& complain) {
    try {
        return bounded_json(header, k_deepest_header, {file_bytes, 0});
    } catch (const JsonFault& fault) {
        complain(fmt::format("its header is no JSON object ({})", fault.what()));
    }
}

struct Interval {
    std::size_t begin, end;
    std::string name;
};

/// dtype and shape of one entry of the header; its place in the data goes into `interval`.
StoredTensor entry(std::string_view name, const json::value& value, std::size_t data_bytes, Interval& interval, const Complaint& complain) {
    const json::object* object = value.if_object();
    if (!object) complain(fmt::format("tensor '{}' is not described by an object", name));
    const json::value& dtype = member(*object, name, "dtype", complain);
    const json::value& shape = member(*object, name, "shape", complain);
    const json::value& offsets = member(*object, name, "data_offsets", complain);
    if (!dtype.is_string()) complain(fmt::format("the dtype of tensor '{}' is not a text", name));
    if (!shape.is_array()) complain(fmt::format("the shape of tensor '{}' is not a list", name));
    if (!offsets.is_array() || offsets.get_array().size() != 2) complain(fmt::format("tensor '{}' has not two data_offsets", name));
    StoredTensor result{std::string(dtype.get_string()), {}, {}};
    for (const json::value& extent : shape.get_array())
        result.shape.push_back(number(extent, fmt::format("an extent of tensor '{}'", name), complain));
    interval = {number(offsets.at(0), "an offset", complain), number(offsets.at(1), "an offset", complain), std::string(name)};
    const std::size_t bytes = size_of(result, name, complain);
    if (interval.begin > interval.end || interval.end > data_bytes || interval.end - interval.begin != bytes) {
        complain(fmt::format("tensor '{}' of {} bytes claims bytes {} to {} of {}", name, bytes, interval.begin, interval.end, data_bytes));
    }
    return result;
}

/// Intervals must cover the data once: nothing twice, nothing left out.
void check_cover(std::vector<Interval> intervals, std::size_t data_bytes, const Complaint& complain) {
    std::ranges::sort(intervals,
                      [](const Interval& a, const Interval& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    std::size_t covered = 0;
    for (const Interval& interval : intervals) {
        if (interval.begin != covered) {
            complain(
                fmt::format("tensor '{}' begins at byte {} of the data, where {} was expected", interval.name, interval.begin, covered));
        }
        covered = interval.end;
    }
    if (covered != data_bytes) complain(fmt::format("its tensors end at byte {} of the data, which has {}", covered, data_bytes));
}

}  // namespace

std::size_t elements(const Shape& shape) {
    std::size_t result = 1;
    for (const std::size_t extent : shape) result *= extent;
    return result;
}

std::string to_string(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

Weights Weights::read(const std::filesystem::path& path) {
    Weights result(MappedFile(path), path.string());
    TensorFile found = parse_weights(result.file_.bytes(), result.path_);
    result.tensors_ = std::move(found.tensors), result.metadata_ = std::move(found.metadata);
    return result;
}

TensorFile parse_weights(std::string_view bytes, std::string_view path) {
    const Complaint complain(path);
    if (bytes.size() < k_length_bytes) complain(fmt::format("it has {} bytes", bytes.size()));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), k_length_bytes);
    if (length > bytes.size() - k_length_bytes || length > k_longest_header) {
        complain(fmt::format("its header claims {} bytes, and {} follow", length, bytes.size() - k_length_bytes));
    }
    const json::value header = parsed(bytes.substr(k_length_bytes, length), bytes.size(), complain);
    if (!header.is_object()) complain("its header is no JSON object (something else)");

    const std::string_view data = bytes.substr(k_length_bytes + length);
    TensorFile result;
    std::vector<Interval> intervals;
    for (const auto& [key, value] : header.get_object()) {
        const std::string name(key);
        if (name == k_metadata) {
            if (!value.is_object()) complain("its __metadata__ is no object");
            for (const auto& [about, text] : value.get_object()) {
                if (!text.is_string()) complain(fmt::format("its __metadata__ '{}' is no text", std::string(about)));
                result.metadata.emplace(about, text.get_string());
            }
            continue;
        }
        StoredTensor tensor = entry(name, value, data.size(), intervals.emplace_back(), complain);
        tensor.bytes = data.substr(intervals.back().begin, intervals.back().end - intervals.back().begin);
        result.tensors.emplace(name, std::move(tensor));
    }
    check_cover(std::move(intervals), data.size(), complain);
    return result;
}

const StoredTensor& Weights::tensor(std::string_view name) const {
    const auto found = tensors_.find(name);
    if (found != tensors_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [each, tensor] : tensors_) names.push_back(each);
    throw Error("missing-tensor", fmt::format("'{}' has no tensor '{}'", path_, name), did_you_mean(name, names));
}

std::vector<float> Weights::floats(std::string_view name, const Shape& shape) const {
    std::vector<float> result(check_form(name, shape).bytes.empty() ? 0 : elements(shape));
    copy(name, shape, result);
    return result;
}

const StoredTensor& Weights::check_form(std::string_view name, const Shape& shape) const {
    const StoredTensor& stored = tensor(name);
    const bool is_float = stored.dtype == "F32" || stored.dtype == "F16" || stored.dtype == "BF16";
    if (is_float && stored.shape == shape) return stored;
    throw Error("wrong-tensor", fmt::format("tensor '{}' of '{}' is {} {}, and F32 {} is needed", name, path_, stored.dtype,
                                            to_string(stored.shape), to_string(shape)));
}

void Weights::copy(std::string_view name, const Shape& shape, std::span<float> result) const {
    const StoredTensor& stored = check_form(name, shape);
    if (result.empty()) return;
    if (stored.dtype == "F32") {
        std::memcpy(result.data(), stored.bytes.data(), stored.bytes.size());
    } else {
        const auto widen = stored.dtype == "F16" ? widen_f16 : widen_bf16;
        for (std::size_t i = 0; i < result.size(); ++i) {
            std::uint16_t bits;
            std::memcpy(&bits, stored.bytes.data() + i * sizeof bits, sizeof bits);
            result[i] = widen(bits);
        }
    }
    if (!all_finite(result.data(), result.size())) {
        const auto odd = std::ranges::find_if_not(result, [](float value) { return std::isfinite(value); });
        throw Error("wrong-tensor", fmt::format("tensor '{}' of '{}' has value {} at place {}", name, path_, *odd, odd - result.begin()));
    }
}

float widen_bf16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

float widen_f16(std::uint16_t bits) {
    constexpr std::uint32_t k_bias = 127 - 15;  // of the exponents of binary32 and binary16
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16, exponent = (bits >> 10) & 0x1fu, fraction = bits & 0x3ffu;
    if (exponent == 0) {  // zero, or smaller than the smallest normal: fraction · 2^-24
        const float small = std::ldexp(static_cast<float>(fraction), -24);
        return sign ? -small : small;
    }
    const std::uint32_t wide = exponent == 0x1fu ? 0xffu : exponent + k_bias;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

void write_weights(const std::filesystem::path& path, std::span<const NamedFloats> tensors,
                   const std::map<std::string, std::string, std::less<>>& metadata) {
    std::string header = "{" + json_string(k_metadata) + ":{";
    for (const auto& [key, text] : metadata) header += (header.back() == '{' ? "" : ",") + json_string(key) + ":" + json_string(text);
    header += "}";
    std::size_t offset = 0;
    for (const NamedFloats& tensor : tensors) {
        const std::size_t end = offset + tensor.values.size() * sizeof(float);
        header += fmt::format(",{}:{{\"dtype\":\"F32\",\"shape\":[{}],\"data_offsets\":[{},{}]}}", json_string(tensor.name),
                              fmt::join(tensor.shape, ","), offset, end);
        offset = end;
    }
    header += "}";
    header.append((k_length_bytes - header.size() % k_length_bytes) % k_length_bytes, ' ');  // so that the data is aligned

    const std::uint64_t length = header.size();
    std::string file(k_length_bytes, '\0');
    std::memcpy(file.data(), &length, k_length_bytes);
    file += header;
    file.reserve(file.size() + offset);
    for (const NamedFloats& tensor : tensors)
        file.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
    write_file(path, file);
}

}  // namespace rif::nn
