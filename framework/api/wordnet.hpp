// WordNet's database as its own files hold it: lemmas, senses, synsets, hypernyms, and the lists of irregular forms.
// Source: Fellbaum 1998; the formats are wndb(5WN), cntlist(5WN), senseidx(5WN), morphy(7WN) of WordNet 3.0.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rif {

class Arguments;

enum class PartOfSpeech : std::uint8_t { noun, verb, adjective, adverb };
constexpr PartOfSpeech k_parts_of_speech[] = {PartOfSpeech::noun, PartOfSpeech::verb, PartOfSpeech::adjective, PartOfSpeech::adverb};
/// 'n', 'v', 'a', 'r'.
char part_letter(PartOfSpeech part);

/// A set of synonyms: the byte at which its line starts in the data file of its part of speech.
struct Synset {
    PartOfSpeech part = PartOfSpeech::noun;
    std::uint32_t offset = 0;
    friend auto operator<=>(const Synset&, const Synset&) = default;
    /// "00469651-v"
    std::string to_string() const;
};

/// One meaning of a lemma. number: from 1, in WordNet's order for that part of speech. tag_count: how often the sense was
/// marked in the texts that WordNet's authors tagged (SemCor and others); 0 for most senses.
struct Sense {
    Synset synset;
    std::size_t number = 1;
    std::size_t tag_count = 0;
};

/// Nothing is read before it is asked for: the files are mapped, and looked up by binary search as WordNet's own library does.
/// Every call is const and may come from several threads at once. A lemma is written as the index has it: lower case, `_` for blanks.
/// errors of every call: rif::Error "damaged-wordnet" with file and byte, where a line is not what the format says.
class WordNet {
public:
    /// The database in `folder`; one object for all who ask while somebody holds it.
    /// errors: rif::Error "missing-wordnet", naming the file that is not there and the package that brings it.
    static std::shared_ptr<const WordNet> open(const std::filesystem::path& folder);
    ~WordNet();

    /// Senses of a lemma, most frequent first (WordNet's order); empty where it has none of that part of speech.
    std::vector<Sense> senses(std::string_view lemma, PartOfSpeech part) const;
    bool has(std::string_view lemma, PartOfSpeech part) const;
    bool has(std::string_view lemma) const;
    /// The synset's lemmas in WordNet's order and spelling ("Paris", "City_of_Light"), syntactic markers dropped.
    std::vector<std::string> lemmas(const Synset& synset) const;
    /// Direct hypernyms, of classes and of instances. Adjectives and adverbs have none.
    std::vector<Synset> hypernyms(const Synset& synset) const;

    /// What the list of exceptions says: base forms of an irregular form ("axes": "ax", "axis") …
    std::vector<std::string> bases_of(std::string_view irregular, PartOfSpeech part) const;
    /// … and the other way round: irregular forms of a base ("begin": "began", "beginning", "begun"), in order of spelling.
    std::vector<std::string> irregulars_of(std::string_view base, PartOfSpeech part) const;

private:
    struct Files;
    explicit WordNet(const std::filesystem::path& folder);
    std::size_t tag_count(std::string_view lemma, const Synset& synset) const;
    std::string sense_key(std::string_view lemma, const Synset& synset) const;

    std::unique_ptr<const Files> files_;
};

/// Most words of one lemma in WordNet 3.0 ("public_law_number_…" and its like have nine).
constexpr std::size_t k_longest_lemma = 9;

/// The database that a plugin's `folder` setting names; where it was not set, `wordnet` on the data path if there is such a
/// folder, else the default. errors: as WordNet::open, at the setting's place.
std::shared_ptr<const WordNet> open_wordnet(const Arguments& arguments);

}  // namespace rif
