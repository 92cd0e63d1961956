// JSON to a server and back, as often as it takes: time-outs, retries with growing pauses, Retry-After, connections that are kept.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <rif/api/endpoints.hpp>

namespace rif {

struct HttpSettings {
    std::string who;  // "model.vendor", for messages
    EndpointAccess access;
    std::chrono::duration<double> timeout{30};       // of one try
    std::size_t retries = 4;                         // after the first try, of what may be better the next time
    std::chrono::duration<double> first_pause{0.5};  // doubled after each try, unless the server says how long
    std::size_t connections = 16;                    // requests at the same time, at most
    std::function<void()> wait = [] {};              // called often while nothing happens; what it throws ends the request
};

/// Thread-safe. No key and no header of the site configuration is ever in a message, whatever the server sends back.
class HttpClient {
public:
    explicit HttpClient(HttpSettings settings);
    ~HttpClient();

    /// Posts `body` as application/json.  returns: the body of an answer with a status from 200 to 299.
    /// Tried again: no connection, a connection that breaks, silence, and the statuses 408, 425, 429, 500, 502, 503, 504, 529. Where all
    /// tries of one request failed, the next requests are tried once until one succeeds, so that a server that is gone costs a run no
    /// hours. errors: rif::Error "http-unreachable"; "http-status" with status and the beginning of the answer; "http-answer" above 64 MiB.
    std::string post(const std::string& body);
    /// The address without its query: for messages.
    const std::string& shown_url() const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace rif
