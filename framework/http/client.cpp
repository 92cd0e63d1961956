#include <rif/http/client.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

#include <curl/curl.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/json.hpp>
#include <rif/base/pipe_signal.hpp>

namespace rif {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::chrono::milliseconds k_slice{100};
constexpr Seconds k_longest_pause{30};  // of our own doubling
constexpr Seconds k_longest_wait{600};  // that a server may ask for
constexpr std::size_t k_longest_answer = std::size_t{64} << 20;
constexpr std::size_t k_shown = 200;  // bytes of an answer in a message
constexpr std::ptrdiff_t k_most_connections = 4096;

struct CloseHandle {
    void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
};
using Handle = std::unique_ptr<CURL, CloseHandle>;

struct FreeList {
    void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;

void start_curl() {
    static const CURLcode code = ::curl_global_init(CURL_GLOBAL_DEFAULT);  // never undone: other libraries may use it
    if (code != CURLE_OK) throw Error("http-unreachable", fmt::format("libcurl does not start: {}", ::curl_easy_strerror(code)));
}

/// How one try ended.
struct Try {
    CURLcode code = CURLE_OK;
    long status = 0;
    std::string body, reason;  // reason: of a code that is not OK
    std::optional<Seconds> retry_after;

    bool is_good() const { return code == CURLE_OK && status >= 200 && status < 300; }
    bool may_be_better_later() const;
};

bool Try::may_be_better_later() const {
    constexpr long k_statuses[] = {408, 425, 429, 500, 502, 503, 504, 529};
    constexpr CURLcode k_codes[] = {CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
                                    CURLE_OPERATION_TIMEDOUT,   CURLE_GOT_NOTHING,           CURLE_SEND_ERROR,
                                    CURLE_RECV_ERROR,           CURLE_PARTIAL_FILE,          CURLE_HTTP2,
                                    CURLE_HTTP2_STREAM,         CURLE_SSL_CONNECT_ERROR};
    if (code == CURLE_OK) return std::ranges::find(k_statuses, status) != std::end(k_statuses);
    return std::ranges::find(k_codes, code) != std::end(k_codes);
}

/// What a transfer writes to, and what stopped it.
struct Transfer {
    std::string body;
    bool is_too_long = false;
    std::exception_ptr stopped;
    const std::function<void()>* wait = nullptr;
};

std::size_t take_body(char* data, std::size_t, std::size_t size, void* transfer) {
    auto& into = *static_cast<Transfer*>(transfer);
    into.is_too_long = into.body.size() + size > k_longest_answer;
    if (into.is_too_long) return 0;
    into.body.append(data, size);
    return size;
}

int look_around(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    auto& of = *static_cast<Transfer*>(transfer);
    try {
        (*of.wait)();
    } catch (...) {  // goes on where libcurl has returned: there is C between
        of.stopped = std::current_exception();
        return 1;
    }
    return 0;
}

std::string without_query(const std::string& url) { return url.substr(0, url.find_first_of("?#")); }

std::string with_tries(std::size_t tries) { return tries == 1 ? "" : fmt::format(" ({} tries)", tries); }

}  // namespace

struct HttpClient::Inside {
    explicit Inside(HttpSettings given)
        : settings(std::move(given)),
          shown(without_query(settings.access.url)),
          free(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(settings.connections), 1, k_most_connections)) {
        start_curl();
        headers.reset(::curl_slist_append(nullptr, "Content-Type: application/json"));
        ::curl_slist_append(headers.get(), "Accept: application/json");
        ::curl_slist_append(headers.get(), "Expect:");
        for (const std::string& header : settings.access.headers) ::curl_slist_append(headers.get(), header.c_str());
    }

    std::string post(const std::string& body);
    Try tried(const std::string& body);
    void prepare(CURL* handle, const std::string& body, Transfer& transfer, char* reason) const;
    void sleep(Seconds pause) const;
    Error failure(const Try& last, std::size_t tries) const;
    std::string without_secrets(std::string text) const;

    Handle handle_taken();
    void give_back(Handle handle);

    const HttpSettings settings;
    const std::string shown;
    HeaderList headers;
    std::counting_semaphore<k_most_connections> free;
    std::mutex mutex;
    std::vector<Handle> idle;
    std::atomic<bool> is_down{false};  // all tries of the last request failed
};

Handle HttpClient::Inside::handle_taken() {
    while (!free.try_acquire_for(k_slice)) settings.wait();
    const std::scoped_lock lock(mutex);
    if (idle.empty()) return Handle(::curl_easy_init());
    Handle handle = std::move(idle.back());
    idle.pop_back();
    return handle;
}

void HttpClient::Inside::give_back(Handle handle) {
    {
        const std::scoped_lock lock(mutex);
        idle.push_back(std::move(handle));
    }
    free.release();
}

