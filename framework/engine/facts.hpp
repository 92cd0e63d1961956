// What this machine and build are, for environment.toml.
#pragma once

#include <map>
#include <string>

#include <rif/api/services.hpp>

namespace rif {

/// rifair's version, host, system, processor, threads, time, and the BLAS where a plugin that is open links one. Never a user's name or a
/// secret.
std::map<std::string, std::string> machine_facts(std::size_t threads, const Computing& computing);

}  // namespace rif
