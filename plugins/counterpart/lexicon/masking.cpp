#include "masking.hpp"

#include <algorithm>

namespace rif::lexicon {

Masking::Masking(std::vector<Attribute> attributes, English english) : attributes_(std::move(attributes)), english_(std::move(english)) {
    for (std::size_t attribute = 0; attribute < attributes_.size(); ++attribute) add_lexicon(attribute);
    for (auto& [first, entries] : entries_)
        std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) { return a.words.size() > b.words.size(); });
}

void Masking::add_lexicon(std::size_t attribute) {
    const auto& [lexicon, active] = attributes_[attribute];
    const auto is_active = [&](std::size_t value) { return std::ranges::find(active, value) != active.end(); };
    for (std::size_t i = 0; i < lexicon.concepts.size(); ++i) {
        for (std::size_t value = 0; value < lexicon.values.size(); ++value) {
            const Term& term = lexicon.concepts[i].terms[value];
            const auto meaning = [&](std::size_t form) {
                return is_active(value) ? std::optional(Meaning{attribute, i, value, form}) : std::nullopt;
            };
            if (!term.absent() && !term.put_in_only) add(term.text, meaning(0));
            for (std::size_t form = 1; form <= term.also.size(); ++form) add(term.also[form - 1], meaning(form));
        }
    }
    for (const std::string& exception : lexicon.exceptions) add(exception, std::nullopt);
    for (std::size_t value = 0; value < lexicon.values.size(); ++value) {
        for (const bool name : {false, true}) {
            const auto& by_value = name ? lexicon.names : lexicon.cues;
            const auto found = by_value.find(lexicon.values[value]);
            if (found == by_value.end()) continue;
            for (const std::string& cue : found->second) add(cue, Meaning{attribute, 0, value, 0, true, name});
        }
    }
}

void Masking::add(const std::string& term, std::optional<Meaning> meaning) {
    Entry entry;
    const Words words = words_of(term);
    for (std::size_t i = 0; i < words.size(); ++i) {
        entry.words.push_back(words[i].folded);
        if (i > 0) entry.gaps.push_back(words[i].before);
    }
    if (entry.words.empty()) return;
    std::vector<Entry>& entries = entries_[entry.words.front()];
    const auto same =
        std::ranges::find_if(entries, [&](const Entry& other) { return other.words == entry.words && other.gaps == entry.gaps; });
    Entry& known = same == entries.end() ? entries.emplace_back(std::move(entry)) : *same;
    if (meaning) known.meanings.push_back(*meaning);
}

bool Masking::stands_at(const Entry& entry, const Words& words, std::size_t at) const {
    if (at + entry.words.size() > words.size()) return false;
    for (std::size_t i = 1; i < entry.words.size(); ++i) {
        if (words[at + i].folded != entry.words[i] || words[at + i].before != entry.gaps[i - 1]) return false;
    }
    return true;
}

Mask Masking::mask(const Words& words) const {
    Mask result;
    for (std::size_t at = 0; at < words.size(); ++at) at = read_at(words, at, result);
    return result;
}

/// Reads the longest entry at this word that counts as something: a term, cues, or an exception. returns: the last word that it takes.
std::size_t Masking::read_at(const Words& words, std::size_t at, Mask& mask) const {
    const auto entries = entries_.find(words[at].folded);
    if (entries == entries_.end()) return at;
    for (const Entry& entry : entries->second) {
        if (!stands_at(entry, words, at)) continue;
        const std::size_t last = at + entry.words.size() - 1;
        if (entry.meanings.empty()) return last;
        if (const std::vector<Meaning> terms = terms_of(entry, words, at); !terms.empty()) {
            mask.terms.push_back(decided(terms, words, at, last));
            return last;
        }
        if (names_something_else(entry, words, at, last)) return last;
        const std::size_t cues = mask.cues.size();
        for (const Meaning& meaning : entry.meanings) {
            if (meaning.cue && counts(meaning, words, at, last))
                mask.cues.push_back({at, last, {words[at].span.begin, words[last].span.end}, meaning});
        }
        if (mask.cues.size() > cues) return last;
    }
    return at;
}

