// Verbs that follow their subject from `she` to `they` and back: be, have, do, and -s.
#include "english.hpp"

#include <algorithm>

namespace rif::lexicon {

namespace {

constexpr std::pair<std::string_view, std::string_view> k_irregular[] = {{"is", "are"},     {"was", "were"}, {"has", "have"},
                                                                         {"does", "do"},    {"isn", "aren"}, {"wasn", "weren"},
                                                                         {"hasn", "haven"}, {"doesn", "don"}};
constexpr std::string_view k_not_verbs[] = {"as",     "his",     "hers",    "its",       "this", "us",      "yes",
                                            "always", "perhaps", "besides", "sometimes", "thus", "towards", "previous"};
constexpr std::string_view k_adverbs[] = {"also", "always", "often", "never", "not",       "still",     "now",      "then",
                                          "once", "ever",   "just",  "both",  "currently", "sometimes", "regularly"};
constexpr std::string_view k_subjects[] = {"i", "you", "he", "she", "it", "we", "they", "who", "that", "which"};
constexpr std::string_view k_auxiliaries[] = {"is", "was", "has", "does", "are", "were", "have", "do"};
constexpr std::string_view k_before_inverted[] = {"what", "where",   "when", "why", "how",  "who", "whom", "which",
                                                  "nor",  "neither", "so",   "not", "than", "as",  "and"};
constexpr std::size_t k_farthest_verb = 40;  // words of one sentence that a second verb may be away

template <class Text, std::size_t N>
bool has(const std::string_view (&list)[N], const Text& text) {
    return std::ranges::find(list, std::string_view(text)) != std::end(list);
}

bool is_adverb(const Word& word) { return has(k_adverbs, word.folded) || (word.folded.size() > 4 && word.folded.ends_with("ly")); }

bool ends_with_hiss(std::string_view verb) {
    for (const std::string_view ending : {"s", "sh", "ch", "x", "z", "o"})
        if (verb.ends_with(ending)) return true;
    return false;
}

/// "studies" -> "study", "teaches" -> "teach", "works" -> "work"; nothing for what is no such form.
std::optional<std::string> without_s(std::string_view verb) {
    if (verb.size() < 3 || !verb.ends_with('s') || verb.ends_with("ss") || verb.ends_with("us") || has(k_not_verbs, verb)) return {};
    if (verb.ends_with("ies") && verb.size() > 4) return std::string(verb.substr(0, verb.size() - 3)) + "y";
    const std::string_view stem = verb.substr(0, verb.size() - 2);
    if (verb.ends_with("es") && ends_with_hiss(stem) && !stem.ends_with('s')) return std::string(stem);
    if (verb.ends_with("sses")) return std::string(stem);
    return std::string(verb.substr(0, verb.size() - 1));
}

std::string with_s(std::string_view verb) {
    const bool consonant_y =
        verb.size() > 1 && verb.ends_with('y') && std::string_view("aeiou").find(verb[verb.size() - 2]) == std::string_view::npos;
    if (consonant_y) return std::string(verb.substr(0, verb.size() - 1)) + "ies";
    return std::string(verb) + (ends_with_hiss(verb) ? "es" : "s");
}

bool is_participle(std::string_view word) {
    constexpr std::string_view irregular[] = {"been", "had",    "done", "got",   "gone",  "made", "become", "won",
                                              "led",  "taught", "held", "built", "spent", "left", "met"};
    return has(irregular, word);
}

}  // namespace

/// The verb in the other number; nothing where it has no form of its own for it.
std::optional<std::string> English::other_number(std::string_view verb, bool plural) const {
    for (const auto& [singular, many] : k_irregular) {
        if (verb == (plural ? singular : many)) return std::string(plural ? many : singular);
    }
    if (plural) return without_s(verb);
    return base_verbs_.contains(verb) ? std::optional(with_s(verb)) : std::nullopt;
}

std::size_t English::skip_adverbs(const Words& words, std::size_t at) const {
    while (at + 1 < words.size() && words[at].before == Gap::blank && is_adverb(words[at])) ++at;
    return at;
}

/// "she's" is "she is" or, before a participle, "she has".
bool English::add_contracted(const Words& words, std::size_t at, bool plural, Agreement& agreement) const {
    const Word* part = at + 1 < words.size() ? &words[at + 1] : nullptr;
    if (!part || part->before != Gap::apostrophe) return false;
    const std::size_t after = skip_adverbs(words, at + 2);
    const bool perfect = after < words.size() && is_participle(words[after].folded);
    const bool undecided = !perfect && after < words.size() && (words[after].folded.ends_with("ed") || words[after].folded.ends_with("en"));
    if (plural && part->folded == "s") agreement.changes.push_back({part->span, perfect ? "ve" : "re"});
    if (!plural && (part->folded == "re" || part->folded == "ve")) agreement.changes.push_back({part->span, "s"});
    agreement.sure = agreement.sure && !(plural && part->folded == "s" && undecided);
    return true;
}

/// "is she", "what does she", "isn't she".
bool English::add_inverted(const Words& words, std::size_t at, bool plural, Agreement& agreement) const {
    if (at == 0 || words[at].before != Gap::blank) return false;
    std::size_t verb = at - 1;
    if (words[verb].folded == "t" && words[verb].before == Gap::apostrophe && verb > 0) --verb;  // "isn't she"
    if (verb + 1 == at && !has(k_auxiliaries, words[verb].folded)) return false;
    if (const auto changed = other_number(words[verb].folded, plural))
        agreement.changes.push_back({words[verb].span, follow_case(words.surface(verb), *changed)});
    const Word* before = words.previous(verb);
    agreement.sure = agreement.sure && (!before || has(k_before_inverted, before->folded));
    return true;
}

void English::add_verb(const Words& words, std::size_t at, bool plural, Agreement& agreement) const {
    if (at >= words.size() || words[at].before != Gap::blank) return;
    const Word& word = words[at];
    const auto changed = other_number(word.folded, plural);
    const bool auxiliary =
        std::ranges::any_of(k_irregular, [&](const auto& pair) { return word.folded == pair.first || word.folded == pair.second; });
    if (changed && (auxiliary || is_content(word))) {
        agreement.changes.push_back({word.span, follow_case(words.surface(at), *changed)});
        agreement.sure = agreement.sure && (auxiliary || base_verbs_.contains(plural ? *changed : word.folded));
    }
}

/// "she works and lives": a later verb of the same subject, known by its bare form. A new subject or sentence ends the search.
void English::add_coordinated(const Words& words, std::size_t from, bool plural, Agreement& agreement) const {
    for (std::size_t at = from; at < words.size() && at < from + k_farthest_verb; ++at) {
        if (words[at].starts_sentence || has(k_subjects, words[at].folded)) return;
        if (words[at].folded != "and" && words[at].folded != "or" && words[at].folded != "but") continue;
        const std::size_t verb = skip_adverbs(words, at + 1);
        if (verb >= words.size() || words[verb].before != Gap::blank) continue;
        const auto changed = other_number(words[verb].folded, plural);
        if (!changed) continue;
        agreement.sure = false;  // "and works" may as well be a noun
        const bool verb_for_certain =
            has(k_auxiliaries, words[verb].folded) || base_verbs_.contains(plural ? *changed : words[verb].folded);
        if (plural && verb_for_certain) agreement.changes.push_back({words[verb].span, follow_case(words.surface(verb), *changed)});
    }
}

Agreement English::agreement(const Words& words, std::size_t at, bool plural) const {
    Agreement agreement;
    if (add_contracted(words, at, plural, agreement) || add_inverted(words, at, plural, agreement)) return agreement;
    const std::size_t verb = skip_adverbs(words, at + 1);
    add_verb(words, verb, plural, agreement);
    add_coordinated(words, verb + 1, plural, agreement);
    return agreement;
}

}  // namespace rif::lexicon
