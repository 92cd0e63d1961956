#include "write.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/core.h>

#include <rif/base/error.hpp>

#include "slots.hpp"

namespace rif {

namespace {

constexpr std::size_t k_most_draws = 1000;  // of one text, until it differs from all others

/// What one text has of one attribute.
struct Naming {
    std::optional<std::size_t> value;
    bool planted = false;
};

/// Of `count` texts of one label: round(bias count) with the stereotyped value, round(unnamed count) with none, the rest the values in
/// turn.
std::vector<Naming> namings(const SensitiveAttribute& attribute, std::size_t label, std::size_t count, double bias, double unnamed,
                            Random& random) {
    const auto planted = static_cast<std::size_t>(std::lround(bias * static_cast<double>(count)));
    const std::size_t none = std::min(count - planted, static_cast<std::size_t>(std::lround(unnamed * static_cast<double>(count))));
    std::vector<Naming> result(planted, {attribute.stereotype[label], true});
    result.resize(planted + none, {});
    for (std::size_t i = 0; result.size() < count; ++i) result.push_back({i % attribute.values.size(), false});
    random.shuffle(result);
    return result;
}

template <class T>
const T& one_of(const std::vector<T>& items, Random& random) {
    return items[random.below(items.size())];
}

class Writer {
public:
    Writer(const Recipe& recipe, Random& random) : recipe_(recipe), random_(random) {}

    std::string text(std::size_t label, const std::vector<std::optional<std::size_t>>& values) {
        std::vector<const SynonymGroup*> own, other;
        for (const SynonymGroup& group : recipe_.groups) {
            if (group.label == label) own.push_back(&group);
            if (group.with == label) other.push_back(&group);
        }
        unused_.clear();
        std::vector<std::string> body;
        add(own, recipe_.own, recipe_.turned, values, body);
        add(other, recipe_.other, recipe_.misplaced, values, body);
        random_.shuffle(body);
        std::string text = filled(sentence("opening"), values, {});
        for (const std::string& each : body) text += " " + each;
        return text + " " + filled(sentence("closing"), values, {});
    }

private:
    /// `count` sentences about as many different groups, with the turned word in a share `turned` of the draws.
    void add(std::vector<const SynonymGroup*> groups, std::size_t count, double turned,
             const std::vector<std::optional<std::size_t>>& values, std::vector<std::string>& body) {
        random_.shuffle(groups);
        groups.resize(count);
        for (const SynonymGroup* group : groups) {
            const std::string& word = random_.uniform() < turned ? group->turned : one_of(group->words, random_);
            body.push_back(filled(sentence(group->part), values, group->before + word));
        }
    }

    /// A sentence of this part that the text does not have yet; any, once all are used.
    std::string sentence(const std::string& part) {
        std::vector<std::string>& left = unused_[part];
        if (left.empty()) left = recipe_.sentences.find(part)->second;
        std::swap(left[random_.below(left.size())], left.back());
        std::string result = std::move(left.back());
        left.pop_back();
        return result;
    }

    std::string filled(const std::string& sentence, const std::vector<std::optional<std::size_t>>& values, const std::string& word) {
        std::vector<Edit> edits;
        for (const TemplateSlot& slot : slots_of(sentence)) {
            const std::string filler = slot.name == "word" ? word : filler_of(slot.name, values);
            edits.push_back({slot.span, slot.capital ? title(filler) : filler});
        }
        return with_edits(sentence, edits);
    }

    std::string filler_of(const std::string& slot, const std::vector<std::optional<std::size_t>>& values) {
        for (std::size_t i = 0; i < recipe_.attributes.size(); ++i) {
            const SensitiveAttribute& attribute = recipe_.attributes[i];
            const auto words = attribute.slots.find(slot);
            if (words != attribute.slots.end()) return words->second[values[i].value_or(attribute.values.size())];
        }
        return one_of(recipe_.fillers.find(slot)->second, random_);
    }

    const Recipe& recipe_;
    Random& random_;
    std::map<std::string, std::vector<std::string>> unused_;  // sentences by part, of the text in work
};

}  // namespace

std::vector<WrittenText> write_texts(const Recipe& recipe, const WriteOptions& options, Random random) {
    const std::size_t labels = recipe.labels.size();
    std::vector<WrittenText> texts(options.texts);
    for (std::size_t label = 0; label < labels; ++label) {
        const std::size_t count = options.texts / labels + (label < options.texts % labels);
        for (std::size_t a = 0; a < recipe.attributes.size(); ++a) {
            const double bias = a == options.biased ? options.bias : 0;
            const std::vector<Naming> drawn = namings(recipe.attributes[a], label, count, bias, options.unnamed, random);
            for (std::size_t i = 0; i < count; ++i) {
                WrittenText& text = texts[i * labels + label];
                text.label = label;
                text.values.push_back(drawn[i].value);
                text.planted = text.planted || drawn[i].planted;
            }
        }
    }
    Writer writer(recipe, random);
    std::unordered_set<std::string> seen;
    for (WrittenText& text : texts) {
        for (std::size_t draws = 0; text.text.empty() || !seen.insert(text.text).second; ++draws) {
            if (draws == k_most_draws) {
                throw Error("too-many-texts", fmt::format("after {} texts, {} draws brought no new one", seen.size(), k_most_draws),
                            "ask for fewer texts, or add sentences and fillers to the file");
            }
            text.text = writer.text(text.label, text.values);
        }
    }
    return texts;
}

}  // namespace rif
