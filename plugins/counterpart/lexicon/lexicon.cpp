// counterpart/lexicon: terms of the sensitive attributes become slots, and each slot is filled with another value of its attribute.
// Source: Algorithm 2 of the paper, as section 1 of share/doc/measures.md decides it.
// Cost: one pass over the text for M(v) and one for M(v'), a hash look-up a word; no model.

#include <algorithm>
#include <atomic>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/counterpart.hpp>
#include <rif/api/register.hpp>

#include "filling.hpp"
#include "masking.hpp"

namespace rif {
namespace {

using namespace lexicon;

/// Every value of an attribute moves by `steps` along its active values, around the end: distinct values stay distinct, none stays
/// itself, and with two values it is the swap.
using Rotation = std::size_t;

std::size_t position(const Attribute& attribute, std::size_t value) {
    return static_cast<std::size_t>(std::ranges::find(attribute.active, value) - attribute.active.begin());
}
std::size_t moved(const Attribute& attribute, std::size_t value, Rotation steps) {
    return attribute.active[(position(attribute, value) + steps) % attribute.active.size()];
}

std::vector<std::size_t> active_values(const Lexicon& lexicon, const std::set<std::string>& asked, const Arguments& arguments) {
    std::vector<std::size_t> active;
    const bool restricted = std::ranges::any_of(lexicon.values, [&](const std::string& value) { return asked.contains(value); });
    for (std::size_t i = 0; i < lexicon.values.size(); ++i) {
        const bool is_default = std::ranges::find(lexicon.default_values, lexicon.values[i]) != lexicon.default_values.end();
        if (restricted ? asked.contains(lexicon.values[i]) : is_default) active.push_back(i);
    }
    if (active.size() < 2)
        throw arguments.error(
            "values", "too-few-values",
            fmt::format("{} is left with one value, {}, and needs two to move between", lexicon.attribute, lexicon.values[active[0]]),
            fmt::format("values of {}: {}", lexicon.attribute, fmt::join(lexicon.values, ", ")));
    return active;
}

Lexicon lexicon_named(const std::string& name, const Arguments& arguments) {
    const std::vector<std::string> known = arguments.services().data_names("lexicons", ".toml");
    if (std::ranges::find(known, name) == known.end())
        throw arguments.error("attributes", "unknown-attribute", fmt::format("there is no lexicon '{}' on the data path", name),
                              fmt::format("lexicons there are: {}", fmt::join(known, ", ")));
    const Place place = arguments.place("attributes");
    return read_lexicon(arguments.services().data_file("lexicons/" + name + ".toml", place), name, place);
}

std::vector<Attribute> attributes_of(const Arguments& arguments) {
    const std::vector<std::string> values = arguments.texts("values");
    const std::set<std::string> asked(values.begin(), values.end());
    std::set<std::string> unknown = asked, names;
    std::vector<Attribute> result;
    for (const std::string& name : arguments.texts("attributes")) {
        if (!names.insert(name).second) throw arguments.error("attributes", "repeated-attribute", fmt::format("'{}' is named twice", name));
        Lexicon lexicon = lexicon_named(name, arguments);
        for (const std::string& value : lexicon.values) unknown.erase(value);
        std::vector<std::size_t> active = active_values(lexicon, asked, arguments);
        result.push_back({std::move(lexicon), std::move(active)});
    }
    if (result.empty()) throw arguments.error("attributes", "no-attributes", "attributes is an empty list", "attributes = [gender]");
    if (unknown.empty()) return result;
    std::vector<std::string> all;
    for (const Attribute& attribute : result) all.insert(all.end(), attribute.lexicon.values.begin(), attribute.lexicon.values.end());
    throw arguments.error("values", "unknown-value", fmt::format("no attribute has the value '{}'", *unknown.begin()),
                          fmt::format("values there are: {}", fmt::join(all, ", ")));
}

/// `count` of the numbers below `bound`, in the order drawn, or all of them in order (Floyd's sampling).
std::vector<std::size_t> drawn(std::size_t bound, std::size_t count, Random& random) {
    std::vector<std::size_t> result;
    if (count >= bound) {
        for (std::size_t i = 0; i < bound; ++i) result.push_back(i);
        return result;
    }
    std::set<std::size_t> taken;
    for (std::size_t most = bound - count; most < bound; ++most) {
        const std::size_t one = random.below(most + 1);
        result.push_back(taken.contains(one) ? most : one);
        taken.insert(result.back());
    }
    return result;
}

class LexiconCounterpart final : public Counterpart {
public:
    explicit LexiconCounterpart(const Arguments& arguments)
        : masking_(attributes_of(arguments), English(arguments.services(), arguments.place())),
          require_all_(arguments.choice("require") == "all"),
          independent_(arguments.on("independent")),
          services_(arguments.services_pointer()) {
        if (!arguments.is_word("per_individual", "all")) per_individual_ = static_cast<std::size_t>(arguments.count("per_individual"));
        if (independent_ && per_individual_ == k_all)
            throw arguments.error("per_individual", "too-many-counterparts",
                                  "with independent = on, all counterparts are as many as the values to the power of the slots",
                                  "per_individual = 10");
    }

    std::vector<std::string> attributes() const override {
        std::vector<std::string> names;
        for (const Attribute& attribute : masking_.attributes()) names.push_back(attribute.lexicon.attribute);
        return names;
    }

