// What an address on the command line or in `sweep` points at: `run.seed`, `similarity.profile.feature."hours-per-week".weight`.
#pragma once

#include <optional>
#include <string>

#include <rif/base/catalogue.hpp>

#include "dsl/draft.hpp"

namespace rif::dsl {

enum class AddressOf { run, block, target };

struct Addressed {
    AddressOf of = AddressOf::run;
    std::size_t index = 0;  // into the draft's blocks or targets
    std::string group, group_label, key;
    Place key_place;
    const Parameter* parameter = nullptr;  // null where the block's plugin is unknown
};

/// Nothing after a diagnostic that says which part of the address is wrong and what it could be.
std::optional<Addressed> resolve_address(const Address& address, const Draft& draft, const Catalogue& catalogue, Diagnostics& diagnostics);
/// The place of one part of an address.
Place part_place(const Address& address, std::size_t part);

}  // namespace rif::dsl
