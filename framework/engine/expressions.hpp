// Words and expressions as units: their normal form, the sensitive terms among them, and runs of tokens that are one expression.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/perturbation.hpp>
#include <rif/base/text.hpp>

namespace rif {

/// Runs of blanks as one, none at the ends.
std::string with_single_blanks(std::string_view text);

/// How words are compared: case-folded, runs of blanks as one, none at the ends, a straight apostrophe for a typographic one.
std::string normal_form(std::string_view expression);

/// Terms of the run's attributes: no substitution may bring one in, and none of them is substituted.
class SensitiveTerms {
public:
    explicit SensitiveTerms(const std::vector<std::string>& terms);
    /// Whether a token of the expression, a part of one (`he` of `he's`) or a run of them is a term.
    bool stands_in(std::string_view expression) const;

private:
    bool stands_in(const std::vector<std::string>& pieces) const;

    std::set<std::string, std::less<>> terms_;  // pieces in normal form, joined by single blanks
    std::size_t longest_ = 0;                   // pieces
};

/// A unit as indices into a row of tokens: [first, last].
struct TokenRun {
    std::size_t first = 0, last = 0;
};

/// Cuts `tokens` of `text` into units from the left: the longest run with only blanks between that `perturbation` knows as one expression,
/// else the single token. perturbation: null where there are no phrases.
std::vector<TokenRun> units_of(std::string_view text, std::span<const ByteSpan> tokens, const Perturbation* perturbation);

}  // namespace rif
