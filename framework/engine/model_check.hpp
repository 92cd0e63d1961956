// What a model answers is held to its contract once, before a run: about no text, one, and three.
#pragma once

#include <string>

#include <rif/api/model.hpp>

namespace rif {

/// name: "model.vendor", for messages. deterministic: as its manifest says; then a text has to score alone as among others.
/// errors: rif::Error "model-contract" with the clause that is broken: the number of rows or columns, a score that is no number,
/// probabilities that are none, two labels of one name; whatever the model throws ("no-texts" where it judges rows alone).
void check_answers(const Model& model, const std::string& name, bool deterministic);

}  // namespace rif
