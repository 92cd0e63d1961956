#include "recipe.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/format.h>
#include <toml++/toml.h>

#include <rif/base/diagnostic.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/text.hpp>

#include "slots.hpp"

namespace rif {

namespace {

using Texts = std::vector<std::string>;

class Reader {
public:
    Reader(const std::filesystem::path& path, const Place& place) : name_(path.string()), place_(place) {
        try {
            root_ = toml::parse(read_file(path, place), name_);
        } catch (const toml::parse_error& error) {
            throw Error("bad-template", fmt::format("{}:{}: {}", name_, error.source().begin.line, error.description()), {}, place_);
        }
    }

    Recipe read() {
        recipe_.summary = text(root_, "summary");
        recipe_.labels = texts(root_, "labels");
        if (recipe_.labels.size() < 2) fail(root_, "labels lists fewer than two labels");
        recipe_.own = count(root_, "own");
        recipe_.other = count(root_, "other");
        if (recipe_.own <= recipe_.other) fail(root_, "own is not above other, so the label would not be what most sentences say");
        recipe_.turned = share(root_, "turned");
        recipe_.misplaced = share(root_, "misplaced");
        for (const toml::table* table : tables("attributes")) recipe_.attributes.push_back(attribute(*table));
        for (const toml::table* table : tables("groups")) recipe_.groups.push_back(group(*table));
        recipe_.sentences = lists("sentences");
        recipe_.fillers = lists("fillers");
        check();
        return std::move(recipe_);
    }

private:
    [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
        throw Error("bad-template", fmt::format("{}:{}: {}", name_, node.source().begin.line, what), {}, place_);
    }

    const toml::node& entry(const toml::table& table, std::string_view key) const {
        if (const toml::node* node = table.get(key)) return *node;
        fail(table, fmt::format("there is no '{}'", key));
    }

    std::string text(const toml::table& table, std::string_view key) const {
        const toml::node& node = entry(table, key);
        if (const auto value = node.value_exact<std::string>()) return *value;
        fail(node, fmt::format("'{}' is no text", key));
    }

    std::size_t count(const toml::table& table, std::string_view key) const {
        constexpr std::int64_t k_most_sentences = 100;
        const toml::node& node = entry(table, key);
        const auto value = node.value_exact<std::int64_t>();
        if (value && *value >= 0 && *value <= k_most_sentences) return static_cast<std::size_t>(*value);
        fail(node, fmt::format("'{}' is no count from 0 to {}", key, k_most_sentences));
    }

    double share(const toml::table& table, std::string_view key) const {
        const toml::node& node = entry(table, key);
        const auto value = node.value<double>();
        if (value && *value >= 0 && *value <= 1) return *value;
        fail(node, fmt::format("'{}' is no share from 0 to 1", key));
    }

    Texts texts_of(const toml::node& node, std::string_view key) const {
        Texts result;
        if (!node.is_array()) fail(node, fmt::format("'{}' is no list of texts", key));
        for (const toml::node& item : *node.as_array()) {
            const auto value = item.value_exact<std::string>();
            if (!value || first_invalid_utf8(*value) != std::string::npos)
                fail(item, fmt::format("'{}' holds something that is no text", key));
            if (std::find(result.begin(), result.end(), *value) != result.end())
                fail(item, fmt::format("'{}' lists '{}' twice", key, *value));
            result.push_back(*value);
        }
        if (result.empty()) fail(node, fmt::format("'{}' is an empty list", key));
        return result;
    }
    Texts texts(const toml::table& table, std::string_view key) const { return texts_of(entry(table, key), key); }

    const toml::table& table(const toml::table& from, std::string_view key) const {
        const toml::node& node = entry(from, key);
        if (!node.is_table()) fail(node, fmt::format("'{}' is no table", key));
        return *node.as_table();
    }

    std::vector<const toml::table*> tables(std::string_view key) const {
        const toml::node& node = entry(root_, key);
        std::vector<const toml::table*> result;
        if (!node.is_array_of_tables()) fail(node, fmt::format("'{0}' is no list of tables [[{0}]]", key));
        for (const toml::node& item : *node.as_array()) result.push_back(item.as_table());
        return result;
    }

    std::map<std::string, Texts, std::less<>> lists(std::string_view key) const {
        std::map<std::string, Texts, std::less<>> result;
        for (const auto& [name, node] : table(root_, key)) result[std::string(name.str())] = texts_of(node, name.str());
        return result;
    }