void HttpClient::Inside::prepare(CURL* handle, const std::string& body, Transfer& transfer, char* reason) const {
    ::curl_easy_reset(handle);  // its connection stays
    ::curl_easy_setopt(handle, CURLOPT_URL, settings.access.url.c_str());
    ::curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    ::curl_easy_setopt(handle, CURLOPT_USERAGENT, "rifair");
    ::curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
    ::curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
    ::curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    ::curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    ::curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(settings.timeout.count() * 1000));
    ::curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason);
    ::curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    ::curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    ::curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    ::curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, look_around);
    ::curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    if (!settings.access.certificates.empty()) ::curl_easy_setopt(handle, CURLOPT_CAINFO, settings.access.certificates.c_str());
}

Try HttpClient::Inside::tried(const std::string& body) {
    Handle handle = handle_taken();
    Transfer transfer;
    transfer.wait = &settings.wait;
    char reason[CURL_ERROR_SIZE] = "";
    prepare(handle.get(), body, transfer, reason);
    Try result;
    {
        const NoPipeSignal no_signal;  // OpenSSL writes as if there were none
        result.code = ::curl_easy_perform(handle.get());
    }
    ::curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &result.status);
    curl_off_t after = 0;
    if (::curl_easy_getinfo(handle.get(), CURLINFO_RETRY_AFTER, &after) == CURLE_OK && after > 0) result.retry_after = Seconds(after);
    give_back(std::move(handle));
    if (transfer.stopped) std::rethrow_exception(transfer.stopped);
    if (transfer.is_too_long)
        throw Error("http-answer", fmt::format("{}: {} answers more than {} MiB", settings.who, shown, k_longest_answer >> 20),
                    "lower `batch`");
    result.body = std::move(transfer.body);
    result.reason = reason[0] ? reason : ::curl_easy_strerror(result.code);
    return result;
}

void HttpClient::Inside::sleep(Seconds pause) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(pause);
    while (std::chrono::steady_clock::now() < end) {
        settings.wait();
        std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(k_slice, end - std::chrono::steady_clock::now()));
    }
}

std::string HttpClient::Inside::without_secrets(std::string text) const {
    for (const std::string& secret : settings.access.secrets) {
        for (std::size_t at = text.find(secret); !secret.empty() && at != std::string::npos; at = text.find(secret, at))
            text.replace(at, secret.size(), "(key)");
    }
    return text;
}

Error HttpClient::Inside::failure(const Try& last, std::size_t tries) const {
    if (last.code != CURLE_OK) {
        const std::string reason =
            last.code == CURLE_OPERATION_TIMEDOUT ? fmt::format("no answer within {:g} s", settings.timeout.count()) : last.reason;
        const bool is_trust = last.code == CURLE_PEER_FAILED_VERIFICATION || last.code == CURLE_SSL_CACERT_BADFILE;
        return Error("http-unreachable",
                     without_secrets(fmt::format("{}: {} is not reached{}: {}", settings.who, shown, with_tries(tries), reason)),
                     is_trust ? "certificates = \"FILE.pem\" in [endpoints.NAME] of the site configuration, where you trust it"
                              : "is the server running, and the address right? The next run goes on from here");
    }
    std::string answer = without_secrets(last.body);
    const bool is_long = answer.size() > k_shown;
    if (is_long) answer.resize(k_shown);
    const char* help = last.status == 401 || last.status == 403
                           ? "is the key of the endpoint in the site configuration, and right? rif config endpoints"
                       : last.status == 404     ? "is the address whole? It is posted to as it is written"
                       : last.status / 100 == 3 ? "it redirects: name the address that it redirects to"
                                                : "";
    return Error("http-status",
                 fmt::format("{}: {} answers with status {}{}: {}{}", settings.who, shown, last.status, with_tries(tries),
                             json_string(answer), is_long ? " …" : ""),
                 help);
}

std::string HttpClient::Inside::post(const std::string& body) {
    const std::size_t most = is_down ? 1 : settings.retries + 1;
    Seconds pause = settings.first_pause;
    for (std::size_t tries = 1;; ++tries) {
        Try last = tried(body);
        if (last.is_good()) {
            is_down = false;
            return std::move(last.body);
        }
        const bool waits_too_long = last.retry_after && *last.retry_after > k_longest_wait;
        if (!last.may_be_better_later() || waits_too_long) throw failure(last, tries);
        if (tries >= most) {
            is_down = true;
            throw failure(last, tries);
        }
        sleep(last.retry_after.value_or(pause));
        pause = std::min(pause * 2, k_longest_pause);
    }
}

HttpClient::HttpClient(HttpSettings settings) : inside_(std::make_unique<Inside>(std::move(settings))) {}
HttpClient::~HttpClient() = default;
std::string HttpClient::post(const std::string& body) { return inside_->post(body); }
const std::string& HttpClient::shown_url() const { return inside_->shown; }

}  // namespace rif
