// Base forms of inflected English words, and inflected forms of base ones, over WordNet's lemmas.
// Source: WordNet's morphy(7WN) for the way to the base; the way back is its rules read the other way, its lists of exceptions, and
// a table of the irregular verbs, because the lists do not say which form is past and which is participle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/wordnet.hpp>

namespace rif {

/// past is also the form that is past and participle at once ("walked"); participle only where that is another word ("taken").
enum class Form : std::uint8_t { base, plural, third_person, past, participle, gerund, comparative, superlative };

/// One reading of a word: "nurses" is {nurse, noun, plural} and {nurse, verb, third_person}.
struct Reading {
    std::string lemma;  // as WordNet's index has it
    PartOfSpeech part = PartOfSpeech::noun;
    Form form = Form::base;
    friend bool operator==(const Reading&, const Reading&) = default;
};

/// A word or expression as the index writes it: case-folded, `_` for blanks, straight apostrophes.
std::string lemma_form(std::string_view expression);

/// Every reading whose lemma WordNet has: nouns first, then verbs, adjectives, adverbs; the word itself before other bases.
/// expression: any UTF-8, one word or several ("took off", "county hospitals": the verb is the first word, the noun the last
/// before a preposition). Like morphy, exceptions come before rules; unlike it, a base from which the word does not come back is
/// left out where another does ("hoped" is hope, not hop). Not read: spoonsful, and verbs whose particle is torn off.
std::vector<Reading> readings(const WordNet& wordnet, std::string_view expression);

/// `lemma` (any spelling, `_` or blanks between words) in `form`, blanks between words.
/// Adjectives and adverbs too long for -er and -est take "more" and "most".
std::string inflected(const WordNet& wordnet, std::string_view lemma, PartOfSpeech part, Form form);

}  // namespace rif
