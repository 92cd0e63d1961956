// One pair of a results folder as a person reads it: both texts with the substitutions marked, predictions, steps.
#pragma once

#include <string>
#include <vector>

#include <rif/api/results.hpp>

namespace rif::cli {

/// "She cared for [sick -> ill] children": the clean text with each substitution marked; articles that followed are part of the mark's
/// text.
std::string marked(const MemberRecord& member);
/// The whole account of a pair, lines wrapped at `width` columns.
std::string pair_text(const PairRecord& pair, const CellRecord& cell, const std::vector<std::string>& labels, std::size_t width);
/// `text` in lines of at most `width` columns, the second and later ones behind `indent` blanks.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace rif::cli
