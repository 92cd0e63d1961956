// similarity/wordnet: S_eq = P(w => c) P(c => w), where P(w => c) is the share of w's sense mass whose synset is one of c's or has a
// hypernym, at any height, that is. A sense's mass is its tag count plus one.
// Source: WordNet 3.0 (Fellbaum 1998); measures, section 6. The sentence around the word is not looked at.
// Cost: 50 to 300 microseconds a pair; no weights, the database is mapped.

#include <algorithm>
#include <set>

#include <rif/api/inflection.hpp>
#include <rif/api/register.hpp>
#include <rif/api/similarity.hpp>
#include <rif/api/wordnet.hpp>

namespace rif {
namespace {

class Wordnet final : public Similarity {
public:
    explicit Wordnet(const Arguments& arguments) : wordnet_(open_wordnet(arguments)) {}

    /// A word and itself, in any case, is 1 even where WordNet does not know it; any other pair of which it does not know one is 0.
    std::vector<DirectedScore> word_scores(std::span<const WordPair> pairs) const override {
        std::vector<DirectedScore> result;
        result.reserve(pairs.size());
        for (const WordPair& pair : pairs) result.push_back(score(pair.word, pair.candidate));
        return result;
    }

private:
    DirectedScore score(std::string_view word, std::string_view candidate) const {
        if (lemma_form(word) == lemma_form(candidate)) return {1, 1, 1};
        const std::vector<Sense> of_word = senses(word), of_candidate = senses(candidate);
        const double forward = entailed(of_word, of_candidate), backward = entailed(of_candidate, of_word);
        return {forward * backward, forward, backward};
    }

    /// Senses of all readings of a word, inflected or not; a reading by two ways counts once.
    std::vector<Sense> senses(std::string_view word) const {
        std::set<std::pair<std::string, PartOfSpeech>> seen;
        std::vector<Sense> result;
        for (const Reading& reading : readings(*wordnet_, word)) {
            if (!seen.emplace(reading.lemma, reading.part).second) continue;
            for (const Sense& sense : wordnet_->senses(reading.lemma, reading.part)) result.push_back(sense);
        }
        return result;
    }

    double entailed(const std::vector<Sense>& premise, const std::vector<Sense>& hypothesis) const {
        std::set<Synset> goals;
        for (const Sense& sense : hypothesis) goals.insert(sense.synset);
        double mass = 0, all = 0;
        for (const Sense& sense : premise) {
            const double weight = static_cast<double>(sense.tag_count + 1);
            all += weight;
            if (is_a(sense.synset, goals)) mass += weight;
        }
        return all == 0 ? 0 : mass / all;
    }

    bool is_a(const Synset& synset, const std::set<Synset>& goals) const {
        std::vector<Synset> open = {synset};  // breadth first, each synset once
        for (std::size_t next = 0; next < open.size(); ++next) {
            if (goals.contains(open[next])) return true;
            for (const Synset& hypernym : wordnet_->hypernyms(open[next])) {
                if (std::ranges::find(open, hypernym) == open.end()) open.push_back(hypernym);
            }
        }
        return false;
    }

    std::shared_ptr<const WordNet> wordnet_;
};

RIF_PLUGIN(Wordnet)

}  // namespace
}  // namespace rif
