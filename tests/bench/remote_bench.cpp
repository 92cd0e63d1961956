// What asking a model in another process costs besides the model: requests and texts a second of model/program and model/http against
// trivial ones, by batch and by searches at once. Run by hand: build/bin/remote_bench.
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include <rif/api/model.hpp>

#include "support/http_server.hpp"
#include "support/plugin.hpp"

namespace {

constexpr double k_seconds = 2;  // of each measurement

/// Texts of some 20 words.
std::vector<std::string> texts_of_size(std::size_t count) {
    return std::vector<std::string>(
        count, "She repaired the engine of the old car before the nurse came home, and he went on with the roof of the shed.");
}

/// Asks from `threads` threads for k_seconds.  returns: requests a second.
double requests_per_second(const rif::Model& model, std::size_t batch, std::size_t threads) {
    const std::vector<std::string> texts = texts_of_size(batch);
    std::vector<std::size_t> done(threads, 0);
    std::vector<std::thread> running;
    model.predict(texts);
    const auto begun = std::chrono::steady_clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
    for (std::size_t& count : done) {
        running.emplace_back([&] {
            for (; seconds() < k_seconds; ++count) model.predict(texts);
        });
    }
    for (std::thread& thread : running) thread.join();
    const double used = seconds();
    std::size_t sum = 0;
    for (const std::size_t count : done) sum += count;
    return static_cast<double>(sum) / used;
}

/// n rows [1,0], without a look at the texts.
rif::test::HttpReply rows(const rif::test::HttpRequest& request) {
    const std::size_t separators = [&] {
        std::size_t found = 0;
        for (std::size_t at = request.body.find("\",\""); at != std::string::npos; at = request.body.find("\",\"", at + 1)) ++found;
        return found;
    }();
    std::string body = "[[1,0]";
    for (std::size_t i = 0; i < separators; ++i) body += ",[1,0]";
    return {200, body + "]"};
}

void print(const char* plugin, const rif::Model& model, std::size_t batch, std::size_t threads) {
    const double requests = requests_per_second(model, batch, threads);
    fmt::print("{:<8} {:>5} {:>9} {:>12.0f} {:>10.0f}\n", plugin, batch, threads, requests, requests * static_cast<double>(batch));
    std::fflush(stdout);
}

}  // namespace

int main() {
    fmt::print("{:<8} {:>5} {:>9} {:>12} {:>10}\n", "model", "batch", "searches", "requests/s", "texts/s");
    const rif::test::HttpServer server(rows);
    for (const std::size_t batch : {1, 16, 64}) {
        std::string answer = "[[1,0]";
        for (std::size_t i = 1; i < batch; ++i) answer += ",[1,0]";
        for (const std::size_t threads : {1, 2, 8}) {
            const std::string size = std::to_string(batch);
            const auto program = rif::test::make<rif::Model>("model/program", "command = [\"perl\", \"-ne\", \"$| = 1; print qq(" + answer +
                                                                                  "]\\n)\"], labels = [a, b], batch = " + size);
            print("program", *program, batch, threads);
            const auto http =
                rif::test::make<rif::Model>("model/http", "endpoint = \"" + server.url() + "\", labels = [a, b], batch = " + size);
            print("http", *http, batch, threads);
        }
    }
}
