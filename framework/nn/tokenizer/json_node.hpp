// A value in a JSON file that knows where it stands, so that each complaint names the file and the place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boost::json {
class value;
}

namespace rif::nn {

class JsonNode {
public:
    /// The whole of a file. errors: rif::Error "cannot-read", "too-large"; "damaged-tokenizer" where it is no JSON.
    static JsonNode of_file(const std::filesystem::path& path);
    static JsonNode of_text(std::string_view contents, std::string file);
    JsonNode() = default;  // null
    /// The whole of a file, or a null node where there is no such file.
    static JsonNode of_file_if_there(const std::filesystem::path& path);
    JsonNode(std::shared_ptr<const boost::json::value> document, std::string file);

    bool is_null() const;  // null, or not there
    bool is_object() const;
    bool is_array() const;
    bool is_text() const;
    /// The member `key`; a null node where there is none. errors: rif::Error "damaged-tokenizer" where this is something else than an
    /// object.
    JsonNode operator[](std::string_view key) const;
    std::vector<JsonNode> items() const;
    std::vector<std::string> keys() const;
    std::string text() const;
    bool flag() const;
    std::int64_t whole() const;
    double number() const;
    std::string text_or(std::string fallback) const { return is_null() ? fallback : text(); }
    bool flag_or(bool fallback) const { return is_null() ? fallback : flag(); }
    std::int64_t whole_or(std::int64_t fallback) const { return is_null() ? fallback : whole(); }

    /// The value itself. errors: as above where it is null.
    const boost::json::value& value() const;
    /// Where it stands: "normalizer.normalizers[1]".
    const std::string& path() const { return path_; }
    /// Ends with an error that names file and place: "'x/tokenizer.json': model.vocab is …".
    [[noreturn]] void damaged(std::string_view what) const;
    /// The same, for a part that may be right but is not known here.
    [[noreturn]] void unknown(std::string_view what, std::string_view known) const;

private:
    JsonNode(const JsonNode& parent, const boost::json::value* value, std::string path);

    std::shared_ptr<const boost::json::value> document_;
    const boost::json::value* value_ = nullptr;
    std::string file_, path_;
};

}  // namespace rif::nn
