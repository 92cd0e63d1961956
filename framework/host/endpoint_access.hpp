// From the name of an endpoint to its address and key, by the site configuration as it is now.
#pragma once

#include <rif/api/endpoints.hpp>
#include <rif/host/site_config.hpp>

namespace rif {

/// errors: rif::Error "unknown-endpoint" with the names that there are, "missing-key" with where the key should be; never the key.
EndpointAccess endpoint_access(const SiteConfig& config, std::string_view name, const Place& place);

}  // namespace rif
