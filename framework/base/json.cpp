#include <rif/base/json.hpp>

#include <charconv>
#include <cmath>

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <rif/base/text.hpp>

namespace rif {

namespace {

std::string with_replacements(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t bad = first_invalid_utf8(text);
        if (bad == std::string_view::npos) break;
        result.append(text.substr(0, bad)).append("\xEF\xBF\xBD");
        text.remove_prefix(bad + 1);
    }
    return result.append(text);
}

}  // namespace

std::string json_string(std::string_view text) {
    return boost::json::serialize(boost::json::value(boost::json::string(with_replacements(text))));
}

std::string json_number(double value) {
    if (!std::isfinite(value)) return "null";
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end};
}

}  // namespace rif
