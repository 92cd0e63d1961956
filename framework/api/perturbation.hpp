// Role perturbation: proposes candidates for a word; the framework filters them (measures, section 6).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/base/text.hpp>

namespace rif {

/// A proposed substitution with its provenance. source: where it came from ("wordnet:synset 00469651-v").
/// value, forward, backward: what admitted it, once the framework has measured it.
struct Candidate {
    std::string text;
    std::string source = {};
    std::optional<double> value = {}, forward = {}, backward = {};
};

/// A word where it stands; text is empty and span covers nothing where a dictionary is built from bare words.
struct Occurrence {
    std::string_view word;
    std::string_view text = {};
    ByteSpan span = {};
};

/// Const, concurrent; deterministic where the manifest says so. The order is the order of preference.
class Perturbation : public Component {
public:
    ~Perturbation() override;
    /// Candidates in the form that replaces the word as it stands (inflected alike), at most `most`. May be empty.
    virtual std::vector<Candidate> candidates(const Occurrence& occurrence, std::size_t most) const = 0;
    /// Whether the expression of several tokens ("county hospital", case-folded, single blanks) is one unit (`phrases = on`).
    virtual bool knows_expression(std::string_view expression) const;
    /// Most tokens of an expression that knows_expression may hold for; 1: none.
    virtual std::size_t longest_expression() const { return 1; }
    /// Whether candidates depend on the text around the word; if so no dictionary of bare words is built.
    virtual bool needs_text() const { return false; }
};

}  // namespace rif
