// From a mask to v': each slot filled with its new value, in the case of the old one; articles and verbs follow.
#pragma once

#include <rif/api/counterpart.hpp>

#include "masking.hpp"

namespace rif::lexicon {

/// targets: the new value of each of mask.terms, an index into its lexicon's values. A term whose new value has no word for it stays.
CounterpartText filled(const Masking& masking, const Words& words, const Mask& mask, const std::vector<std::size_t>& targets);

}  // namespace rif::lexicon
