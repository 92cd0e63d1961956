#include <rif/api/endpoints.hpp>

#include <fmt/core.h>

namespace rif {

namespace {

/// Whether the part before the path has an @: "https://me:secret@host/".
bool holds_password(std::string_view url) {
    const std::size_t begin = url.find("://") + 3;
    return url.substr(begin, url.find_first_of("/?#", begin) - begin).find('@') != std::string_view::npos;
}

}  // namespace

Endpoints::~Endpoints() = default;

EndpointAccess endpoint_of(const Arguments& arguments, std::string_view key) {
    const std::string address = arguments.text(key);
    if (address.find("://") == std::string::npos) {
        const auto* endpoints = dynamic_cast<const Endpoints*>(&arguments.services());
        if (endpoints) return endpoints->endpoint(address, arguments.place(key));
        throw arguments.error(key, "unknown-endpoint", fmt::format("no site configuration is read here, and '{}' is a name in it", address),
                              "http://… or https://…");
    }
    if (holds_password(address))
        throw arguments.error(key, "secret-in-experiment",
                              "the address holds a user and a password, and an experiment is no place for them",
                              "give the endpoint a name and its key in the site configuration: rif config endpoints");
    return {address, {}, {}, {}};
}

}  // namespace rif
