#include <rif/host/describe.hpp>

#include <algorithm>
#include <sstream>

#include <fmt/core.h>

#include <rif/base/text.hpp>

namespace rif {

namespace {

constexpr std::size_t k_least_help = 28;  // columns; with less, help goes onto lines of its own
constexpr std::size_t k_help_indent = 6;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string result;
    for (const std::string& word : words) result += (result.empty() ? "" : std::string(between)) + word;
    return result;
}

/// Words of `text` in lines of at most `width` columns, each after the first begun with `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::istringstream words(text);
    std::string result, word;
    std::size_t column = indent;
    while (words >> word) {
        const std::size_t size = display_width(word);
        if (column > indent && column + 1 + size > width) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += size;
    }
    return result;
}

std::string padded(const std::string& text, std::size_t width) {
    const std::size_t size = display_width(text);
    return text + std::string(size < width ? width - size : 0, ' ');
}

/// " 0..1", " from 1", or "".
std::string bounds(const Parameter& parameter) {
    if (parameter.low && parameter.high) return fmt::format(" {}..{}", *parameter.low, *parameter.high);
    if (parameter.low) return fmt::format(" from {}", *parameter.low);
    if (parameter.high) return fmt::format(" to {}", *parameter.high);
    return {};
}

std::string simple_type(Type type, const std::string& block_role, const Parameter& parameter) {
    if (type == Type::choice) return joined(parameter.choices, " | ");
    if (type == Type::block) return block_role;
    if (type == Type::on_off) return "on | off";
    return std::string(type_name(type));
}

std::string default_phrase(const Parameter& parameter) {
    if (parameter.required) return "required";
    if (!parameter.default_value) return "-";
    const std::string printed = print(*parameter.default_value);
    return printed == "[]" ? "-" : printed;
}

std::string help_phrase(const Parameter& parameter) {
    std::string result = parameter.framework ? "(run) " + parameter.help : parameter.help;
    if (!parameter.deprecated.empty()) result = fmt::format("(deprecated: use {}) {}", parameter.deprecated, result);
    for (std::size_t i = 0; i < parameter.choice_help.size(); ++i) {
        if (!parameter.choice_help[i].empty()) result += fmt::format(" {}: {}.", parameter.choices[i], parameter.choice_help[i]);
    }
    return result;
}

struct Row {
    std::string key, type, value, help;
};

std::vector<Row> rows_of(const std::vector<Parameter>& parameters) {
    std::vector<Row> result;
    for (const Parameter& parameter : parameters) {
        result.push_back({parameter.key, type_phrase(parameter), default_phrase(parameter), help_phrase(parameter)});
    }
    return result;
}

std::string table(const std::vector<Row>& rows, std::size_t indent, std::size_t width) {
    std::size_t key = 0, type = 0, value = 0;
    for (const Row& row : rows) {
        key = std::max(key, display_width(row.key));
        type = std::max(type, display_width(row.type));
        value = std::max(value, display_width(row.value));
    }
    const std::size_t help = indent + key + type + value + 6;
    const bool beside = help + k_least_help <= width;
    std::string result;
    for (const Row& row : rows) {
        result += std::string(indent, ' ') + padded(row.key, key) + "  " + padded(row.type, type) + "  ";
        if (beside)
            result += padded(row.value, value) + "  " + wrapped(row.help, help, width) + "\n";
        else
            result += row.value + "\n" + std::string(indent + k_help_indent, ' ') + wrapped(row.help, indent + k_help_indent, width) + "\n";
    }
    return result;
}

/// "reads target, counterpart · needs probabilities · score of texts (1 is the same)".
std::string nature(const PluginEntry& plugin) {
    std::vector<std::string> parts;
    std::vector<std::string> reads;
    for (const Reads& read : plugin.reads) {
        reads.push_back(read.when_key.empty() ? read.what : fmt::format("{} (with {} = {})", read.what, read.when_key, read.when_value));
    }
    if (!reads.empty()) parts.push_back("reads " + joined(reads, ", "));
    if (!plugin.needs.empty()) parts.push_back("needs " + plugin.needs);
    if (plugin.role == Role::similarity) {
        std::vector<std::string> things;
        for (const std::string& input : plugin.inputs) things.push_back(input + "s");
        parts.push_back(fmt::format("{} of {}; {} is the same", plugin.kind, joined(things, ", "), plugin.same.value_or(0)));
    }
    if (plugin.role == Role::model || plugin.role == Role::dataset) parts.push_back("takes " + joined(plugin.inputs, ", "));
    if (!plugin.deterministic) parts.push_back("not deterministic");
    return joined(parts, " · ");
}

std::string ended(std::string sentence) {
    if (!sentence.empty() && sentence.back() != '.') sentence += '.';
    return sentence;
}

}  // namespace

std::string type_phrase(const Parameter& parameter) {
    std::string result;
    if (parameter.type == Type::list) {
        result = "list of " + simple_type(parameter.of.value_or(Type::text), parameter.of_block_role, parameter);
    } else {
        result = simple_type(parameter.type, parameter.block_role, parameter);
        if (parameter.type == Type::condition) result = "condition on " + parameter.on;
    }
    result += bounds(parameter);
    if (!parameter.unit.empty() && parameter.unit != "any" && parameter.type != Type::probability)
        result += fmt::format(" [{}]", parameter.unit);
    if (parameter.many) result += ", or a list";
    if (parameter.or_word) result += " or " + *parameter.or_word;
    return result;
}

std::string origin_phrase(const PluginEntry& plugin) {
    if (plugin.origin == "installed" || plugin.origin == "build") return "built in";
    return "from " + plugin.folder.string();
}

std::string described_as_text(const PluginEntry& plugin, std::size_t width) {
    std::string result = fmt::format("{}  (plugin interface {}, {})\n", plugin.full_name(), plugin.api, origin_phrase(plugin));
    std::string about = ended(plugin.summary);
    if (!plugin.source.empty()) about += "  Source: " + ended(plugin.source);
    if (!plugin.licence.empty()) about += "  Licence: " + ended(plugin.licence);
    if (!plugin.version.empty()) about += "  Version " + ended(plugin.version);
    result += wrapped(about, 0, width) + "\n";
    if (const std::string line = nature(plugin); !line.empty()) result += wrapped(line, 0, width) + "\n";
    if (!plugin.schema.parameters.empty()) result += "\n" + table(rows_of(plugin.schema.parameters), 2, width);
    for (const GroupSchema& group : plugin.schema.groups) {
        result +=
            fmt::format("\n  {} {}{{ … }}{}\n", group.key, group.labelled ? "NAME " : "", group.repeats ? "   any number of times" : "");
        if (!group.help.empty()) result += "  " + wrapped(group.help, 2, width) + "\n";
        result += table(rows_of(group.parameters), 4, width);
    }
    std::error_code ignored;
    if (const auto example = plugin.folder / "example.rif"; std::filesystem::exists(example, ignored))
        result += "\nexample: " + example.string() + "\n";
    return result;
}

}  // namespace rif
