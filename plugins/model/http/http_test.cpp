// model/http against a real server on this machine: what is posted, every form of an answer, patience, trouble of every kind, and keys that
// are shown nowhere.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include <fmt/core.h>

#include <rif/api/model.hpp>
#include <rif/base/file.hpp>

#include "support/http_server.hpp"
#include "support/plugin.hpp"
#include "support/test_data.hpp"
#include "support/tls.hpp"

using rif::Matrix;
using rif::Model;
using rif::test::HttpReply;
using rif::test::HttpRequest;
using rif::test::HttpServer;

namespace {

using Clock = std::chrono::steady_clock;

const std::string k_plugin = "model/http";
const std::string k_quick = "labels = [a, b], pause = 0.01 seconds, timeout = 5 seconds";
const std::string k_key = "sk-3141592653589793";

double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

std::shared_ptr<Model> model_at(const std::string& url, const std::string& settings = k_quick) {
    return rif::test::make<Model>(k_plugin, "endpoint = \"" + url + "\", " + settings);
}

/// Every text gets the same row.
rif::test::HttpHandler rows(const std::string& row) {
    return [row](const HttpRequest& request) {
        std::string body;
        for (std::size_t i = 0; i < rif::test::texts_of(request).size(); ++i) body += (i > 0 ? "," : "") + row;
        return HttpReply{200, "[" + body + "]"};
    };
}

/// This reply for the first `times` requests, then rows.
rif::test::HttpHandler first(std::size_t times, const HttpReply& reply) {
    return [times, reply, then = rows("[1,0]")](const HttpRequest& request) { return request.number <= times ? reply : then(request); };
}

struct Asked {
    std::string slug, message;
    std::vector<float> row;
};

Asked asked(const Model& model, const std::string& text = "text") {
    try {
        const Matrix scores = model.predict({&text, 1});
        return {"", "", {scores[0].begin(), scores[0].end()}};
    } catch (const rif::Error& error) {
        return {error.slug(), error.message(), {}};
    }
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A site configuration of the test's own, and the environment as it was afterwards.
class Site {
public:
    explicit Site(const std::string& text) {
        rif::write_file(folder_ / "site.toml", text);
        ::setenv("RIFAIR_SITE_CONFIG", (folder_ / "site.toml").c_str(), 1);
    }
    ~Site() {
        ::unsetenv("RIFAIR_SITE_CONFIG");
        ::unsetenv("RIF_TEST_KEY");
    }
    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

private:
    rif::test::TemporaryFolder folder_;
};

struct Local {
    Local() {
        for (const char* name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) ::unsetenv(name);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(model_http, Local)

BOOST_AUTO_TEST_CASE(is_made_without_asking_anyone) {
    const auto model = model_at("http://127.0.0.1:1/none", "labels = [a, b]");
    BOOST_TEST((model->labels() == std::vector<std::string>{"a", "b"}));
    BOOST_TEST((model->score_kind() == rif::ScoreKind::probabilities));
    BOOST_TEST(model->predict({}).rows() == 0u);
}

BOOST_AUTO_TEST_CASE(refuses_settings_that_reach_nothing) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal(k_plugin, settings); };
    BOOST_TEST(refusal("endpoint = \"http://x/\"") == "missing-setting");
    BOOST_TEST(refusal("labels = [a, b]") == "missing-setting");
    BOOST_TEST(refusal("endpoint = \"ftp://x/\", labels = [a, b]") == "wrong-type");
    BOOST_TEST(refusal("endpoint = \"nobody\", labels = [a, b]") == "unknown-endpoint");
    BOOST_TEST(refusal("endpoint = \"https://me:secret@x/\", labels = [a, b]") == "secret-in-experiment");
    BOOST_TEST(refusal("endpoint = \"http://x/\", labels = [a, b], format = soap") == "unknown-choice");
    BOOST_TEST(refusal("endpoint = \"http://x/\", labels = [a, b], timeout = 0 seconds") == "out-of-range");
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_models) {
    const HttpServer server(rows("[0.25,0.25,0.25,0.25]"));
    BOOST_TEST(rif::test::breaches(k_plugin, {{"endpoint", server.url()}}) == "");
    BOOST_TEST(server.requests() > 300u);  // it was asked, and not excused
}

BOOST_AUTO_TEST_CASE(the_example_in_python_answers_as_it_reads) {
    if (std::system("python3 -c 'import http.server' 2>/dev/null") != 0) {
        BOOST_TEST_MESSAGE("skipped: there is no python3");
        return;
    }
    const std::string file = (rif::test::source_folder() / "plugins/model/http/example.py").string();
    const rif::test::TemporaryFolder folder;
    const std::string out = (folder / "out").string(), process = (folder / "process").string();
    BOOST_REQUIRE(std::system(("python3 '" + file + "' 0 > '" + out + "' & echo $! > '" + process + "'").c_str()) == 0);
    std::string url;
    for (int i = 0; i < 500 && !url.ends_with("\n"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        url = rif::read_file(out);
    }
    const Asked answer =
        asked(*model_at(url.substr(0, url.find('\n')), "labels = [architect, nurse, surgeon, teacher]"), "A fever, the flu, a loft.");
    BOOST_TEST(std::system(("kill $(cat '" + process + "')").c_str()) == 0);
    BOOST_TEST(answer.message == "");
    BOOST_TEST((answer.row == std::vector<float>{0.25f, 0.5f, 0.125f, 0.125f}));  // weights 2, 4, 1, 1
}

BOOST_AUTO_TEST_CASE(texts_are_posted_as_they_are_in_batches_over_one_connection) {
    std::vector<std::string> seen;
    std::map<std::string, std::string> headers;
    const HttpServer server([&](const HttpRequest& request) {
        headers = request.headers;
        for (const std::string& text : rif::test::texts_of(request)) seen.push_back(text);
        return rows("[1,0]")(request);
    });
    const std::vector<std::string> texts = {"She's \"here\"\n", "\xF0\x9F\x8F\xA0 \\", "", "4", "5", "6", "7"};
    BOOST_TEST(model_at(server.url(), k_quick + ", batch = 3")->predict(texts).rows() == 7u);
    BOOST_TEST((seen == texts));
    BOOST_TEST(server.requests() == 3u);
    BOOST_TEST(server.connections() == 1u);
    BOOST_TEST(headers["content-type"] == "application/json");
    BOOST_TEST(!headers.contains("authorization"));
}

BOOST_AUTO_TEST_CASE(the_hosted_format_asks_for_all_labels_and_maps_them_by_name) {
    std::string body;
    const HttpServer server([&](const HttpRequest& request) {
        body = request.body;
        return rows(R"([{"label":"b","score":0.75},{"label":"a","score":0.25}])")(request);
    });
    const std::vector<std::string> texts = {"one", "two"};
    const Matrix scores = model_at(server.url(), k_quick + ", format = hosted")->predict(texts);
    BOOST_TEST(body == R"({"inputs":["one","two"],"parameters":{"top_k":2}})");
    BOOST_TEST((scores[1][0] == 0.25f && scores[1][1] == 0.75f));
    model_at(server.url(), k_quick + ", format = hosted, scores = logits")->predict(texts);
    BOOST_TEST(body == R"({"inputs":["one","two"],"parameters":{"top_k":2,"function_to_apply":"none"}})");
}

BOOST_AUTO_TEST_CASE(an_answer_that_breaks_the_protocol_is_named_and_not_asked_for_again) {
    const auto message = [](const std::string& body) {
        const HttpServer server([&](const HttpRequest&) { return HttpReply{200, body}; });
        const Asked answer = asked(*model_at(server.url()));
        BOOST_TEST(server.requests() == 1u);
        return answer.message;
    };
    BOOST_TEST(message("<html>busy</html>") == "model.subject: its answer is no JSON: \"<html>busy</html>\"");
    BOOST_TEST(message("[]") == "model.subject answers 0 texts where 1 were asked");
    BOOST_TEST(message("[[1,0],[1,0]]") == "model.subject answers 2 texts where 1 were asked");
    BOOST_TEST(message("[[1,0,0]]") == "model.subject answers 3 scores for text 1 of 1, and there are 2 labels");
    BOOST_TEST(message(R"([[{"label":"LABEL_0","score":1}]])") ==
               "model.subject answers a label 'LABEL_0'; the labels of the experiment are a, b");
    BOOST_TEST(message(R"({"error":"Model too busy"})") == "model.subject answers that it failed: Model too busy");
    const HttpServer server(rows("[NaN,1]"));
    BOOST_TEST(std::isnan(asked(*model_at(server.url())).row.at(0)));
}

BOOST_AUTO_TEST_CASE(what_passes_is_asked_again) {
    std::vector<HttpReply> troubles;
    for (const int status : {408, 429, 500, 502, 503, 504}) troubles.push_back({status, "later"});
    HttpReply hangs_up, half;
    hangs_up.hangs_up = true;
    half.body = "[[1,0]]";
    half.sent = 3;
    troubles.insert(troubles.end(), {hangs_up, half});
    for (const HttpReply& trouble : troubles) {
        const HttpServer server(first(2, trouble));
        const Asked answer = asked(*model_at(server.url()));
        BOOST_TEST(answer.slug == "", trouble.status << " " << answer.message);
        BOOST_TEST(server.requests() == 3u);
    }
}

BOOST_AUTO_TEST_CASE(what_does_not_pass_is_not) {
    for (const int status : {301, 400, 401, 403, 404, 422}) {
        const HttpServer server([&](const HttpRequest&) { return HttpReply{status, R"({"detail":"no"})"}; });
        const Asked answer = asked(*model_at(server.url()));
        BOOST_TEST(answer.slug == "http-status");
        BOOST_TEST(answer.message ==
                   fmt::format("model.subject: {} answers with status {}: \"{{\\\"detail\\\":\\\"no\\\"}}\"", server.url(), status));
        BOOST_TEST(server.requests() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(retry_after_goes_before_our_own_pauses) {
    HttpReply busy{429, "slow down"};
    busy.headers = {"Retry-After: 1"};
    const HttpServer server(first(1, busy));
    const auto begun = Clock::now();
    BOOST_TEST(asked(*model_at(server.url())).slug == "");
    BOOST_TEST(seconds_since(begun) >= 1);
    busy.headers = {"Retry-After: 86400"};
    const HttpServer patient(first(1, busy));
    const Asked answer = asked(*model_at(patient.url()));
    BOOST_TEST(answer.slug == "http-status");  // a day is not waited for
    BOOST_TEST(patient.requests() == 1u);
}

BOOST_AUTO_TEST_CASE(pauses_grow) {
    const HttpServer server(first(3, {503, "later"}));
    const auto begun = Clock::now();
    BOOST_TEST(asked(*model_at(server.url(), "labels = [a, b], pause = 0.1 seconds")).slug == "");
    BOOST_TEST(seconds_since(begun) >= 0.7);  // 0.1, 0.2, 0.4
}

BOOST_AUTO_TEST_CASE(a_server_that_is_gone_is_said_so_and_then_asked_once_a_time_until_it_is_back) {
    HttpServer server(rows("[1,0]"));
    const auto model = model_at(server.url(), k_quick + ", retries = 2");
    server.set_down(true);
    const Asked answer = asked(*model);
    BOOST_TEST(answer.slug == "http-unreachable");
    BOOST_TEST(holds(answer.message, "model.subject: " + server.url() + " is not reached (3 tries): "));
    const std::size_t before = server.connections();
    BOOST_TEST(holds(asked(*model).message, "is not reached: "));
    BOOST_TEST(server.connections() == before + 1);
    server.set_down(false);
    BOOST_TEST(asked(*model).slug == "");
    BOOST_TEST(holds(asked(*model_at("http://127.0.0.1:1/", k_quick + ", retries = 0")).message, "is not reached: "));
}

BOOST_AUTO_TEST_CASE(silence_ends_after_the_time_out) {
    HttpReply slow{200, "[[1,0]]"};
    slow.seconds = 30;
    const HttpServer server([&](const HttpRequest&) { return slow; });
    const auto begun = Clock::now();
    const Asked answer = asked(*model_at(server.url(), "labels = [a, b], pause = 0 seconds, timeout = 0.2 seconds, retries = 1"));
    BOOST_TEST(seconds_since(begun) < 5);
    BOOST_TEST(answer.slug == "http-unreachable");
    BOOST_TEST(holds(answer.message, "(2 tries): no answer within 0.2 s"));
}

BOOST_AUTO_TEST_CASE(what_is_no_http_or_never_ends_is_an_error_too) {
    HttpReply nonsense;
    nonsense.raw = "SSH-2.0-OpenSSH_9.2\r\n";
    const HttpServer other([&](const HttpRequest&) { return nonsense; });
    BOOST_TEST(asked(*model_at(other.url())).slug == "http-unreachable");
    const std::string mebibyte(std::size_t{1} << 20, ' ');
    HttpReply endless;
    endless.raw = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
    for (int i = 0; i < 66; ++i) endless.raw += mebibyte;
    const HttpServer talker([&](const HttpRequest&) { return endless; });
    BOOST_TEST(asked(*model_at(talker.url())).slug == "http-answer");
}

BOOST_AUTO_TEST_CASE(many_searches_ask_at_the_same_time_up_to_the_number_of_connections) {
    const auto eight_at_once = [](const std::string& connections) {
        const HttpServer server([](const HttpRequest& request) {
            HttpReply reply = rows("[1,0]")(request);
            reply.seconds = 0.2;
            return reply;
        });
        const auto model = model_at(server.url(), k_quick + ", connections = " + connections);
        std::vector<std::thread> threads;
        std::vector<std::string> slugs(8);
        const auto begun = Clock::now();
        for (std::string& slug : slugs) threads.emplace_back([&] { slug = asked(*model).slug; });
        for (std::thread& thread : threads) thread.join();
        for (const std::string& slug : slugs) BOOST_TEST(slug == "");
        BOOST_TEST(server.connections() <= std::stoul(connections));
        return seconds_since(begun);
    };
    const double two = eight_at_once("2");
    BOOST_TEST(two >= 0.8);
    BOOST_TEST(eight_at_once("8") < two);
}

BOOST_AUTO_TEST_CASE(a_key_comes_from_the_site_and_is_shown_nowhere) {
    std::map<std::string, std::string> headers;
    const HttpServer server([&](const HttpRequest& request) {
        headers = request.headers;
        if (request.body.find("wrong") != std::string::npos)
            return HttpReply{401, "the key " + k_key + " of team 7 is wrong: " + request.headers.at("authorization")};
        return rows("[1,0]")(request);
    });
    const Site site("[endpoints.lab]\nurl = \"" + server.url() +
                    "?api-version=2&token=hidden\"\nkey_variable = \"RIF_TEST_KEY\"\nheaders = [\"X-Team: team 7\"]\n");
    BOOST_TEST(rif::test::refusal(k_plugin, "endpoint = \"lab\", labels = [a, b]") == "missing-key");
    ::setenv("RIF_TEST_KEY", k_key.c_str(), 1);
    rif::test::take_log();
    const auto model = model_at("lab");
    BOOST_TEST(asked(*model).slug == "");
    BOOST_TEST(headers["authorization"] == "Bearer " + k_key);
    BOOST_TEST(headers["x-team"] == "team 7");
    const Asked refused = asked(*model, "wrong");
    BOOST_TEST(refused.slug == "http-status");
    BOOST_TEST(refused.message ==
               "model.subject: " + server.url() + " answers with status 401: \"the key (key) of (key) is wrong: Bearer (key)\"");
    for (const std::string& line : rif::test::take_log()) BOOST_TEST(!holds(line, k_key));
    const std::string fingerprint = model->fingerprint();
    ::setenv("RIF_TEST_KEY", "another", 1);
    BOOST_TEST(model_at("lab")->fingerprint() == fingerprint);  // another key asks the same model
}

BOOST_AUTO_TEST_CASE(a_key_may_lie_in_a_file_and_have_a_header_of_its_own) {
    std::map<std::string, std::string> headers;
    const HttpServer server([&](const HttpRequest& request) {
        headers = request.headers;
        return rows("[1,0]")(request);
    });
    const rif::test::TemporaryFolder folder;
    const Site site("[endpoints.lab]\nurl = \"" + server.url() + "\"\nkey_file = \"" + (folder / "key").string() +
                    "\"\nkey_header = \"api-key\"\n");
    const auto refused = [] {
        try {
            model_at("lab");
        } catch (const rif::Error& error) {
            return error.slug() + ": " + error.message();
        }
        return std::string();
    };
    BOOST_TEST(holds(refused(), "missing-key: the key of endpoint 'lab' should be in"));
    rif::write_file(folder / "key", " \n");
    BOOST_TEST(holds(refused(), "which is empty"));
    rif::write_file(folder / "key", k_key + "\nX-Evil: 1\n");
    BOOST_TEST(holds(refused(), "has several lines"));
    BOOST_TEST(!holds(refused(), k_key));
    rif::write_file(folder / "key", k_key + "\n");
    BOOST_TEST(asked(*model_at("lab")).slug == "");
    BOOST_TEST(headers["api-key"] == k_key);
    BOOST_TEST(!headers.contains("authorization"));
}

BOOST_AUTO_TEST_CASE(https_works_where_the_certificate_is_trusted_and_only_there) {
    const rif::test::TlsContext tls;
    const HttpServer server(rows("[1,0]"), &tls);
    const Asked stranger = asked(*model_at(server.url()));
    BOOST_TEST(stranger.slug == "http-unreachable");
    BOOST_TEST(holds(stranger.message, "certificate"));
    BOOST_TEST(server.requests() == 0u);
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "lab.pem", tls.certificate());
    const Site site("[endpoints.lab]\nurl = \"" + server.url() + "\"\ncertificates = \"" + (folder / "lab.pem").string() + "\"\n");
    const Asked trusted = asked(*model_at("lab"));
    BOOST_TEST(trusted.slug == "", trusted.message);
    BOOST_TEST((trusted.row == std::vector<float>{1, 0}));
}

BOOST_AUTO_TEST_CASE(a_server_that_hangs_up_on_https_costs_an_error_and_not_the_process) {
    const rif::test::TlsContext tls;
    HttpReply hangs_up;
    hangs_up.hangs_up = true;
    HttpServer server([&](const HttpRequest&) { return hangs_up; }, &tls);
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "lab.pem", tls.certificate());
    const Site site("[endpoints.lab]\nurl = \"" + server.url() + "\"\ncertificates = \"" + (folder / "lab.pem").string() + "\"\n");
    const auto model = model_at("lab");
    const std::string large(std::size_t{4} << 20, 'x');
    for (const bool is_down : {false, true}) {
        server.set_down(is_down);
        for (int i = 0; i < 3; ++i) BOOST_TEST(asked(*model, large).slug == "http-unreachable");
    }
}

BOOST_AUTO_TEST_CASE(the_fingerprint_is_of_the_address_and_the_version) {
    const std::string first = model_at("http://x/1")->fingerprint();
    BOOST_TEST(model_at("http://x/1", k_quick + ", batch = 7")->fingerprint() == first);
    BOOST_TEST(model_at("http://x/2")->fingerprint() != first);
    BOOST_TEST(model_at("http://x/1", k_quick + ", version = \"2\"")->fingerprint() != first);
}

BOOST_AUTO_TEST_SUITE_END()
