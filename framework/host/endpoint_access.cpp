#include <rif/host/endpoint_access.hpp>

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/host/environment.hpp>

namespace rif {

namespace {

constexpr std::size_t k_longest_key = 16384;  // bytes

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

Error missing_key(const Endpoint& endpoint, const std::string& what, const std::string& help, const Place& place) {
    return Error("missing-key", fmt::format("the key of endpoint '{}' {}", endpoint.name, what), help, place);
}

std::string key_in_file(const Endpoint& endpoint, const Place& place) {
    const std::string file = endpoint.key_file.string();
    std::string key;
    try {
        key = trimmed(read_file(endpoint.key_file, {}, k_longest_key));
    } catch (const Error& error) {
        throw missing_key(endpoint, fmt::format("should be in '{}': {}", file, error.message()), "write it there, readable by you alone",
                          place);
    }
    if (key.empty()) throw missing_key(endpoint, fmt::format("should be in '{}', which is empty", file), "write it there", place);
    return key;
}

/// The variable's where it is set, else the file's; "" where the endpoint has no key.
std::string key_of(const Endpoint& endpoint, const Place& place) {
    if (endpoint.key_variable.empty() && endpoint.key_file.empty()) return {};
    std::string key;
    if (!endpoint.key_variable.empty()) key = trimmed(environment(endpoint.key_variable.c_str()));
    if (key.empty() && endpoint.key_file.empty())
        throw missing_key(endpoint, fmt::format("should be in {}, which is not set", endpoint.key_variable),
                          fmt::format("export {}=…", endpoint.key_variable), place);
    if (key.empty()) key = key_in_file(endpoint, place);
    const bool is_one_line = std::ranges::none_of(key, [](unsigned char c) { return c < ' ' || c == 127; });
    if (!is_one_line)
        throw missing_key(endpoint, "has several lines or signs that no header can hold", "one line with the key alone", place);
    return key;
}

Error unknown(const SiteConfig& config, std::string_view name, const Place& place) {
    std::vector<std::string> known;
    for (const auto& [each, endpoint] : config.endpoints()) known.push_back(each);
    return Error("unknown-endpoint",
                 known.empty() ? fmt::format("the site configuration has no endpoint '{}', nor any other", name)
                               : fmt::format("the site configuration has no endpoint '{}'; it has {}", name, fmt::join(known, ", ")),
                 fmt::format("[endpoints.{}] with its url in {}", name, site_config_files().user.string()), place);
}

}  // namespace

EndpointAccess endpoint_access(const SiteConfig& config, std::string_view name, const Place& place) {
    const auto endpoints = config.endpoints();
    const auto found = endpoints.find(std::string(name));
    if (found == endpoints.end() || found->second.url.empty()) throw unknown(config, name, place);
    const Endpoint& endpoint = found->second;
    EndpointAccess access{endpoint.url, endpoint.headers, {}, endpoint.certificates};
    for (const std::string& header : endpoint.headers) access.secrets.push_back(trimmed(header.substr(header.find(':') + 1)));
    if (const std::string key = key_of(endpoint, place); !key.empty()) {
        const bool is_bearer = endpoint.key_header.empty() || endpoint.key_header == "Authorization";
        access.headers.push_back(is_bearer ? "Authorization: Bearer " + key : endpoint.key_header + ": " + key);
        access.secrets.push_back(key);
    }
    return access;
}

}  // namespace rif
