// Scores as programs and servers send them, in JSON: read by the model plugins that ask another process.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/model.hpp>

namespace rif {

/// The probabilities of n classes add up to one within this, so that answers rounded to three digits pass.
double sum_tolerance(std::size_t classes);

/// What a reply is held to. labels: the columns of the matrix; a reply that names labels is put into their order.
struct ReplyForm {
    std::string who;  // "model.vendor", for messages
    std::vector<std::string> labels;
    ScoreKind kind = ScoreKind::probabilities;
};

/// `["…", …]`, on one line. What is not UTF-8 becomes U+FFFD.
std::string json_strings(std::span<const std::string> texts);
/// `{"texts": ["…", …]}`, on one line.
std::string texts_as_json(std::span<const std::string> texts);

/// reply: one JSON value. The rows stand in it alone, or under "scores", "probabilities" or "logits"; "labels" may name their columns.
/// A row is a list of numbers, an object {label: number}, or a list of {"label": …, "score": …} in any order. A score that is null, NaN
/// or Infinity is NaN in the matrix, so that it is the error of its own text.
/// returns: [texts, labels].
/// errors: rif::Error "model-output": it is no JSON, has another number of rows or scores, lacks a label, is of the other kind, or says
/// {"error": "…"}.
Matrix scores_of_reply(std::string_view reply, std::size_t texts, const ReplyForm& form);

/// The labels that a reply names under "labels". errors: rif::Error "model-output" where it names none.
std::vector<std::string> labels_of_reply(std::string_view reply, const std::string& who);

}  // namespace rif
