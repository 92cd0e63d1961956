// What the similarities of `admit` say of a word and its candidates, in the context that the run asks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rif/engine/admission.hpp>
#include <rif/engine/carriers.hpp>

namespace rif {

/// What a value is kept under: "entailment carrier 3f9a12bc". Bare where the similarity takes no texts.
std::string measurement_key(const AdmitCondition& condition, AdmitContext context);

/// word, in text at span where candidates depend on the text (`sentence`), and its candidates.
struct Proposals {
    std::string_view word;
    std::vector<Candidate> candidates;
    std::string_view text = {};
    ByteSpan span = {};
    bool agreement = true;  // an article before it follows
};

/// The context that the condition is measured in: bare where its similarity takes no texts.
AdmitContext context_of(const AdmitCondition& condition, AdmitContext context);

/// One score a candidate, in one ask. In carrier sentences the one that the condition likes least: the smallest value for >= and >, the
/// largest for <= and <. carriers: read where the context is carrier.
std::vector<DirectedScore> measured(const AdmitCondition& condition, AdmitContext context, const Carriers& carriers,
                                    const Proposals& proposals);

}  // namespace rif
