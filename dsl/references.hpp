// Which blocks a block's settings name: what "unused", circles and the planner's questions go by.
#pragma once

#include <string>
#include <vector>

#include <rif/base/schema_check.hpp>

namespace rif::dsl {

struct Reference {
    std::string role, name;
    Place place;
    std::string key;  // of the setting that names it
};

/// All blocks that the settings name, groups included, in the order of keys.
std::vector<Reference> references(const Settings& settings);
std::vector<Reference> references(const CheckedValue& checked);

}  // namespace rif::dsl
