#include <rif/api/inflection.hpp>

#include <algorithm>
#include <array>
#include <span>

#include <rif/api/irregular_forms.hpp>
#include <rif/base/text.hpp>

namespace rif {

namespace {

using Part = PartOfSpeech;

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }
bool ends_in_any(std::string_view word, std::span<const std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}
std::string cut(std::string_view word, std::size_t letters, std::string_view added) {
    return std::string(word.substr(0, word.size() - letters)).append(added);
}

/// Groups of vowels, y among them, a final silent e not counted, at least 1.
std::size_t syllables(std::string_view word) {
    std::size_t count = 0;
    bool in_vowels = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool vowel = is_vowel(word[i]) || (word[i] == 'y' && i > 0);
        count += vowel && !in_vowels;
        in_vowels = vowel;
    }
    const bool silent_e = word.size() > 2 && word.ends_with('e') && !is_vowel(word[word.size() - 2]) && !word.ends_with("le");
    return std::max<std::size_t>(1, count - (silent_e && count > 1));
}

bool ends_in_consonant_y(std::string_view word) { return word.size() > 1 && word.ends_with('y') && !is_vowel(word[word.size() - 2]); }

/// stop -> stopp-, big -> bigg-: one syllable that ends in a single consonant after a single vowel (the u of qu is none).
bool doubles_its_consonant(std::string_view word) {
    if (word.size() < 3 || syllables(word) != 1) return false;
    const char last = word[word.size() - 1], vowel = word[word.size() - 2], before = word[word.size() - 3];
    if (is_vowel(last) || std::string_view("wxy").find(last) != std::string_view::npos || !is_vowel(vowel)) return false;
    return !is_vowel(before) || (before == 'u' && word.size() > 3 && word[word.size() - 4] == 'q');
}

std::string with_ending(std::string_view word, std::string_view ending) {
    if (doubles_its_consonant(word)) return std::string(word).append(1, word.back()).append(ending);
    return std::string(word).append(ending);
}

/// -s as nouns and verbs take it.
std::string with_s(std::string_view word) {
    static constexpr std::string_view hissing[] = {"s", "x", "z", "ch", "sh"};
    if (ends_in_consonant_y(word)) return cut(word, 1, "ies");
    if (ends_in_any(word, hissing)) return std::string(word).append("es");
    return std::string(word).append("s");
}

std::string with_ed(std::string_view word) {
    if (word.ends_with('e')) return std::string(word).append("d");
    return ends_in_consonant_y(word) ? cut(word, 1, "ied") : with_ending(word, "ed");
}

std::string with_ing(std::string_view word) {
    static constexpr std::string_view kept[] = {"ee", "oe", "ye"};
    if (word.ends_with("ie")) return cut(word, 2, "ying");
    if (word.ends_with('e') && word.size() > 2 && !ends_in_any(word, kept)) return cut(word, 1, "ing");
    return with_ending(word, "ing");
}

std::string with_er_or_est(std::string_view word, std::string_view ending) {
    if (word.ends_with('e')) return cut(word, 1, ending);
    return ends_in_consonant_y(word) ? cut(word, 1, "i").append(ending) : with_ending(word, ending);
}

/// The first form in WordNet's list that satisfies `fits`; "" where there is none.
template <class Fits>
std::string listed(const WordNet& wordnet, std::string_view base, Part part, Fits fits) {
    for (const std::string& form : wordnet.irregulars_of(base, part)) {
        if (form != base && fits(std::string_view(form))) return form;
    }
    return {};
}

bool is_classical(std::string_view base, std::string_view form) {
    static constexpr std::string_view endings[] = {"i", "ae", "mata", "ces", "ides", "eaux"};
    return ends_in_any(form, endings) || (form.ends_with('a') && (base.ends_with("um") || base.ends_with("on")));
}

std::string plural(const WordNet& wordnet, std::string_view noun) {
    static constexpr std::string_view regular_man[] = {"human", "german", "roman", "shaman", "talisman", "ottoman", "norman", "caiman"};
    static constexpr std::string_view takes_es[] = {"ss", "us", "is", "as", "os", "lens"};
    if (has_no_plural_form(noun) || noun.ends_with("ese")) return std::string(noun);
    if (!has_rare_irregular_plural(noun)) {
        const bool classical_too = keeps_classical_plural(noun);
        const std::string form =
            listed(wordnet, noun, Part::noun, [&](std::string_view f) { return classical_too || !is_classical(noun, f); });
        if (!form.empty()) return form;
    }
    if (noun.ends_with("man") && !ends_in_any(noun, regular_man)) return cut(noun, 2, "en");
    if (noun.ends_with('s') && !ends_in_any(noun, takes_es)) return std::string(noun);
    return with_s(noun);
}

/// Whether `verb` changes as its stem does: "rewrite" as "write", because WordNet's list has "rewrote"; "behave" not as "have".
bool changes_like(const WordNet& wordnet, std::string_view verb, const IrregularVerb& stem) {
    const std::string form = cut(verb, stem.base.size(), stem.past);
    return form == verb || !listed(wordnet, verb, Part::verb, [&](std::string_view f) { return f == form; }).empty();
}

