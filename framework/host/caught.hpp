// Any exception as the one error that we print.
#pragma once

#include <string>

#include <rif/base/error.hpp>

namespace rif {

/// The exception that is being handled, as a rif::Error: one of ours as it is, any other with slug `slug` and a message that begins with
/// `who` and holds what it says, or its type. Call it in a catch block. BudgetSpent and Cancelled are thrown on, not turned into errors.
Error caught_error(const std::string& who, const std::string& slug = "plugin-threw");

}  // namespace rif