bool Masking::counts(const Meaning& meaning, const Words& words, std::size_t first, std::size_t last) const {
    if (meaning.cue) return !meaning.given_name || english_.holds(Condition::given_name, words, first, last);
    if (attributes_[meaning.attribute].lexicon.not_in_names && is_in_name(words, first, last)) return false;
    const std::vector<Condition>& when = term_of(meaning).when;
    return when.empty() || std::ranges::any_of(when, [&](Condition condition) { return english_.holds(condition, words, first, last); });
}

/// With a capital, beside another word with one that is neither a term itself nor a person: "American Express", "Special Olympics Ireland".
bool Masking::is_in_name(const Words& words, std::size_t first, std::size_t last) const {
    const auto makes_name = [&](const Word* neighbour) {
        if (!neighbour || !neighbour->capital || neighbour->starts_sentence || !english_.is_content(*neighbour) ||
            english_.is_person_noun(*neighbour))
            return false;
        const auto entries = entries_.find(neighbour->folded);
        return entries == entries_.end() || std::ranges::all_of(entries->second, [](const Entry& entry) {
                   return entry.meanings.empty() || entry.meanings.front().cue;
               });
    };
    if (!words[first].capital || is_upper(words.text)) return false;
    return makes_name(words.previous(first)) || makes_name(words.next(last));
}

/// A term in a name: read as it stands, so that no shorter term of it is taken out ("Asian" of "Asian-American Leadership Award").
bool Masking::names_something_else(const Entry& entry, const Words& words, std::size_t first, std::size_t last) const {
    const auto in_name = [&](const Meaning& meaning) { return !meaning.cue && attributes_[meaning.attribute].lexicon.not_in_names; };
    return std::ranges::any_of(entry.meanings, in_name) && is_in_name(words, first, last);
}

/// Meanings as a term whose conditions hold, of the first attribute that has one. Of one role: the first such concept.
std::vector<Meaning> Masking::terms_of(const Entry& entry, const Words& words, std::size_t at) const {
    std::vector<Meaning> possible;
    for (const Meaning& meaning : entry.meanings) {
        if (meaning.cue || !counts(meaning, words, at, at + entry.words.size() - 1)) continue;
        const bool other = !possible.empty() && meaning.attribute != possible.front().attribute;
        const bool same_role =
            std::ranges::any_of(possible, [&](const Meaning& known) { return concept_of(known).role == concept_of(meaning).role; });
        if (!other && !same_role) possible.push_back(meaning);
    }
    return possible;
}

Found Masking::decided(const std::vector<Meaning>& meanings, const Words& words, std::size_t first, std::size_t last) const {
    Found found{first, last, {words[first].span.begin, words[last].span.end}, meanings.front()};
    if (meanings.size() == 1) return found;
    const auto of_role = [&](std::string_view role) {
        return std::ranges::find_if(meanings, [&](const Meaning& meaning) { return concept_of(meaning).role == role; });
    };
    const auto determiner = of_role("determiner"), adjective = of_role("adjective");
    const auto before_noun = determiner != meanings.end() ? determiner : adjective;
    const auto alone =
        std::ranges::find_if(meanings, [&](const Meaning& meaning) { return before_noun == meanings.end() || meaning != *before_noun; });
    if (before_noun == meanings.end() || alone == meanings.end()) {
        found.other = meanings.back();
        return found;
    }
    const Follows follows = before_noun == determiner ? english_.after(words, last, concept_of(*alone).role == "object")
                                                      : english_.is_adjective(words, first, last);
    found.meaning = follows.noun_phrase ? *before_noun : *alone;
    if (!follows.sure) found.other = follows.noun_phrase ? *alone : *before_noun;
    return found;
}

}  // namespace rif::lexicon