std::string past(const WordNet& wordnet, std::string_view verb, bool participle) {
    const auto of = [&](const IrregularVerb& entry) { return participle ? entry.participle_or_past() : entry.past; };
    if (const IrregularVerb* entry = irregular_verb(verb)) return std::string(of(*entry));
    const IrregularVerb* stem = irregular_stem(verb);
    if (stem && changes_like(wordnet, verb, *stem)) return cut(verb, stem->base.size(), of(*stem));
    const std::string_view kept = verb.substr(0, verb.size() - 1);
    std::string form = listed(wordnet, verb, Part::verb, [&](std::string_view f) { return f.ends_with("ed") && f.starts_with(kept); });
    if (form.empty() && with_ed(verb) == std::string(verb) + "ed") {
        // an irregular verb outside the table: of two forms the one in -n is the participle
        const auto irregular = [](std::string_view f) { return !f.ends_with("ing") && !f.ends_with('s'); };
        form = listed(wordnet, verb, Part::verb, [&](std::string_view f) { return irregular(f) && f.ends_with('n') == participle; });
        if (form.empty()) form = listed(wordnet, verb, Part::verb, irregular);
    }
    return form.empty() ? with_ed(verb) : form;
}

std::string third_person(const WordNet& wordnet, std::string_view verb) {
    const IrregularVerb* entry = irregular_verb(verb);
    if (entry && !entry->third_person.empty()) return std::string(entry->third_person);
    std::string form = listed(wordnet, verb, Part::verb,
                              [&](std::string_view f) { return f.ends_with("es") && f.starts_with(verb.substr(0, verb.size() - 1)); });
    if (!form.empty()) return form;
    return verb.ends_with('o') && verb.size() > 1 && !is_vowel(verb[verb.size() - 2]) ? std::string(verb).append("es") : with_s(verb);
}

std::string gerund(const WordNet& wordnet, std::string_view verb) {
    const IrregularVerb* entry = irregular_verb(verb);
    if (entry && !entry->gerund.empty()) return std::string(entry->gerund);
    const std::string_view kept = verb.substr(0, verb.size() - 1);
    std::string form = listed(wordnet, verb, Part::verb, [&](std::string_view f) { return f.ends_with("ing") && f.starts_with(kept); });
    return form.empty() ? with_ing(verb) : form;
}

bool takes_er(std::string_view word, Part part) {
    static constexpr std::string_view endings[] = {"y", "le", "ow"};
    if (takes_more(word) || word.find_first_of(" -") != std::string_view::npos) return false;
    if (part == Part::adverb && word.ends_with("ly")) return false;
    const std::size_t count = syllables(word);
    return count == 1 || (count == 2 && ends_in_any(word, endings));
}

std::string compared(const WordNet& wordnet, std::string_view word, Part part, bool superlative) {
    if (takes_more(word)) return (superlative ? "most " : "more ") + std::string(word);
    for (const Part list : {part, Part::adjective}) {
        std::string form = listed(wordnet, word, list, [&](std::string_view f) { return f.ends_with("st") == superlative; });
        if (!form.empty()) return form;
        if (part == Part::adverb && word.ends_with("ly")) break;
    }
    if (takes_er(word, part)) return with_er_or_est(word, superlative ? "est" : "er");
    return (superlative ? "most " : "more ") + std::string(word);
}

std::string inflected_word(const WordNet& wordnet, std::string_view word, Part part, Form form) {
    switch (form) {
        case Form::base: break;
        case Form::plural: return plural(wordnet, word);
        case Form::third_person: return third_person(wordnet, word);
        case Form::past: return past(wordnet, word, false);
        case Form::participle: return past(wordnet, word, true);
        case Form::gerund: return gerund(wordnet, word);
        case Form::comparative: return compared(wordnet, word, part, false);
        case Form::superlative: return compared(wordnet, word, part, true);
    }
    return std::string(word);
}

/// Bytes of the word that carries the ending: a verb's first; a noun's last, or the one before the first preposition.
ByteSpan head_of(std::string_view expression, Part part, char blank) {
    static constexpr std::string_view prepositions[] = {"of", "in", "to", "for", "at", "on", "with", "by", "de", "from"};
    std::size_t begin = 0;
    ByteSpan head;
    while (begin <= expression.size()) {
        const std::size_t end = std::min(expression.find(blank, begin), expression.size());
        const bool preposition = std::ranges::find(prepositions, expression.substr(begin, end - begin)) != std::end(prepositions);
        if (preposition && head.size() > 0) return head;
        head = {begin, end};
        if (part == Part::verb) return head;
        begin = end + 1;
    }
    return head;
}

struct Rule {
    std::string_view ending, base;
    Form form;
};
// morphy(7WN), "Rules of Detachment"; -ses, -xes and their like are one rule here
constexpr Rule k_noun_rules[] = {
    {"s", "", Form::plural}, {"es", "", Form::plural}, {"men", "man", Form::plural}, {"ies", "y", Form::plural}};
