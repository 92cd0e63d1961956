// TLS for the tests' server: a key and a certificate for 127.0.0.1, made anew for each test.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace rif::test {

/// The server's side of one connection.
class TlsSession {
public:
    struct Inside;
    explicit TlsSession(std::unique_ptr<Inside> inside);
    ~TlsSession();
    /// Bytes read; 0 at the end, and where the client turned away.
    std::size_t read(char* into, std::size_t most);
    /// Bytes written; -1 where the client turned away.
    long write(const char* from, std::size_t size);

private:
    std::unique_ptr<Inside> inside_;
};

class TlsContext {
public:
    TlsContext();
    ~TlsContext();
    /// Its certificate in PEM: who trusts it trusts the server.
    std::string certificate() const;
    std::unique_ptr<TlsSession> accept(int descriptor) const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace rif::test
