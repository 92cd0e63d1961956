// The words of a run that get candidates: the most frequent ones of the texts v (measures, section 6, point 1).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <rif/api/services.hpp>
#include <rif/engine/expressions.hpp>

namespace rif {

/// key: normal form. form: in lower case, as a perturbation is asked for it.
struct VocabularyWord {
    std::string key, form;
    std::size_t count = 0;
};

struct Vocabulary {
    std::vector<VocabularyWord> words;    // by descending count, ties by key
    std::size_t occurrences = 0;          // of units with a letter or a digit, all of them
    std::size_t occurrences_covered = 0;  // of `words`
};

using StopWords = std::unordered_set<std::string>;
/// lists/stop_words.txt, one a line, `#` begins a comment line. errors: rif::Error "missing-file".
StopWords stop_words(const Services& services, const Place& place);

/// most: at most so many words. expressions: null where there are no phrases. Words in which a sensitive term stands and stop words get no
/// place.
Vocabulary vocabulary_of(std::span<const std::string> texts, std::size_t most, const SensitiveTerms& sensitive, const StopWords& stop,
                         const Perturbation* expressions);

}  // namespace rif
