#include <rif/host/toml_tree.hpp>

#include <algorithm>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace rif {

namespace {

/// Places out of toml++'s lines and columns (both from 1, columns in characters).
class Converter {
public:
    Converter(std::shared_ptr<const Source> source, std::string_view slug, Diagnostics& diagnostics)
        : source_(std::move(source)), slug_(slug), diagnostics_(diagnostics) {
        line_starts_.push_back(0);
        for (std::size_t i = 0; i < source_->text.size(); ++i) {
            if (source_->text[i] == '\n') line_starts_.push_back(i + 1);
        }
    }

    Place place(const toml::source_region& region) const {
        const std::uint32_t begin = offset(region.begin);
        return {source_, begin, std::max(begin, offset(region.end))};
    }

    TomlTable table(const toml::table& table) {
        TomlTable result;
        for (const auto& [key, node] : table) {
            if (std::optional<TomlNode> value = convert(node)) {
                result.entries.push_back({std::string(key.str()), place(key.source()), std::move(*value)});
            }
        }
        std::ranges::stable_sort(result.entries, {}, [](const TomlEntry& entry) { return entry.key_place.begin; });
        return result;
    }

private:
    std::uint32_t offset(const toml::source_position& position) const {
        const std::string& text = source_->text;
        if (position.line == 0 || position.line > line_starts_.size()) return 0;
        std::size_t at = line_starts_[position.line - 1];
        for (std::size_t column = 1; column < position.column && at < text.size() && text[at] != '\n'; ++column) {
            do ++at;
            while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
        }
        return static_cast<std::uint32_t>(at);
    }

    std::optional<TomlNode> convert(const toml::node& node) {
        TomlNode result{{}, place(node.source())};
        if (const auto* text = node.as_string())
            result.data = text->get();
        else if (const auto* integer = node.as_integer())
            result.data = integer->get();
        else if (const auto* real = node.as_floating_point())
            result.data = real->get();
        else if (const auto* boolean = node.as_boolean())
            result.data = boolean->get();
        else if (const auto* inner = node.as_table())
            result.data = table(*inner);
        else if (const auto* array = node.as_array())
            result.data = items(*array);
        else {
            diagnostics_.error(std::string(slug_), result.place, "a date or a time has no meaning here",
                               "a text, a number, true or false, a list or a table");
            return std::nullopt;
        }
        return result;
    }

    std::vector<TomlNode> items(const toml::array& array) {
        std::vector<TomlNode> result;
        for (const toml::node& node : array) {
            if (std::optional<TomlNode> value = convert(node)) result.push_back(std::move(*value));
        }
        return result;
    }

    std::shared_ptr<const Source> source_;
    std::string_view slug_;
    Diagnostics& diagnostics_;
    std::vector<std::size_t> line_starts_;
};

}  // namespace

const TomlEntry* TomlTable::find(std::string_view key) const {
    const auto found = std::ranges::find(entries, key, &TomlEntry::key);
    return found == entries.end() ? nullptr : &*found;
}

std::optional<double> TomlNode::number() const {
    if (const auto* integer = as<std::int64_t>()) return static_cast<double>(*integer);
    if (const auto* real = as<double>()) return *real;
    return std::nullopt;
}

std::string_view TomlNode::kind() const {
    constexpr std::string_view k_kinds[] = {"a text", "a number", "a number", "true or false", "a list", "a table"};
    return k_kinds[data.index()];
}

std::optional<TomlTable> parse_toml(const std::shared_ptr<const Source>& source, std::string_view slug, Diagnostics& diagnostics) {
    Converter converter(source, slug, diagnostics);
    try {
        const toml::table root = toml::parse(source->text, source->name);
        return converter.table(root);
    } catch (const toml::parse_error& error) {
        diagnostics.error(std::string(slug), converter.place(error.source()), fmt::format("this is no TOML: {}", error.description()));
        return std::nullopt;
    }
}

}  // namespace rif