    std::vector<std::string> sensitive_terms() const override {
        std::set<std::string> terms;
        for (const auto& [lexicon, active] : masking_.attributes()) {
            for (const Concept& one : lexicon.concepts) {
                for (const std::size_t value : active) {
                    const Term& term = one.terms[value];
                    if (!term.absent() && !term.put_in_only) terms.insert(fold_case(term.text));
                    for (const std::string& also : term.also) terms.insert(fold_case(also));
                }
            }
        }
        return {terms.begin(), terms.end()};
    }

    Counterparts counterparts(const Individual& individual, Random random) const override {
        warn_of_missing_spaces(individual);
        const Words words = words_of(individual.text);
        const Mask mask = masking_.mask(words);
        Counterparts result;
        for (std::size_t i = 0; i < masking_.attributes().size(); ++i)
            if (std::ranges::any_of(mask.terms, [&](const Found& found) { return found.meaning.attribute == i; }))
                result.named.push_back(attributes()[i]);
        if (result.named.empty())
            result.why_none = Outcome::no_sensitive_token;
        else if (require_all_ && result.named.size() < masking_.attributes().size())
            result.why_none = Outcome::attribute_missing;
        else
            make(words, mask, random, result);
        return result;
    }

private:
    static constexpr std::size_t k_all = SIZE_MAX;
    static constexpr std::size_t k_tries = 8;  // draws for each independent counterpart that is to differ from the others

    void make(const Words& words, const Mask& mask, Random& random, Counterparts& result) const {
        for (const std::vector<std::size_t>& targets : independent_ ? independent_targets(mask, random) : joint_targets(mask, random)) {
            CounterpartText made = filled(masking_, words, mask, targets);
            const bool known = made.text == words.text ||
                               std::ranges::any_of(result.made, [&](const CounterpartText& other) { return other.text == made.text; });
            if (!known && result.made.size() < per_individual_) result.made.push_back(std::move(made));
        }
        if (result.made.empty()) result.why_none = Outcome::no_sensitive_token;
    }

    bool has_word(const Found& found, std::size_t value) const { return !masking_.concept_of(found.meaning).terms[value].absent(); }

    /// Rotations that give every term of the attribute a word; where there is none, those that change a term at all.
    std::vector<Rotation> rotations(const Mask& mask, std::size_t attribute) const {
        const Attribute& values = masking_.attributes()[attribute];
        std::vector<Rotation> complete, partial;
        for (Rotation steps = 1; steps < values.active.size(); ++steps) {
            std::size_t terms = 0, worded = 0;
            for (const Found& found : mask.terms) {
                if (found.meaning.attribute != attribute) continue;
                ++terms;
                worded += has_word(found, moved(values, found.meaning.value, steps));
            }
            if (terms > 0 && worded == terms) complete.push_back(steps);
            if (worded > 0) partial.push_back(steps);
        }
        return complete.empty() ? partial : complete;
    }

    /// Every attribute by one rotation: drawn without repeats among all combinations.
    std::vector<std::vector<std::size_t>> joint_targets(const Mask& mask, Random& random) const {
        std::vector<std::vector<Rotation>> choices;
        std::size_t combinations = 1;
        for (std::size_t i = 0; i < masking_.attributes().size(); ++i) {
            choices.push_back(rotations(mask, i));
            if (choices.back().empty()) choices.back().push_back(0);
            combinations *= choices.back().size();
        }
        std::vector<std::vector<std::size_t>> result;
        for (std::size_t combination : drawn(combinations, per_individual_, random)) {
            std::vector<Rotation> steps;
            for (const std::vector<Rotation>& choice : choices) {
                steps.push_back(choice[combination % choice.size()]);
                combination /= choice.size();
            }
            std::vector<std::size_t>& targets = result.emplace_back();
            for (const Found& found : mask.terms)
                targets.push_back(
                    moved(masking_.attributes()[found.meaning.attribute], found.meaning.value, steps[found.meaning.attribute]));
        }
        return result;
    }

    /// Every slot by itself: uniform over the other values that have a word for it.
    std::vector<std::vector<std::size_t>> independent_targets(const Mask& mask, Random& random) const {
        std::vector<std::vector<std::size_t>> result(per_individual_ == 1 ? 1 : per_individual_ * k_tries);
        for (std::vector<std::size_t>& targets : result) {
            for (const Found& found : mask.terms) {
                std::vector<std::size_t> others;
                for (const std::size_t value : masking_.attributes()[found.meaning.attribute].active)
                    if (value != found.meaning.value && has_word(found, value)) others.push_back(value);
                targets.push_back(others.empty() ? found.meaning.value : others[random.below(others.size())]);
            }
        }
        return result;
    }

    /// Once a run: in a script without spaces no term is found inside a phrase.
    void warn_of_missing_spaces(const Individual& individual) const {
        if (!is_written_without_spaces(individual.text) || warned_.test_and_set()) return;
        services_->warn(
            fmt::format("individual '{}' is written without spaces between words: terms inside its phrases are not found (said once; "
                        "others may be like it)",
                        individual.id));
    }

    Masking masking_;
    bool require_all_, independent_;
    std::size_t per_individual_ = k_all;
    std::shared_ptr<const Services> services_;
    mutable std::atomic_flag warned_;
};

RIF_PLUGIN(LexiconCounterpart)

}  // namespace
}  // namespace rif
