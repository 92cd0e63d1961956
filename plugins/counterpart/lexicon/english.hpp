// What the words around a term say of it: its grammatical role, whether a person is meant, and the verb of `they`.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <rif/api/services.hpp>

#include "terms.hpp"
#include "words.hpp"

namespace rif::lexicon {

/// What follows a word: does a noun phrase go on? sure: by rule, not by what is more frequent.
struct Follows {
    bool noun_phrase = false;
    bool sure = true;
};

/// A verb that agrees with its subject, put into the other number.
struct VerbChange {
    ByteSpan span;
    std::string replacement;
};
struct Agreement {
    std::vector<VerbChange> changes;
    bool sure = true;
};

/// Rules over word lists (share/lists/english.toml, stop_words.txt); no parser.
class English {
public:
    /// errors: rif::Error "missing-file", "bad-list".
    English(const Services& services, const Place& place);

    /// After word `at`, a determiner or else an object ("her"): `may_be_object` allows for verbs with two objects before it.
    Follows after(const Words& words, std::size_t at, bool may_be_object) const;
    /// Words [first, last] are an adjective here, not a noun: something goes on after them, or no determiner stands before.
    Follows is_adjective(const Words& words, std::size_t first, std::size_t last) const;
    /// Carries meaning: no function word.
    bool is_content(const Word& word) const { return !function_words_.contains(word.folded); }
    bool is_person_noun(const Word& word) const { return person_nouns_.contains(word.folded); }
    bool holds(Condition condition, const Words& words, std::size_t first, std::size_t last) const;
    /// The verbs of the subject pronoun `at` in the plural, or in the third person singular.
    Agreement agreement(const Words& words, std::size_t at, bool plural) const;

private:
    using Set = std::set<std::string, std::less<>>;

    Follows after_object(const Words& words, std::size_t at) const;
    Follows alone(const Words& words, std::size_t at, bool may_be_object) const;
    bool is_person(const Words& words, std::size_t first, std::size_t last) const;
    bool is_said_of_person(const Words& words, std::size_t first) const;
    bool follows_name(const Words& words, std::size_t at) const;
    std::size_t skip_adverbs(const Words& words, std::size_t at) const;
    std::optional<std::string> other_number(std::string_view verb, bool plural) const;
    void add_verb(const Words& words, std::size_t at, bool plural, Agreement& agreement) const;
    void add_coordinated(const Words& words, std::size_t from, bool plural, Agreement& agreement) const;
    bool add_contracted(const Words& words, std::size_t at, bool plural, Agreement& agreement) const;
    bool add_inverted(const Words& words, std::size_t at, bool plural, Agreement& agreement) const;

    Set function_words_, inside_noun_phrase_, unclear_after_, after_object_, two_objects_, object_and_verb_, base_verbs_, verbs_and_nouns_,
        ly_nouns_, person_nouns_;
};

}  // namespace rif::lexicon
