// Addresses of servers by the names that the site configuration gives them, with their keys: what a component that asks a server needs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <rif/api/arguments.hpp>

namespace rif {

/// Keys and headers are secrets: never in a message, a log or a record, and no part of a fingerprint.
struct EndpointAccess {
    std::string url;
    std::vector<std::string> headers;    // "Authorization: Bearer …", whole
    std::vector<std::string> secrets;    // what must not be shown, should a server send it back
    std::filesystem::path certificates;  // of the authorities that it is trusted by; "" for the system's
};

/// The services of a run know the endpoints of the site; others may not.
class Endpoints {
public:
    virtual ~Endpoints();
    /// errors: rif::Error "unknown-endpoint" with those that there are; "missing-key" where its key is said to be and is not.
    virtual EndpointAccess endpoint(std::string_view name, const Place& place) const = 0;
};

/// The endpoint that the setting `key`, of type url, names: an address as it stands, or a name of the site configuration.
/// errors: as above; "secret-in-experiment" for an address with a user and password in it.
EndpointAccess endpoint_of(const Arguments& arguments, std::string_view key);

}  // namespace rif
