// perturbation/wordnet: candidates of a word are the lemmas of every synset that it is in, in the form of the word that they replace.
// Source: Fellbaum 1998 (WordNet 3.0). All senses and parts of speech, most frequent sense first; no word is added beyond the synsets.
// Cost: 20 to 100 microseconds a word; the database is mapped, not read (2 ms to open).

#include <algorithm>
#include <set>

#include <rif/api/inflection.hpp>
#include <rif/api/perturbation.hpp>
#include <rif/api/register.hpp>
#include <rif/api/wordnet.hpp>

namespace rif {
namespace {

/// One sense of one reading of the word.
struct Meaning {
    Reading reading;
    Sense sense;
};

/// "nurse" and "'s" of "nurse's", with either apostrophe; "" where there is none.
std::pair<std::string_view, std::string_view> without_genitive(std::string_view word) {
    for (const std::string_view ending : {"'s", "\u2019s", "'S", "\u2019S"}) {
        if (word.ends_with(ending)) return {word.substr(0, word.size() - ending.size()), ending};
    }
    return {word, {}};
}

class Wordnet final : public Perturbation {
public:
    explicit Wordnet(const Arguments& arguments) : wordnet_(open_wordnet(arguments)) {}

    /// Order of preference: tag count of the word's sense, then the sense's number, then nouns before verbs before the others; within
    /// a synset WordNet's order. Never the word itself, in any case or by another way to its base.
    std::vector<Candidate> candidates(const Occurrence& occurrence, std::size_t most) const override {
        const auto [word, genitive] = without_genitive(occurrence.word);
        std::set<std::string> proposed = {lemma_form(word)};
        std::vector<Candidate> result;
        for (const Meaning& meaning : meanings(word, !genitive.empty())) {
            for (const std::string& lemma : wordnet_->lemmas(meaning.sense.synset)) {
                if (result.size() >= most) return result;
                if (lemma_form(lemma) == meaning.reading.lemma) continue;
                std::string text = inflected(*wordnet_, lemma, meaning.reading.part, meaning.reading.form);
                if (!proposed.insert(lemma_form(text)).second) continue;
                result.push_back({text.append(genitive), "wordnet:" + meaning.sense.synset.to_string()});
            }
        }
        return result;
    }

    bool knows_expression(std::string_view expression) const override {
        return expression.find(' ') != std::string_view::npos && !readings(*wordnet_, expression).empty();
    }
    std::size_t longest_expression() const override { return k_longest_lemma; }

private:
    std::vector<Meaning> meanings(std::string_view word, bool only_nouns) const {
        std::vector<Meaning> result;
        for (const Reading& reading : readings(*wordnet_, word)) {
            if (only_nouns && reading.part != PartOfSpeech::noun) continue;
            for (const Sense& sense : wordnet_->senses(reading.lemma, reading.part)) result.push_back({reading, sense});
        }
        std::ranges::stable_sort(result, [](const Meaning& a, const Meaning& b) {
            if (a.sense.tag_count != b.sense.tag_count) return a.sense.tag_count > b.sense.tag_count;
            return a.sense.number < b.sense.number;
        });
        return result;
    }

    std::shared_ptr<const WordNet> wordnet_;
};

RIF_PLUGIN(Wordnet)

}  // namespace
}  // namespace rif
