#include <rif/host/table_reader.hpp>

#include <algorithm>

#include <fmt/core.h>

namespace rif {

const TomlEntry* TableReader::entry(std::string_view key) {
    asked_.emplace_back(key);
    return table_.find(key);
}

template <class T>
const T* TableReader::typed(std::string_view key, std::string_view expected) {
    const TomlEntry* found = entry(key);
    if (!found) return nullptr;
    const T* value = found->value.as<T>();
    if (!value)
        error(found->value.place, fmt::format("'{}' of {} is {}", key, where_, found->value.kind()), fmt::format("expected {}", expected));
    return value;
}

std::optional<std::string> TableReader::text(std::string_view key) {
    const auto* value = typed<std::string>(key, "a text in quotes");
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<bool> TableReader::flag(std::string_view key) {
    const auto* value = typed<bool>(key, "true or false");
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key) {
    const auto* value = typed<std::int64_t>(key, "a whole number");
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<double> TableReader::number(std::string_view key) {
    const TomlEntry* found = entry(key);
    if (!found) return std::nullopt;
    const std::optional<double> value = found->value.number();
    if (!value) error(found->value.place, fmt::format("'{}' of {} is {}", key, where_, found->value.kind()), "expected a number");
    return value;
}

std::vector<std::string> TableReader::texts(std::string_view key) {
    std::vector<std::string> result;
    const auto* items = typed<std::vector<TomlNode>>(key, "a list of texts");
    if (!items) return result;
    for (const TomlNode& item : *items) {
        if (const auto* text = item.as<std::string>())
            result.push_back(*text);
        else
            error(item.place, fmt::format("'{}' of {} holds {}", key, where_, item.kind()), "expected a text in quotes");
    }
    return result;
}

const TomlTable* TableReader::table(std::string_view key) { return typed<TomlTable>(key, "a table"); }

bool TableReader::allowed_word(const std::string& word, const Place& place, std::string_view key, const std::vector<std::string>& allowed) {
    if (std::ranges::find(allowed, word) != allowed.end()) return true;
    error(place, fmt::format("'{}' of {} is '{}'", key, where_, word), fmt::format("expected {}", expected_names(word, allowed)));
    return false;
}

std::optional<std::string> TableReader::one_of(std::string_view key, const std::vector<std::string>& allowed) {
    const std::optional<std::string> word = text(key);
    if (!word || !allowed_word(*word, table_.find(key)->value.place, key, allowed)) return std::nullopt;
    return word;
}

std::vector<std::string> TableReader::some_of(std::string_view key, const std::vector<std::string>& allowed) {
    std::vector<std::string> result;
    const std::vector<std::string> words = texts(key);
    for (const std::string& word : words) {
        if (allowed_word(word, table_.find(key)->value.place, key, allowed)) result.push_back(word);
    }
    return result;
}

void TableReader::error(const Place& place, std::string message, std::string label, std::string help) {
    diagnostics_.error(slug_, place, std::move(message), std::move(label), std::move(help));
}

void TableReader::missing(std::string_view key, std::string help) {
    error(head_, fmt::format("{} has no '{}'", where_, key), {}, std::move(help));
}

void TableReader::finish() {
    for (const TomlEntry& entry : table_.entries) {
        if (std::ranges::find(asked_, entry.key) != asked_.end()) continue;
        error(entry.key_place, fmt::format("{} has no key '{}'", where_, entry.key), did_you_mean(entry.key, asked_));
    }
}

}  // namespace rif
