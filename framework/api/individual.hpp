// One individual of a data set, and how its pair fares: plain values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rif {

/// A table's cell keeps its bytes beside the number: an exact audit needs both.
struct RowCell {
    std::string text;
    std::optional<double> number;
};

/// Two texts that are compared, or that a model judges together.
struct TextPair {
    std::string a, b;
};

/// id: unique in its data set and stable ("17", "nurse.csv:3"). text: UTF-8, byte for byte as read.
/// label: index into the data set's labels. attributes: those that the data names itself ("gender" -> "Female").
struct Individual {
    std::string id;
    std::string text;
    std::size_t label = 0;
    std::map<std::string, std::string> attributes = {};
    std::vector<RowCell> row = {};  // features, in the order of Dataset::features(); empty for texts
};

/// What became of a pair; the first that applies (measures, section 1).
enum class Outcome {
    error,
    no_editable_token,
    no_sensitive_token,
    attribute_missing,
    outside_window,
    violates_clean,
    no_candidates,
    attacked
};
std::string_view outcome_name(Outcome outcome);
std::optional<Outcome> outcome_named(std::string_view name);

}  // namespace rif
