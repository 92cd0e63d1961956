// M(v, A): where a text names an attribute, as which value, in which role.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "english.hpp"
#include "terms.hpp"
#include "words.hpp"

namespace rif::lexicon {

/// One term of one concept, by index: attribute into the lexicons, concept and value into its lexicon, form 0 for the term and above
/// for what is recognised as well. A cue has no concept.
struct Meaning {
    std::size_t attribute = 0, concept_index = 0, value = 0, form = 0;
    bool cue = false, given_name = false;
    friend bool operator==(const Meaning&, const Meaning&) = default;
};

/// A place in a text that names a value. other: what it would be in the other role, where no rule decided.
struct Found {
    std::size_t first = 0, last = 0;  // words
    ByteSpan span;
    Meaning meaning;
    std::optional<Meaning> other = {};
};

struct Mask {
    std::vector<Found> terms, cues;  // in order of place
};

/// An attribute with the values that take part, by index.
struct Attribute {
    Lexicon lexicon;
    std::vector<std::size_t> active;
};

class Masking {
public:
    Masking(std::vector<Attribute> attributes, English english);

    Mask mask(const Words& words) const;
    const std::vector<Attribute>& attributes() const { return attributes_; }
    const Concept& concept_of(const Meaning& meaning) const {
        return attributes_[meaning.attribute].lexicon.concepts[meaning.concept_index];
    }
    /// As the lexicon spells what was found.
    const std::string& spelling_of(const Meaning& meaning) const {
        const Term& term = term_of(meaning);
        return meaning.form == 0 ? term.text : term.also[meaning.form - 1];
    }
    const Term& term_of(const Meaning& meaning) const { return concept_of(meaning).terms[meaning.value]; }
    const English& english() const { return english_; }

private:
    /// A term as words; no meaning: read as it stands.
    struct Entry {
        std::vector<std::string> words;
        std::vector<Gap> gaps;          // before each word but the first
        std::vector<Meaning> meanings;  // in order of attributes and concepts
    };

    void add(const std::string& term, std::optional<Meaning> meaning);
    void add_lexicon(std::size_t attribute);
    bool stands_at(const Entry& entry, const Words& words, std::size_t at) const;
    std::size_t read_at(const Words& words, std::size_t at, Mask& mask) const;
    bool counts(const Meaning& meaning, const Words& words, std::size_t first, std::size_t last) const;
    bool is_in_name(const Words& words, std::size_t first, std::size_t last) const;
    bool names_something_else(const Entry& entry, const Words& words, std::size_t first, std::size_t last) const;
    std::vector<Meaning> terms_of(const Entry& entry, const Words& words, std::size_t at) const;
    Found decided(const std::vector<Meaning>& meanings, const Words& words, std::size_t first, std::size_t last) const;

    std::vector<Attribute> attributes_;
    English english_;
    std::unordered_map<std::string, std::vector<Entry>> entries_;  // by first word, longest first
};

}  // namespace rif::lexicon
