#include "english.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <toml++/toml.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

namespace rif::lexicon {

namespace {

using Set = std::set<std::string, std::less<>>;

constexpr std::size_t k_farthest_noun = 4;  // words between an adjective and the person that it is said of
constexpr std::size_t k_farthest_determiner = 3;

Set lines_of(const std::filesystem::path& path, const Place& place) {
    Set result;
    const std::string contents = read_file(path, place);
    for (std::size_t begin = 0; begin < contents.size();) {
        const std::size_t end = std::min(contents.find('\n', begin), contents.size());
        const std::string line = contents.substr(begin, end - begin);
        if (!line.empty() && line.front() != '#') result.insert(line);
        begin = end + 1;
    }
    return result;
}

Set list_of(const toml::table& table, std::string_view key, const std::filesystem::path& path, const Place& place) {
    Set result;
    const toml::array* list = table.get_as<toml::array>(key);
    if (!list)
        throw Error("bad-list", fmt::format("{}: {} is due as a list of words", path.string(), key), "take the file as it was installed",
                    place);
    for (const toml::node& item : *list) result.insert(item.value_or(std::string()));
    return result;
}

template <std::size_t N>
bool is_one_of(const Word* word, const std::string_view (&list)[N]) {
    return word && std::ranges::find(list, std::string_view(word->folded)) != std::end(list);
}

constexpr std::string_view k_possessives[] = {"my", "your", "his", "her", "its", "our", "their"};
constexpr std::string_view k_early[] = {"early", "mid", "late"};
constexpr std::string_view k_before_possessive_pronoun[] = {"is", "was",  "are", "were", "be", "been", "of", "than",
                                                            "to", "like", "as",  "and",  "or", "with", "not"};
constexpr std::string_view k_and[] = {"and", "or"};
constexpr std::string_view k_determiners[] = {"a",    "an", "the",     "this", "that", "these", "those", "each",    "every", "any",
                                              "some", "no", "another", "one",  "two",  "many",  "most",  "several", "few",   "all",
                                              "both", "my", "your",    "his",  "her",  "its",   "our",   "their",   "s"};
constexpr std::string_view k_be[] = {"am", "is", "are", "was", "were", "be", "been", "being", "m", "re"};
constexpr std::string_view k_subjects[] = {"i", "you", "he", "she", "we", "they", "who", "him", "her", "them", "me", "us", "s"};

bool is_number(const Word& word) { return word.folded.front() >= '0' && word.folded.front() <= '9'; }
bool ends_with(const Word& word, std::string_view ending) {
    return word.folded.size() > ending.size() + 1 && word.folded.ends_with(ending);
}

/// Several letters, none of them small.
bool is_shouted(std::string_view text) { return text.size() > 1 && is_upper(text); }

}  // namespace

English::English(const Services& services, const Place& place) {
    function_words_ = lines_of(services.data_file("lists/stop_words.txt", place), place);
    const std::filesystem::path path = services.data_file("lists/english.toml", place);
    toml::table table;
    try {
        table = toml::parse(read_file(path, place), path.string());
    } catch (const toml::parse_error& error) {
        throw Error("bad-list", fmt::format("{}:{}: {}", path.string(), error.source().begin.line, error.description()),
                    "take the file as it was installed", place);
    }
    const auto list = [&](std::string_view key) { return list_of(table, key, path, place); };
    inside_noun_phrase_ = list("inside_noun_phrase");
    unclear_after_ = list("unclear_after");
    after_object_ = list("after_object");
    two_objects_ = list("two_objects");
    object_and_verb_ = list("object_and_verb");
    base_verbs_ = list("base_verbs");
    verbs_and_nouns_ = list("verbs_and_nouns");
    ly_nouns_ = list("ly_nouns");
    person_nouns_ = list("person_nouns");
}

Follows English::after(const Words& words, std::size_t at, bool may_be_object) const {
    const Word* word = at + 1 < words.size() ? &words[at + 1] : nullptr;
    if (!word || word->before == Gap::other || word->before == Gap::apostrophe) return alone(words, at, may_be_object);
    if (word->before == Gap::hyphen) return {false, false};
    if (is_number(*word) || inside_noun_phrase_.contains(word->folded)) return {true, true};
    if (unclear_after_.contains(word->folded)) return {!may_be_object, false};
    if (after_object_.contains(word->folded)) return {false, true};
    if (is_one_of(word, k_and))
        return is_one_of(words.next(at + 1), k_possessives) ? Follows{true, false} : alone(words, at, may_be_object);
    if (!is_content(*word)) return alone(words, at, may_be_object);
    return may_be_object ? after_object(words, at) : Follows{true, true};
}

/// "her" before a word that carries meaning: an adverb, or the verb or second object of the verb before it, or a noun phrase.
Follows English::after_object(const Words& words, std::size_t at) const {
    const Word& word = words[at + 1];
    const Word* next = words.next(at + 1);
    const bool adverb = ends_with(word, "ly") && !ly_nouns_.contains(word.folded);
    if (adverb && (!next || !is_content(*next))) return {false, true};  // "met her recently."
    const Word* verb = words.previous(at);
    if (!verb) return {true, true};
    const bool before_verb = object_and_verb_.contains(verb->folded), bare = base_verbs_.contains(word.folded);
    if (before_verb && bare && !verbs_and_nouns_.contains(word.folded)) return {false, true};
    return {true, !before_verb && !two_objects_.contains(verb->folded)};
}

/// Nothing that could be its noun follows. A text cut off in the middle may have lost it; "his" stands alone only after certain words.
Follows English::alone(const Words& words, std::size_t at, bool may_be_object) const {
    const std::string_view rest = words.text.substr(words[at].span.end);
    const bool cut_off =
        rest.empty() || rest.starts_with("...") || rest.starts_with(" ...") || rest.starts_with("…") || rest.starts_with(" …");
    if (may_be_object) return {false, !cut_off};
    const bool expected = is_one_of(words.previous(at), k_before_possessive_pronoun);
    return {!expected && cut_off, expected && !cut_off};
}

Follows English::is_adjective(const Words& words, std::size_t first, std::size_t last) const {
    const Word* next = words.next(last);
    if (next && is_content(*next)) return {true, next->before != Gap::apostrophe};
    std::size_t at = first;
    for (std::size_t steps = 0; steps < k_farthest_determiner && words.previous(at); ++steps, --at) {
        const Word* before = words.previous(at);
        if (is_one_of(before, k_determiners)) return {false, true};
        if (is_one_of(before, k_be)) return {true, true};
        if (!is_content(*before)) break;
    }
    return {true, false};
}

/// "black women", "young, gay and single men": a noun for persons within a few words that carry meaning.
bool English::is_person(const Words& words, std::size_t first, std::size_t last) const {
    for (std::size_t at = last + 1; at < words.size() && at <= last + k_farthest_noun; ++at) {
        const Word& word = words[at];
        const std::string_view between = words.text.substr(words[at - 1].span.end, word.span.begin - words[at - 1].span.end);
        if (word.before == Gap::apostrophe || (word.before == Gap::other && between != ", ")) break;
        if (person_nouns_.contains(word.folded)) return true;
        if (!is_content(word) && !is_one_of(&word, k_and)) break;
    }
    return is_said_of_person(words, first);
}

/// "she is black", "the man was very old", "who are gay".
bool English::is_said_of_person(const Words& words, std::size_t first) const {
    std::size_t at = first;
    while (const Word* before = words.previous(at)) {
        const bool between = before->folded == "not" || unclear_after_.contains(before->folded) ||
                             inside_noun_phrase_.contains(before->folded) || before->folded == "too" || before->folded == "so" ||
                             before->folded == "t" || ends_with(*before, "ly");
        if (!between) break;
        --at;
    }
    const Word* be = words.previous(at);
    if (!be || !(is_one_of(be, k_be) || (be->folded == "s" && be->before == Gap::apostrophe))) return false;
    const Word* subject = words.previous(at - 1);
    return subject && (is_one_of(subject, k_subjects) || person_nouns_.contains(subject->folded));
}

/// Directly after another capitalised word that carries meaning, an abbreviation's full stop allowed: "Mary Black", "Dr. King".
bool English::follows_name(const Words& words, std::size_t at) const {
    if (at == 0 || words[at].starts_sentence || !words[at - 1].capital || !is_content(words[at - 1])) return false;
    const std::string_view between = words.text.substr(words[at - 1].span.end, words[at].span.begin - words[at - 1].span.end);
    return words.previous(at) || between == ". ";
}

bool English::holds(Condition condition, const Words& words, std::size_t first, std::size_t last) const {
    const Word& word = words[first];
    const Word* before = words.previous(first);
    const bool shouted = is_shouted(words.surface(first));
    switch (condition) {
        case Condition::person: return is_person(words, first, last);
        case Condition::capital: return word.capital;
        case Condition::inside_capital: return word.capital && !shouted && !word.starts_sentence && !follows_name(words, first);
        case Condition::title:
            return word.capital && last + 1 < words.size() && words[last + 1].capital && !words[last + 1].starts_sentence;
        case Condition::upper: return is_upper(words.surface(first));
        case Condition::people: return (!before || !is_content(*before)) && !(words.next(last) && is_content(*words.next(last)));
        case Condition::not_surname: return !word.capital || shouted || !follows_name(words, first);
        case Condition::given_name: return word.capital && (!follows_name(words, first) || is_title_word(words[first - 1].folded));
        case Condition::small: return !word.capital;
        case Condition::after_possessive: {
            const Word* possessive = is_one_of(before, k_early) ? words.previous(first - 1) : before;
            return is_one_of(possessive, k_possessives);
        }
    }
    return false;
}

}  // namespace rif::lexicon
