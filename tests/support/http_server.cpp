#include "support/http_server.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/json.hpp>

#include "support/tls.hpp"

namespace rif::test {

namespace {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::map<std::string, std::string> headers_of(const std::string& head) {
    std::map<std::string, std::string> result;
    for (std::size_t at = head.find("\r\n"); at != std::string::npos; at = head.find("\r\n", at + 2)) {
        const std::string line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) result[lower(line.substr(0, colon))] = line.substr(colon + 2);
    }
    return result;
}

std::string as_bytes(const HttpReply& reply) {
    if (!reply.raw.empty()) return reply.raw;
    std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " Status\r\nContent-Type: application/json\r\n";
    for (const std::string& header : reply.headers) text += header + "\r\n";
    return text + "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n" + reply.body.substr(0, reply.sent);
}

}  // namespace

/// One client: its socket, through TLS where there is any.
class HttpServer::Connection {
public:
    Connection(int descriptor, const TlsContext* tls) : descriptor_(descriptor), session_(tls ? tls->accept(descriptor) : nullptr) {}

    std::size_t read(char* into, std::size_t most) {
        if (session_) return session_->read(into, most);
        const ssize_t size = ::recv(descriptor_, into, most, 0);
        return size > 0 ? static_cast<std::size_t>(size) : 0;
    }
    bool write(const std::string& bytes) {
        for (std::size_t done = 0; done < bytes.size();) {
            const ssize_t size = session_ ? session_->write(bytes.data() + done, bytes.size() - done)
                                          : ::send(descriptor_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
            if (size <= 0) return false;
            done += static_cast<std::size_t>(size);
        }
        return true;
    }
    /// Whether a whole request came.
    bool read(HttpRequest& request) {
        std::size_t end = 0;
        while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
            if (!more()) return false;
        }
        const std::string head = buffer_.substr(0, end);
        buffer_.erase(0, end + 4);
        request.path = head.substr(head.find(' ') + 1);
        request.path.resize(request.path.find(' '));
        request.headers = headers_of(head);
        const std::size_t length = request.headers.contains("content-length") ? std::stoul(request.headers["content-length"]) : 0;
        while (buffer_.size() < length) {
            if (!more()) return false;
        }
        request.body = buffer_.substr(0, length);
        buffer_.erase(0, length);
        return true;
    }

private:
    bool more() {
        char bytes[65536];
        const std::size_t size = read(bytes, sizeof bytes);
        buffer_.append(bytes, size);
        return size > 0;
    }

    int descriptor_;
    std::unique_ptr<TlsSession> session_;
    std::string buffer_;
};

HttpServer::HttpServer(HttpHandler handler, const TlsContext* tls) : handler_(std::move(handler)), tls_(tls) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(socket_, 128) != 0 ||
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error(std::string("no server can listen here: ") + std::strerror(errno));
    port_ = ntohs(address.sin_port);
    listener_ = std::thread([this] { listen(); });
}

HttpServer::~HttpServer() {
    ends_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    listener_.join();
    {
        const std::scoped_lock lock(mutex_);
        for (const int descriptor : open_) ::shutdown(descriptor, SHUT_RDWR);
    }
    for (std::thread& thread : threads_) thread.join();
    ::close(socket_);
}

std::string HttpServer::url() const { return std::string(tls_ ? "https" : "http") + "://127.0.0.1:" + std::to_string(port_) + "/predict"; }

void HttpServer::listen() {
    while (!ends_) {
        const int descriptor = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
        if (descriptor < 0) continue;
        ++connections_;
        const std::scoped_lock lock(mutex_);
        open_.push_back(descriptor);
        threads_.emplace_back([this, descriptor] { serve(descriptor); });
    }
}

void HttpServer::serve(int descriptor) {
    if (!is_down_) {
        Connection connection(descriptor, tls_);
        HttpRequest request;
        while (!is_down_ && connection.read(request)) {
            request.number = ++requests_;
            const HttpReply reply = handler_(request);
            for (double waited = 0; waited < reply.seconds && !ends_; waited += 0.02)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (reply.hangs_up || ends_ || !connection.write(as_bytes(reply)) || reply.sent != std::string::npos || !reply.raw.empty())
                break;
        }
    }
    const std::scoped_lock lock(mutex_);
    std::erase(open_, descriptor);
    ::shutdown(descriptor, SHUT_RDWR);
    ::close(descriptor);
}

std::vector<std::string> texts_of(const HttpRequest& request) {
    const boost::json::value root = boost::json::parse(request.body);
    const boost::json::object& object = root.as_object();
    std::vector<std::string> result;
    for (const boost::json::value& text : object.at(object.contains("texts") ? "texts" : "inputs").as_array())
        result.emplace_back(text.as_string());
    return result;
}

}  // namespace rif::test
