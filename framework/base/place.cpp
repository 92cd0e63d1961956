#include <rif/base/place.hpp>

#include <algorithm>

#include <fmt/core.h>

namespace rif {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::string_view without_return(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

}  // namespace

std::string_view Source::line(std::size_t number) const {
    std::size_t begin = 0;
    for (std::size_t i = 1; i < number; ++i) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return {};
        ++begin;
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    return without_return(std::string_view(text).substr(begin, end - begin));
}

std::string_view Place::text() const {
    if (!source) return {};
    const std::size_t first = std::min<std::size_t>(begin, source->text.size());
    const std::size_t last = std::clamp<std::size_t>(end, first, source->text.size());
    return std::string_view(source->text).substr(first, last - first);
}

LineColumn Place::start() const {
    if (!source) return {};
    const std::string_view before = std::string_view(source->text).substr(0, begin);
    const std::size_t newline = before.rfind('\n');
    const std::string_view in_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const auto characters = std::count_if(in_line.begin(), in_line.end(), starts_character);
    return {static_cast<std::size_t>(lines) + 1, static_cast<std::size_t>(characters) + 1};
}

std::string Place::to_string() const {
    if (!source) return {};
    const LineColumn at = start();
    return fmt::format("{}:{}:{}", source->name, at.line, at.column);
}

Place spanning(const Place& first, const Place& last) {
    if (!first) return last;
    if (!last) return first;
    return {first.source, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

}  // namespace rif