constexpr Rule k_verb_rules[] = {{"s", "", Form::third_person}, {"ies", "y", Form::third_person}, {"es", "", Form::third_person},
                                 {"ed", "e", Form::past},       {"ed", "", Form::past},           {"ing", "e", Form::gerund},
                                 {"ing", "", Form::gerund}};
constexpr Rule k_adjective_rules[] = {
    {"er", "", Form::comparative}, {"est", "", Form::superlative}, {"er", "e", Form::comparative}, {"est", "e", Form::superlative}};

std::span<const Rule> rules_of(Part part) {
    switch (part) {
        case Part::noun: return k_noun_rules;
        case Part::verb: return k_verb_rules;
        case Part::adjective: return k_adjective_rules;
        case Part::adverb: break;
    }
    return {};
}

bool rule_fits(const Rule& rule, std::string_view word) {
    static constexpr std::string_view hissing[] = {"ses", "xes", "zes", "ches", "shes"};
    if (!word.ends_with(rule.ending) || word.size() <= rule.ending.size() + 1) return false;
    if (rule.form == Form::plural && rule.ending == "es") return ends_in_any(word, hissing);
    return rule.form != Form::plural || !word.ends_with("ss");
}

/// What an irregular form is of its base: the form that gives it back, else by its ending.
Form irregular_form(const WordNet& wordnet, std::string_view word, std::string_view base, Part part) {
    if (part == Part::noun) return Form::plural;
    if (part != Part::verb) return word.ends_with("st") ? Form::superlative : Form::comparative;
    for (const Form form : {Form::past, Form::participle, Form::gerund, Form::third_person}) {
        if (inflected_word(wordnet, base, part, form) == word) return form;
    }
    if (word.ends_with("ing")) return Form::gerund;
    if (word == "am" || word == "are") return Form::base;
    return word.ends_with('s') ? Form::third_person : Form::past;
}

/// Bases of one word and how it comes from them, whether WordNet has them or not.
std::vector<Reading> analyses(const WordNet& wordnet, std::string_view word, Part part) {
    std::vector<Reading> result;
    const std::vector<std::string> listed = wordnet.bases_of(word, part);  // "matter: matter" says that it is no comparative
    for (const std::string& base : listed) {
        if (base != word) result.push_back({base, part, irregular_form(wordnet, word, base, part)});
    }
    if (!listed.empty()) return result;
    for (const Rule& rule : rules_of(part)) {
        if (rule_fits(rule, word)) result.push_back({cut(word, rule.ending.size(), rule.base), part, rule.form});
    }
    return result;
}

void keep_those_that_come_back(const WordNet& wordnet, std::string_view word, std::vector<Reading>& readings) {
    const auto comes_back = [&](const Reading& r) { return inflected_word(wordnet, r.lemma, r.part, r.form) == word; };
    if (std::ranges::any_of(readings, comes_back)) std::erase_if(readings, [&](const Reading& r) { return !comes_back(r); });
}

}  // namespace

std::string lemma_form(std::string_view expression) {
    std::string result = fold_case(expression);
    for (std::size_t at = 0; (at = result.find("\u2019", at)) != std::string::npos;) result.replace(at, 3, "'");
    std::ranges::replace(result, ' ', '_');
    return result;
}

std::vector<Reading> readings(const WordNet& wordnet, std::string_view expression) {
    const std::string lemma = lemma_form(expression);
    std::vector<Reading> result;
    for (const Part part : k_parts_of_speech) {
        if (wordnet.has(lemma, part)) result.push_back({lemma, part, Form::base});
        const ByteSpan head = head_of(lemma, part, '_');
        std::vector<Reading> found = analyses(wordnet, head.of(lemma), part);
        const auto whole = [&](const Reading& r) { return lemma.substr(0, head.begin) + r.lemma + lemma.substr(head.end); };
        std::erase_if(found, [&](const Reading& r) { return whole(r) == lemma || !wordnet.has(whole(r), part); });
        keep_those_that_come_back(wordnet, head.of(lemma), found);
        for (const Reading& r : found) {
            const Reading reading{whole(r), part, r.form};
            if (std::ranges::find(result, reading) == result.end()) result.push_back(reading);
        }
    }
    return result;
}

std::string inflected(const WordNet& wordnet, std::string_view lemma, PartOfSpeech part, Form form) {
    std::string words(lemma);
    std::ranges::replace(words, '_', ' ');
    const bool compares = form == Form::comparative || form == Form::superlative;
    const ByteSpan head = compares ? ByteSpan{0, words.size()} : head_of(words, part, ' ');
    if (form == Form::base || head.size() == 0) return words;
    const std::string word(head.of(words));
    std::string ending = inflected_word(wordnet, lower(word), part, form);
    const std::string lowered = lower(word);
    // capitals of the lemma's own come back: Frenchman, Frenchmen
    for (std::size_t i = 0; i < word.size() && i < ending.size() && i < lowered.size() && ending[i] == lowered[i]; ++i) ending[i] = word[i];
    return words.replace(head.begin, head.size(), ending);
}

}  // namespace rif
