// Reading a dictionary, and joining two states of it.
#include <rif/engine/dictionary.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/engine/expressions.hpp>

namespace rif {
namespace {

constexpr std::int64_t k_format = 1;

/// Reads one file; every fault names its line.
class Reader {
public:
    Reader(const std::filesystem::path& path, const Place& place) : file_(path.string()), place_(place) {}

    Dictionary dictionary(std::string_view text) const {
        const toml::table root = parsed(text);
        expect_keys(root, {"format", "perturbation", "entry", "asked"});
        if (const std::int64_t format = root["format"].value_or(std::int64_t{0}); format != k_format)
            throw fault(root.source(), fmt::format("this dictionary has format {}, and this rif reads format {}", format, k_format));
        Dictionary result;
        result.perturbation = root["perturbation"].value_or(std::string());
        if (const toml::array* entries = root["entry"].as_array())
            for (const toml::node& node : *entries) add(node, result);
        if (const toml::table* asked = root["asked"].as_table())
            for (const auto& [word, node] : *asked)
                result.words[normal_form(word.str())].asked = std::size_t(std::max<std::int64_t>(0, node.value_or(std::int64_t{0})));
        return result;
    }

private:
    Error fault(const toml::source_region& at, const std::string& message) const {
        return {"dictionary", fmt::format("{}:{}:{}: {}", file_, at.begin.line, at.begin.column, message),
                "mend that line, or move the file away to have it built anew", place_};
    }

    toml::table parsed(std::string_view text) const {
        try {
            return toml::parse(text, file_);
        } catch (const toml::parse_error& error) {
            throw fault(error.source(), std::string(error.description()));
        }
    }

    void expect_keys(const toml::table& table, std::initializer_list<std::string_view> known) const {
        for (const auto& [key, node] : table)
            if (std::find(known.begin(), known.end(), key.str()) == known.end())
                throw fault(key.source(), fmt::format("a dictionary has no key '{}' here: {}", key.str(), fmt::join(known, ", ")));
    }

    std::string text(const toml::table& table, std::string_view key, bool required) const {
        const auto value = table[key].value_exact<std::string>();
        if (value && !(required && value->empty())) return *value;
        if (table.contains(key) || required) throw fault(table.source(), fmt::format("an entry needs a text `{} = \"…\"`", key));
        return {};
    }

    std::optional<double> number(const toml::table& table, std::string_view key) const {
        const auto value = table[key].value<double>();
        if (table.contains(key) && !value) throw fault(table[key].node()->source(), fmt::format("`{}` is a number", key));
        return value;
    }

    /// The flat measurement of an entry, or one of `also`.
    void add_measurement(const toml::table& table, DictionaryEntry& entry) const {
        const auto value = number(table, "S_eq");
        const std::string by = text(table, "measured_by", false);
        if (value && !by.empty()) entry.measured.push_back({by, {*value, number(table, "forward"), number(table, "backward")}});
    }

    Verdict verdict(const toml::table& table) const {
        const std::string name = text(table, "verdict", false);
        if (name.empty() || name == "open") return Verdict::open;
        if (name == "admitted") return Verdict::admitted;
        if (name == "rejected") return Verdict::rejected;
        throw fault(table["verdict"].node()->source(), fmt::format("a verdict is \"admitted\", \"rejected\" or \"open\", and not \"{}\"", name));
    }

    void add(const toml::node& node, Dictionary& result) const {
        const toml::table* table = node.as_table();
        if (!table) throw fault(node.source(), "an entry is a table: [[entry]]");
        expect_keys(*table, {"word", "substitution", "S_eq", "forward", "backward", "measured_by", "also", "source", "verdict", "reviewed_by", "note"});
        DictionaryEntry entry{text(*table, "word", true), text(*table, "substitution", true), text(*table, "source", false), {}, verdict(*table),
                              text(*table, "reviewed_by", false), text(*table, "note", false)};
        add_measurement(*table, entry);
        if (const toml::array* also = (*table)["also"].as_array())
            for (const toml::node& other : *also) {
                if (!other.is_table()) throw fault(other.source(), "`also` is a list of tables: [{ measured_by = \"…\", S_eq = 0.9 }]");
                add_measurement(*other.as_table(), entry);
            }
        result.words[normal_form(entry.word)].entries.push_back(std::move(entry));
    }

    std::string file_;
    Place place_;
};

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
    return Reader(path, place).dictionary(read_file(path, place));
}

}  // namespace rif
