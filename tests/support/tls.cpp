#include "support/tls.hpp"

#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace rif::test {

namespace {

constexpr long k_valid_seconds = 3600;

void add_extension(X509* certificate, int kind, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

/// Signed by itself.
X509* certificate_of(EVP_PKEY* key) {
    X509* certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -k_valid_seconds);
    X509_gmtime_adj(X509_getm_notAfter(certificate), k_valid_seconds);
    X509_set_pubkey(certificate, key);
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("rifair tests"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    add_extension(certificate, NID_subject_alt_name, "IP:127.0.0.1");
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

}  // namespace

struct TlsSession::Inside {
    SSL* ssl = nullptr;
    bool is_open = false;
};

struct TlsContext::Inside {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = certificate_of(key);
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
};

TlsSession::TlsSession(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
TlsSession::~TlsSession() { SSL_free(inside_->ssl); }

std::size_t TlsSession::read(char* into, std::size_t most) {
    std::size_t size = 0;
    return inside_->is_open && SSL_read_ex(inside_->ssl, into, most, &size) == 1 ? size : 0;
}

long TlsSession::write(const char* from, std::size_t size) {
    std::size_t written = 0;
    return inside_->is_open && SSL_write_ex(inside_->ssl, from, size, &written) == 1 ? static_cast<long>(written) : -1;
}

TlsContext::TlsContext() : inside_(std::make_unique<Inside>()) {
    if (SSL_CTX_use_certificate(inside_->context, inside_->certificate) != 1 || SSL_CTX_use_PrivateKey(inside_->context, inside_->key) != 1)
        throw std::runtime_error("no certificate can be made for the tests");
}

TlsContext::~TlsContext() {
    SSL_CTX_free(inside_->context);
    X509_free(inside_->certificate);
    EVP_PKEY_free(inside_->key);
}

std::string TlsContext::certificate() const {
    BIO* memory = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(memory, inside_->certificate);
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    std::string result(data, static_cast<std::size_t>(size));
    BIO_free(memory);
    return result;
}

std::unique_ptr<TlsSession> TlsContext::accept(int descriptor) const {
    auto inside = std::make_unique<TlsSession::Inside>();
    inside->ssl = SSL_new(inside_->context);
    SSL_set_fd(inside->ssl, descriptor);
    inside->is_open = SSL_accept(inside->ssl) == 1;
    return std::make_unique<TlsSession>(std::move(inside));
}

}  // namespace rif::test
