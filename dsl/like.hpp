// `role name = plugin like other { … }`: the settings of the other block, with those given in their place.
#pragma once

#include <string>

#include "dsl/draft.hpp"

namespace rif::dsl {

/// Fills in every block's `body`: what `like` takes over, then what it gives itself, then what --set gives it. A circle is a diagnostic.
void fold_likes(Draft& draft, Diagnostics& diagnostics);
/// Blocks that a change of the setting of block `index` reaches: itself, and those `like` it that do not give the setting themselves.
std::vector<std::size_t> reached_by(const Draft& draft, std::size_t index, const std::string& group, const std::string& label,
                                    const std::string& key);

}  // namespace rif::dsl
