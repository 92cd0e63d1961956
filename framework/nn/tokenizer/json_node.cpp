#include <rif/nn/tokenizer/json_node.hpp>

#include <cmath>

#include <boost/json.hpp>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/bounded_json.hpp>

namespace rif::nn {

namespace json = boost::json;

namespace {

constexpr std::size_t k_largest_file = std::size_t{512} << 20;  // bytes; the largest published tokenizer.json has 35 MB
constexpr std::size_t k_spread = 5;          // bytes in memory for each in the file, at most; published vocabularies take 4
constexpr std::size_t k_bytes_of_text = 64;  // in memory of one token or merge, with what stands beside it

std::string_view kind_name(const json::value* value) {
    if (!value) return "missing";
    switch (value->kind()) {
        case json::kind::null: return "null";
        case json::kind::bool_: return "true or false";
        case json::kind::int64:
        case json::kind::uint64:
        case json::kind::double_: return "a number";
        case json::kind::string: return "a text";
        case json::kind::array: return "a list";
        case json::kind::object: return "an object";
    }
    return "something else";
}

}  // namespace

JsonNode JsonNode::of_file(const std::filesystem::path& path) { return of_text(read_file(path, {}, k_largest_file), path.string()); }

JsonNode JsonNode::of_text(std::string_view contents, std::string file) {
    try {
        auto document =
            std::make_shared<const json::value>(bounded_json(contents, k_json_depth, {k_spread * contents.size(), k_bytes_of_text}));
        return JsonNode(std::move(document), std::move(file));
    } catch (const JsonFault& fault) {
        throw Error("damaged-tokenizer", fmt::format("'{}' is no JSON: {}", file, fault.what()), "use the checkpoint's original files");
    }
}

JsonNode JsonNode::of_file_if_there(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return of_file(path);
    return JsonNode(nullptr, path.string());
}

JsonNode::JsonNode(std::shared_ptr<const json::value> document, std::string file)
    : document_(std::move(document)), value_(document_.get()), file_(std::move(file)) {}

JsonNode::JsonNode(const JsonNode& parent, const json::value* value, std::string path)
    : document_(parent.document_), value_(value), file_(parent.file_), path_(std::move(path)) {}

bool JsonNode::is_null() const { return !value_ || value_->is_null(); }
bool JsonNode::is_object() const { return value_ && value_->is_object(); }
bool JsonNode::is_array() const { return value_ && value_->is_array(); }
bool JsonNode::is_text() const { return value_ && value_->is_string(); }

JsonNode JsonNode::operator[](std::string_view key) const {
    const std::string path = path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
    if (is_null()) return JsonNode(*this, nullptr, path);
    if (!value_->is_object()) damaged(fmt::format("is {}, and an object was expected", kind_name(value_)));
    return JsonNode(*this, value_->get_object().if_contains(key), path);
}

std::vector<JsonNode> JsonNode::items() const {
    if (!is_array()) damaged(fmt::format("is {}, and a list was expected", kind_name(value_)));
    std::vector<JsonNode> items;
    for (const json::value& item : value_->get_array()) items.push_back(JsonNode(*this, &item, fmt::format("{}[{}]", path_, items.size())));
    return items;
}

std::vector<std::string> JsonNode::keys() const {
    if (!is_object()) damaged(fmt::format("is {}, and an object was expected", kind_name(value_)));
    std::vector<std::string> keys;
    for (const auto& member : value_->get_object()) keys.emplace_back(member.key());
    return keys;
}

std::string JsonNode::text() const {
    if (!is_text()) damaged(fmt::format("is {}, and a text was expected", kind_name(value_)));
    return std::string(value_->get_string());
}

bool JsonNode::flag() const {
    if (!value_ || !value_->is_bool()) damaged(fmt::format("is {}, and true or false was expected", kind_name(value_)));
    return value_->get_bool();
}

std::int64_t JsonNode::whole() const {
    const double value = number();
    if (std::abs(value) > 9e15 || value != std::floor(value)) damaged("is no whole number");
    return static_cast<std::int64_t>(value);
}

double JsonNode::number() const {
    if (value_ && value_->is_int64()) return static_cast<double>(value_->get_int64());
    if (value_ && value_->is_uint64()) return static_cast<double>(value_->get_uint64());
    if (!value_ || !value_->is_double()) damaged(fmt::format("is {}, and a number was expected", kind_name(value_)));
    return value_->get_double();
}

const json::value& JsonNode::value() const {
    if (is_null()) damaged("is missing");
    return *value_;
}

void JsonNode::damaged(std::string_view what) const {
    throw Error("damaged-tokenizer", fmt::format("'{}': {} {}", file_, path_.empty() ? "it" : path_, what),
                "use the checkpoint's original files");
}

void JsonNode::unknown(std::string_view what, std::string_view known) const {
    throw Error("unknown-tokenizer", fmt::format("'{}': {} is {}, which is not known here", file_, path_.empty() ? "it" : path_, what),
                fmt::format("known: {}", known));
}

}  // namespace rif::nn
