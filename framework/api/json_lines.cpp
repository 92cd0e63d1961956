#include <rif/api/json_lines.hpp>

#include <algorithm>

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/core.h>

namespace rif {

namespace {

namespace json = boost::json;

/// Collects the members of one object; a nested list or object becomes one cell without text.
class RowHandler {
public:
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    std::vector<JsonCell> cells;
    bool is_object = false;
    std::string repeated_key;

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_object_begin(json::error_code&) {
        is_object = is_object || depth_ == 0;
        return open();
    }
    bool on_object_end(std::size_t, json::error_code&) { return close(); }
    bool on_array_begin(json::error_code&) { return open(); }
    bool on_array_end(std::size_t, json::error_code&) { return close(); }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return add(part); }
    bool on_key(json::string_view part, std::size_t, json::error_code&) {
        add(part);
        if (depth_ == 1) take_key();
        collected_.clear();
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) { return add(part); }
    bool on_string(json::string_view part, std::size_t, json::error_code&) { return add(part) && value(CellKind::text); }
    bool on_number_part(json::string_view part, json::error_code&) { return add(part); }
    bool on_int64(std::int64_t, json::string_view part, json::error_code&) { return add(part) && value(CellKind::number); }
    bool on_uint64(std::uint64_t, json::string_view part, json::error_code&) { return add(part) && value(CellKind::number); }
    bool on_double(double, json::string_view part, json::error_code&) { return add(part) && value(CellKind::number); }
    bool on_bool(bool on, json::error_code&) { return add(on ? "true" : "false") && value(CellKind::on_off); }
    bool on_null(json::error_code&) { return value(CellKind::null); }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    bool add(json::string_view part) {
        collected_.append(part.data(), part.size());
        return true;
    }
    bool open() {
        if (depth_++ == 1 && !cells.empty()) cells.back().kind = CellKind::nested;
        return true;
    }
    bool close() {
        --depth_;
        return true;
    }
    void take_key() {
        const bool known = std::any_of(cells.begin(), cells.end(), [&](const JsonCell& cell) { return cell.key == collected_; });
        if (known && repeated_key.empty()) repeated_key = collected_;
        cells.push_back({collected_, {}, CellKind::null});
    }
    bool value(CellKind kind) {
        if (depth_ == 1 && !cells.empty()) {
            cells.back().kind = kind;
            cells.back().text = collected_;
        }
        collected_.clear();
        return true;
    }

    std::string collected_;
    std::size_t depth_ = 0;
};

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Reads one line into `row`; returns what is wrong with it.
std::optional<JsonFault> read_line(std::string_view line, std::size_t number, JsonRow& row) {
    json::basic_parser<RowHandler> parser{json::parse_options()};
    json::error_code error;
    const std::size_t read = parser.write_some(false, line.data(), line.size(), error);
    if (error) return JsonFault{number, read + 1, error.message()};
    if (read < line.size()) return JsonFault{number, read + 1, "something after the end of the object"};
    RowHandler& handler = parser.handler();
    if (!handler.is_object) return JsonFault{number, 1, "a value that is no object"};
    if (!handler.repeated_key.empty()) return JsonFault{number, 1, fmt::format("the key '{}' twice", handler.repeated_key)};
    row = {std::move(handler.cells), number};
    return std::nullopt;
}

}  // namespace

JsonRows json_rows(std::string_view text) {
    JsonRows result;
    for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (is_blank(line)) continue;
        result.fault = read_line(line, number, result.rows.emplace_back());
        if (result.fault) return result;
    }
    return result;
}

}  // namespace rif
