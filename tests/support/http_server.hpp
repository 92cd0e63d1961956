// A real server on this machine for tests of what asks one: answers as a test says, or breaks off, is silent, or sends what is no HTTP.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rif::test {

class TlsContext;

struct HttpRequest {
    std::string path;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;
    std::size_t number = 0;  // from 1, over all connections
};

struct HttpReply {
    int status = 200;
    std::string body;
    std::vector<std::string> headers = {};  // "Retry-After: 1"
    double seconds = 0;                     // before anything is sent
    bool hangs_up = false;                  // nothing is sent
    std::size_t sent = std::string::npos;   // bytes of the body, though its length promises all
    std::string raw = {};                   // sent in place of all this, unless empty
};

using HttpHandler = std::function<HttpReply(const HttpRequest&)>;

/// Listens on a free port of 127.0.0.1 as long as it lives; a thread for each connection, which is kept as HTTP/1.1 has it.
class HttpServer {
public:
    /// handler: called from several threads at once. tls: for https, with a certificate of its own.
    explicit HttpServer(HttpHandler handler, const TlsContext* tls = nullptr);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;

    /// "http://127.0.0.1:PORT/predict"
    std::string url() const;
    std::size_t requests() const { return requests_; }
    std::size_t connections() const { return connections_; }
    /// While it is down, connections are ended as soon as they are made.
    void set_down(bool down) { is_down_ = down; }

private:
    class Connection;
    void listen();
    void serve(int descriptor);

    HttpHandler handler_;
    const TlsContext* tls_;
    int socket_ = -1, port_ = 0;
    std::atomic<bool> ends_{false}, is_down_{false};
    std::atomic<std::size_t> requests_{0}, connections_{0};
    std::mutex mutex_;
    std::list<std::thread> threads_;
    std::vector<int> open_;
    std::thread listener_;
};

/// `texts` or `inputs` of a request's body.
std::vector<std::string> texts_of(const HttpRequest& request);

}  // namespace rif::test
