// Role counterpart: v' for a v, the sensitive attribute changed and nothing else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/api/individual.hpp>
#include <rif/base/text.hpp>

namespace rif {

/// One place where v and v' differ. role: determiner, pronoun, object, noun, adjective, article, verb.
struct Slot {
    std::string attribute;  // "gender"
    std::string role;
    ByteSpan v, v_prime;   // in their texts
    std::string from, to;  // values: "female", "male"
};

/// One v'. slots: in order of place; outside them the texts are equal byte for byte (asserted by the framework).
struct CounterpartText {
    std::string text;
    std::vector<Slot> slots;
    std::map<std::string, std::string> from, to;  // by attribute
    bool ambiguous = false;                       // a grammatical role could not be decided
    std::vector<std::string> residual_cues = {};  // what still hints at the old value: a first name, "sorority"
};

/// made is empty where no_sensitive_token or attribute_missing says why.
struct Counterparts {
    std::vector<CounterpartText> made;
    std::optional<Outcome> why_none;
    std::vector<std::string> named;  // attributes that the text names
};

/// You are given: an individual and a random stream of its own. You return its counterparts. Const, thread-safe, deterministic in both.
class Counterpart : public Component {
public:
    ~Counterpart() override;
    virtual Counterparts counterparts(const Individual& individual, Random random) const = 0;
    virtual std::vector<std::string> attributes() const = 0;
    /// Every sensitive term of those attributes, case-folded: no substitution may bring one in, and none of them is substituted.
    virtual std::vector<std::string> sensitive_terms() const = 0;
};

}  // namespace rif
