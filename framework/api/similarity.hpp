// Role similarity: how much two texts, two words or two rows mean the same, as a score or a distance.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/individual.hpp>

namespace rif {

/// A word and its candidate, with or without the sentence that both stand in: `before` + word + `after`.
struct WordPair {
    std::string word, candidate;
    std::string before = {}, after = {};
};

/// value: the similarity. forward: P(a => b), backward: P(b => a), where the similarity has directions.
struct DirectedScore {
    double value = 0;
    std::optional<double> forward = {}, backward = {};
};

struct RowPair {
    std::span<const RowCell> a, b;
};

/// Override what your manifest's `inputs` names ("text", "word", "row"); the checker refuses the rest before anything loads.
/// Calls: from several threads at once, any n including 0, any UTF-8; deterministic. `kind` and `same` stand in the manifest.
class Similarity : public Component {
public:
    ~Similarity() override;
    /// pairs: n pairs of texts, UTF-8.  returns: n values.  Default: rif::Error "no-texts".
    virtual std::vector<double> scores(std::span<const TextPair> pairs) const;
    /// The same with both directions where there are any; by default scores() alone.
    virtual std::vector<DirectedScore> directed_scores(std::span<const TextPair> pairs) const;
    /// pairs: n words with candidates.  returns: n scores.  Default: directed_scores of the words put into their sentences.
    virtual std::vector<DirectedScore> word_scores(std::span<const WordPair> pairs) const;
    /// pairs: n pairs of rows.  returns: n values.  Default: rif::Error "no-rows".
    virtual std::vector<double> row_scores(std::span<const RowPair> pairs) const;
    /// Names of the columns that row_scores reads.
    virtual std::vector<std::string> columns() const { return {}; }
    /// What a text is compared by, where that is a vector (`rif try --detail`); else empty.
    virtual std::vector<float> vector(const std::string& text) const;
};

}  // namespace rif
