// Wrong settings of every kind that a manifest's parameters can be given.
#pragma once

#include <string>

#include <rif/base/catalogue.hpp>
#include <rif/base/schema_check.hpp>

namespace rif {

/// A context in which every name is a block of the role that is wanted, but for "no_such_block".
CheckContext context_of_contract(const PluginEntry& plugin);

/// Gives each parameter, one after the other, a value of another type, one out of its range, an unknown choice, a bare number where a
/// unit is needed, …, and an unknown key. returns: what was not refused with the slug that it should be, or "" where all were.
std::string wrong_settings_that_pass(const Schema& schema, const CheckContext& context);

}  // namespace rif
