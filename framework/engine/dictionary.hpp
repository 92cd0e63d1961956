// The dictionary D_final: what a perturbation proposed for each word, what the similarities said, and what people decided
// (measures, section 6, point 4; share/doc/dictionary.md). A TOML file that people read and edit.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rif/api/similarity.hpp>
#include <rif/base/place.hpp>

namespace rif {

enum class Verdict { open, admitted, rejected };

/// by: similarity, context and fingerprint, what the value is looked up under.
struct Measurement {
    std::string by;
    DirectedScore score;
};

struct DictionaryEntry {
    std::string word, substitution, source;
    std::vector<Measurement> measured;  // the conditions of the last run first
    Verdict verdict = Verdict::open;    // open: not measured, as with `context = sentence`
    std::string reviewed_by, note;

    bool is_reviewed() const { return !reviewed_by.empty() && verdict != Verdict::open; }
    const DirectedScore* find(const std::string& by) const;
};

/// asked: for how many candidates at most; 0 where a person wrote the entries.
struct DictionaryWord {
    std::size_t asked = 0;
    std::vector<DictionaryEntry> entries;  // in order of preference
};

struct Dictionary {
    std::string perturbation;                     // who proposed: a fingerprint
    std::map<std::string, DictionaryWord> words;  // by normal form

    /// Takes from `edited`, the file as people may have changed it meanwhile, their verdicts and notes and the entries they added.
    void take_reviews(const Dictionary& edited);
    std::string print() const;
};

/// Nothing where there is no file. errors: rif::Error "dictionary" at the place in the file; "cannot-read".
std::optional<Dictionary> read_dictionary(const std::filesystem::path& path, const Place& place);

}  // namespace rif