    std::size_t index_of(const std::string& word, const Texts& words, const toml::table& at, std::string_view what) const {
        const auto found = std::find(words.begin(), words.end(), word);
        if (found == words.end()) fail(at, fmt::format("'{}' is no {}; there are {}", word, what, fmt::join(words, ", ")));
        return static_cast<std::size_t>(found - words.begin());
    }

    SensitiveAttribute attribute(const toml::table& from) const {
        SensitiveAttribute result{text(from, "name"), texts(from, "values"), {}, {}};
        const toml::table& stereotype = table(from, "stereotype");
        for (const std::string& label : recipe_.labels)
            result.stereotype.push_back(index_of(text(stereotype, label), result.values, stereotype, "value"));
        for (const auto& [slot, node] : table(from, "slots")) {
            // Words may repeat ("her", "her"), so this is no list of different texts.
            Texts words;
            if (const toml::array* array = node.as_array()) {
                for (const toml::node& item : *array) words.push_back(item.value_or(std::string()));
            }
            if (words.size() != result.values.size() + 1) {
                fail(node, fmt::format("'{}' has {} words; it needs one for each of the {} values, and one for a text that names none",
                                       slot.str(), words.size(), result.values.size()));
            }
            result.slots[std::string(slot.str())] = std::move(words);
        }
        return result;
    }

    SynonymGroup group(const toml::table& from) const {
        SynonymGroup result;
        result.label = index_of(text(from, "label"), recipe_.labels, from, "label");
        result.with = index_of(text(from, "with"), recipe_.labels, from, "label");
        if (result.label == result.with) fail(from, "'label' and 'with' are the same");
        result.part = text(from, "part");
        result.before = from.contains("before") ? text(from, "before") : "";
        result.words = texts(from, "words");
        result.turned = text(from, "turned");
        if (std::find(result.words.begin(), result.words.end(), result.turned) != result.words.end())
            fail(from, "'turned' is one of 'words'");
        return result;
    }

    void check() const {
        for (std::size_t label = 0; label < recipe_.labels.size(); ++label) {
            const auto own = std::count_if(recipe_.groups.begin(), recipe_.groups.end(),
                                           [&](const SynonymGroup& group) { return group.label == label; });
            const auto other =
                std::count_if(recipe_.groups.begin(), recipe_.groups.end(), [&](const SynonymGroup& group) { return group.with == label; });
            if (static_cast<std::size_t>(own) < recipe_.own)
                fail(root_, fmt::format("label '{}' has {} groups, and own asks for {}", recipe_.labels[label], own, recipe_.own));
            if (static_cast<std::size_t>(other) < recipe_.other) {
                fail(root_, fmt::format("{} groups are mixed up with label '{}', and other asks for {}", other, recipe_.labels[label],
                                        recipe_.other));
            }
        }
        const toml::table& sentences = table(root_, "sentences");
        for (const char* needed : {"opening", "closing"}) entry(sentences, needed);
        for (const SynonymGroup& group : recipe_.groups) entry(sentences, group.part);
        for (const auto& [part, templates] : recipe_.sentences) check_slots(part, templates, entry(sentences, part));
    }

    void check_slots(const std::string& part, const Texts& templates, const toml::node& node) const {
        const bool takes_word = part != "opening" && part != "closing";
        for (const std::string& sentence : templates) {
            std::size_t words = 0;
            for (const TemplateSlot& slot : slots_of(sentence)) {
                if (slot.name == "word" && takes_word)
                    ++words;
                else if (!is_known(slot.name))
                    fail(node, fmt::format("'{{{}}}' in \"{}\" is no slot of an attribute and no filler", slot.name, sentence));
            }
            if (takes_word && words != 1) fail(node, fmt::format("\"{}\" has {} places for {{word}}, and needs one", sentence, words));
        }
    }

    bool is_known(const std::string& slot) const {
        const auto has_slot = [&](const SensitiveAttribute& attribute) { return attribute.slots.contains(slot); };
        return recipe_.fillers.contains(slot) || std::any_of(recipe_.attributes.begin(), recipe_.attributes.end(), has_slot);
    }

    std::string name_;
    const Place& place_;
    toml::table root_;
    Recipe recipe_;
};

}  // namespace

std::size_t Recipe::attribute(std::string_view name) const {
    const auto found =
        std::find_if(attributes.begin(), attributes.end(), [&](const SensitiveAttribute& attribute) { return attribute.name == name; });
    return static_cast<std::size_t>(found - attributes.begin());
}

Recipe read_recipe(const std::filesystem::path& path, const Place& place) { return Reader(path, place).read(); }

}  // namespace rif
