#include <rif/nn/bounded_json.hpp>

#include <algorithm>
#include <new>

#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <fmt/core.h>

namespace rif::nn {

namespace json = boost::json;

namespace {

constexpr std::size_t k_free = 12 << 20;  // bytes that any text may take
constexpr std::size_t k_block = 16;       // that an allocation costs besides what was asked for
constexpr std::size_t k_most = SIZE_MAX / 4;
constexpr std::size_t k_most_texts = 1 << 22;  // keys and texts; the largest published vocabularies have half of them

/// Memory up to a bound. Of one value, so of one thread at a time.
class Bounded final : public json::memory_resource {
public:
    explicit Bounded(std::size_t bytes) : left_(bytes) {}

private:
    /// Alignments are left out: all of Boost.JSON's are those of operator new, and it gives a text back with another than it took it with.
    void* do_allocate(std::size_t bytes, std::size_t) override {
        if (bytes > k_most || bytes + k_block > left_) throw JsonFault("it holds more values than its size can mean");
        left_ -= bytes + k_block;
        return ::operator new(bytes);
    }
    void do_deallocate(void* at, std::size_t bytes, std::size_t) override {
        left_ += bytes + k_block;
        ::operator delete(at, bytes);
    }
    bool do_is_equal(const json::memory_resource& other) const noexcept override { return this == &other; }

    std::size_t left_;
};

/// Takes every part of a text, keeps none, and counts keys and texts.
struct Onlooker {
    std::size_t texts = 0;

    static constexpr std::size_t max_object_size = SIZE_MAX, max_array_size = SIZE_MAX, max_key_size = SIZE_MAX, max_string_size = SIZE_MAX;
    using Code = json::error_code;

    bool on_document_begin(Code&) { return true; }
    bool on_document_end(Code&) { return true; }
    bool on_object_begin(Code&) { return true; }
    bool on_object_end(std::size_t, Code&) { return true; }
    bool on_array_begin(Code&) { return true; }
    bool on_array_end(std::size_t, Code&) { return true; }
    bool on_key_part(json::string_view, std::size_t, Code&) { return true; }
    bool on_key(json::string_view, std::size_t, Code&) { return ++texts; }
    bool on_string_part(json::string_view, std::size_t, Code&) { return true; }
    bool on_string(json::string_view, std::size_t, Code&) { return ++texts; }
    bool on_number_part(json::string_view, Code&) { return true; }
    bool on_int64(std::int64_t, json::string_view, Code&) { return true; }
    bool on_uint64(std::uint64_t, json::string_view, Code&) { return true; }
    bool on_double(double, json::string_view, Code&) { return true; }
    bool on_bool(bool, Code&) { return true; }
    bool on_null(Code&) { return true; }
    bool on_comment_part(json::string_view, Code&) { return true; }
    bool on_comment(json::string_view, Code&) { return true; }
};

/// How many keys and texts it has.
std::size_t look_through(std::string_view text, const json::parse_options& options) {
    json::basic_parser<Onlooker> parser(options);
    boost::system::error_code code;
    std::size_t read = parser.write_some(false, text.data(), text.size(), code);
    if (!code && text.find_first_not_of(" \t\r\n", read) != std::string_view::npos) code = json::error::extra_data;
    if (code) throw JsonFault(fmt::format("{}, at byte {}", code.message(), read));
    return parser.handler().texts;
}

}  // namespace

json::value bounded_json(std::string_view text, std::size_t depth, JsonRoom room) {
    json::parse_options options;
    options.max_depth = depth;
    const std::size_t texts = look_through(text, options);
    if (texts > k_most_texts) throw JsonFault(fmt::format("it holds {} texts, and at most {} are read", texts, k_most_texts));
    const std::size_t for_texts = room.for_each_text == 0 ? room.bytes : std::min(room.bytes, text.size() + texts * room.for_each_text);
    const json::storage_ptr memory = json::make_shared_resource<Bounded>(std::max(text.size(), for_texts) + k_free);
    json::parser parser(memory, options);
    parser.reset(memory);
    boost::system::error_code code;
    parser.write(text.data(), text.size(), code);
    if (code) throw JsonFault(code.message());
    return parser.release();
}

}  // namespace rif::nn
