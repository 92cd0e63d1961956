// similarity/edit: 1 - (edit distance of a and b) / (length of the longer).
// Source: Levenshtein 1966. A character is a grapheme cluster (Unicode UAX 29), so an accent or a flag is one edit.
// Cost: |a| * |b| per pair, memory min(|a|, |b|).

#include <algorithm>
#include <numeric>

#include <rif/api/register.hpp>
#include <rif/api/similarity.hpp>
#include <rif/base/text.hpp>

namespace rif {
namespace {

/// What edits change, in order: each a piece of one text.
using Units = std::vector<std::string>;

/// Fewest insertions, deletions and replacements that make `b` out of `a`.
std::size_t edit_distance(const Units& a, const Units& b) {
    if (a.size() < b.size()) return edit_distance(b, a);
    std::vector<std::size_t> row(b.size() + 1);  // distances of a's first i units to each start of b
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

class Edit final : public Similarity {
public:
    explicit Edit(const Arguments& arguments) : by_token_(arguments.choice("unit") == "token"), ignore_case_(arguments.on("ignore_case")) {}

    /// pairs: n pairs of texts, UTF-8.  returns: n values in [0, 1]; two empty texts are 1.
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result;
        result.reserve(pairs.size());
        for (const auto& [a, b] : pairs) result.push_back(score(units(a), units(b)));
        return result;
    }

private:
    Units units(std::string_view text) const {
        const std::string folded = ignore_case_ ? fold_case(text) : std::string(text);
        Units result;
        for (const ByteSpan span : by_token_ ? tokens(folded) : graphemes(folded)) result.emplace_back(span.of(folded));
        return result;
    }

    static double score(const Units& a, const Units& b) {
        const std::size_t longer = std::max(a.size(), b.size());
        if (longer == 0) return 1;
        return 1 - static_cast<double>(edit_distance(a, b)) / static_cast<double>(longer);
    }

    bool by_token_, ignore_case_;
};

RIF_PLUGIN(Edit)

}  // namespace
}  // namespace rif
