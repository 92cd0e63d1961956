// Reading a dictionary, and joining two states of it.
#include <rif/engine/dictionary.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/engine/expressions.hpp>
#include <rif/engine/toml_data.hpp>

namespace rif {
namespace {

constexpr std::int64_t k_format = 1;
constexpr std::string_view k_slug = "dictionary";
constexpr std::string_view k_help = "mend that line, or move the file away to have it built anew";

Error fault(const std::string& message, const Place& place) { return {std::string(k_slug), message, std::string(k_help), place}; }

/// "" where the key is absent.
std::string text(const TomlTable& table, std::string_view key) {
    const TomlEntry* entry = table.find(key);
    if (!entry) return {};
    if (const auto* value = entry->value.as<std::string>()) return *value;
    throw fault(fmt::format("`{}` is a text in quotes, and not {}", key, entry->value.kind()), entry->value.place);
}

std::string required_text(const TomlTable& table, std::string_view key, const Place& place) {
    const std::string value = text(table, key);
    if (value.empty()) throw fault(fmt::format("an entry needs a `{}`", key), place);
    return value;
}

std::optional<double> number(const TomlTable& table, std::string_view key) {
    const TomlEntry* entry = table.find(key);
    if (!entry) return std::nullopt;
    if (const auto value = entry->value.number()) return value;
    throw fault(fmt::format("`{}` is a number, and not {}", key, entry->value.kind()), entry->value.place);
}

Verdict verdict(const TomlTable& table) {
    const std::string name = text(table, "verdict");
    if (name.empty() || name == "open") return Verdict::open;
    if (name == "admitted") return Verdict::admitted;
    if (name == "rejected") return Verdict::rejected;
    throw fault(fmt::format("a verdict is \"admitted\", \"rejected\" or \"open\", and not \"{}\"", name),
                table.find("verdict")->value.place);
}

/// The flat measurement of an entry, or one of `also`.
void add_measurement(const TomlTable& table, DictionaryEntry& entry) {
    const auto value = number(table, "S_eq");
    const std::string by = text(table, "measured_by");
    if (value && !by.empty()) entry.measured.push_back({by, {*value, number(table, "forward"), number(table, "backward")}});
}

/// Nothing where the key is absent.
const std::vector<TomlNode>& tables(const TomlTable& table, std::string_view key) {
    static const std::vector<TomlNode> none;
    const TomlEntry* entry = table.find(key);
    if (!entry) return none;
    const auto* nodes = entry->value.array();
    const bool all_tables =
        nodes && std::all_of(nodes->begin(), nodes->end(), [](const TomlNode& node) { return node.table() != nullptr; });
    if (!all_tables) throw fault(fmt::format("`{}` is a list of tables", key), entry->key_place);
    return *nodes;
}

DictionaryEntry entry_of(const TomlTable& table, const Place& place) {
    expect_keys(table,
                {"word", "substitution", "S_eq", "forward", "backward", "measured_by", "also", "source", "verdict", "reviewed_by", "note"},
                k_slug);
    DictionaryEntry entry{required_text(table, "word", place),
                          required_text(table, "substitution", place),
                          text(table, "source"),
                          {},
                          verdict(table),
                          text(table, "reviewed_by"),
                          text(table, "note")};
    add_measurement(table, entry);
    for (const TomlNode& other : tables(table, "also")) {
        expect_keys(*other.table(), {"measured_by", "S_eq", "forward", "backward"}, k_slug);
        add_measurement(*other.table(), entry);
    }
    return entry;
}

void read_asked(const TomlTable& root, Dictionary& dictionary) {
    const TomlEntry* asked = root.find("asked");
    if (!asked) return;
    if (!asked->value.table()) throw fault("`asked` is a table of words and numbers", asked->key_place);
    for (const TomlEntry& word : asked->value.table()->entries) {
        const auto* count = word.value.as<std::int64_t>();
        if (!count || *count < 0) throw fault("the number of candidates that were asked for is a whole one", word.value.place);
        dictionary.words[normal_form(word.key)].asked = std::size_t(*count);
    }
}

Dictionary dictionary_of(const TomlTable& root, const std::filesystem::path& path) {
    expect_keys(root, {"format", "perturbation", "entry", "asked"}, k_slug);
    const TomlEntry* format = root.find("format");
    const auto* number = format ? format->value.as<std::int64_t>() : nullptr;
    if (!number || *number != k_format)
        throw fault(fmt::format("'{}' is not a dictionary of format {}, which is what this rif reads", path.string(), k_format),
                    format ? format->value.place : Place{});
    Dictionary result;
    result.perturbation = text(root, "perturbation");
    for (const TomlNode& node : tables(root, "entry")) {
        DictionaryEntry entry = entry_of(*node.table(), node.place);
        DictionaryWord& word = result.words[normal_form(entry.word)];
        word.entries.push_back(std::move(entry));
    }
    read_asked(root, result);
    return result;
}

DictionaryEntry* find(DictionaryWord& word, const std::string& substitution) {
    const std::string key = normal_form(substitution);
    const auto at = std::find_if(word.entries.begin(), word.entries.end(),
                                 [&](const DictionaryEntry& entry) { return normal_form(entry.substitution) == key; });
    return at == word.entries.end() ? nullptr : &*at;
}

}  // namespace

const DirectedScore* DictionaryEntry::find(const std::string& by) const {
    const auto at = std::find_if(measured.begin(), measured.end(), [&](const Measurement& each) { return each.by == by; });
    return at == measured.end() ? nullptr : &at->score;
}

void Dictionary::take_reviews(const Dictionary& edited) {
    for (const auto& [key, theirs] : edited.words) {
        DictionaryWord& ours = words[key];
        ours.asked = std::max(ours.asked, theirs.asked);
        for (const DictionaryEntry& entry : theirs.entries) {
            DictionaryEntry* same = find(ours, entry.substitution);
            if (!same) {
                ours.entries.push_back(entry);
                continue;
            }
            same->note = entry.note;
            same->reviewed_by = entry.reviewed_by;
            if (entry.is_reviewed()) same->verdict = entry.verdict;
        }
    }
}

std::optional<Dictionary> read_dictionary(const std::filesystem::path& path, const Place& place) {
    if (!std::filesystem::exists(path)) return std::nullopt;
    return dictionary_of(read_toml(path, k_slug, place), path);
}

}  // namespace rif
