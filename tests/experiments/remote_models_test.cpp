// The quickstart with models that are other processes: a program and a server. Killed in the middle they cost some individuals an error,
// never the run; Ctrl-C ends what hangs; a key is in nothing that is written.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <thread>

#include <signal.h>
#include <sys/wait.h>

#include <rif/base/file.hpp>

#include "experiments/program.hpp"
#include "experiments/word_server.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::test::HttpReply;
using rif::test::HttpRequest;
using rif::test::HttpServer;

namespace {

const std::string k_key = "sk-2718281828459045";

/// experiments/quickstart.rif with other models in place of its two that are trained.
std::string quickstart(const std::string& small, const std::string& bag) {
    std::string text = rif::read_file(rif::test::source_folder() / "experiments/quickstart.rif");
    text = std::regex_replace(text, std::regex("model small = [^\n]*"), "model small = " + small);
    text = std::regex_replace(text, std::regex("model bag   = [^\n]*"), "model bag = " + bag);
    BOOST_REQUIRE((text.find("= embedding_bag") == std::string::npos && text.find("= transformer") == std::string::npos));
    return text;
}

std::string program(const fs::path& script) { return "program { command = [\"sh\", \"" + script.string() + "\"], batch = 1 }"; }
std::string http(const std::string& endpoint) {
    return "http { endpoint = \"" + endpoint + "\", labels = [teacher, nurse, architect, surgeon], retries = 1, pause = 0.01 seconds }";
}

const std::vector<std::string> k_small = {"--set", "dataset.biographies.limit=60", "--set", "run.tokens=4"};

std::vector<std::string> run_of(const fs::path& file, const fs::path& out) {
    std::vector<std::string> arguments = {"run", file.string(), "--out", out.string()};
    arguments.insert(arguments.end(), k_small.begin(), k_small.end());
    return arguments;
}

/// Pairs of a model with this outcome over all cells.
long pairs(const fs::path& results, const std::string& model, const std::string& outcome) {
    long sum = 0;
    for (const auto& row : rif::test::csv_rows(results / "tables" / "outcomes.csv"))
        sum += row.at("model") == model && row.at("outcome") == outcome ? std::stol(row.at("pairs")) : 0;
    return sum;
}

/// tables/rates.csv without the experiment's name and the cells' ids, which are of paths as they are written.
std::vector<std::map<std::string, std::string>> rates(const fs::path& results) {
    auto rows = rif::test::csv_rows(results / "tables" / "rates.csv");
    for (auto& row : rows) row.erase("experiment"), row.erase("cell");
    return rows;
}

/// Files below the folder that hold the text.
std::string files_with(const fs::path& folder, const std::string& text) {
    std::string result;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && rif::read_file(entry.path()).find(text) != std::string::npos) result += entry.path().string() + "\n";
    }
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(remote_models)

BOOST_AUTO_TEST_CASE(a_program_and_a_server_run_the_quickstart) {
    const rif::test::TemporaryFolder folder;
    const HttpServer server(rif::test::answer_by_words);
    rif::write_file(folder / "model.sh", rif::test::words_in_shell());
    rif::write_file(folder / "x.rif", quickstart(program("model.sh"), http(server.url())));
    const rif::test::Finished run = rif::test::run_rif(run_of(folder / "x.rif", folder / "out"), folder.path());
    BOOST_TEST_REQUIRE(run.code == 0, run.output);
    for (const char* model : {"small", "bag"}) {
        BOOST_TEST(pairs(folder / "out", model, "attacked") > 60, model);
        BOOST_TEST(pairs(folder / "out", model, "error") == 0, model);
    }
    BOOST_TEST(server.requests() > 100u);
    // The copy in the results folder runs as well: it knows where the script is.
    const rif::test::Finished again = rif::test::run_rif(run_of(folder / "out/experiment.rif", folder / "again"), folder.path());
    BOOST_TEST_REQUIRE(again.code == 0, again.output);
    BOOST_TEST((rates(folder / "out") == rates(folder / "again")));
}

BOOST_AUTO_TEST_CASE(killed_in_the_middle_they_cost_individuals_an_error_and_not_the_run) {
    const rif::test::TemporaryFolder folder;
    // The program: at its two hundredth line it kills itself with the line unanswered, once. The server: goes away for a while.
    const std::string once =
        "lines=$((lines + 1)); if [ $lines = 200 ] && mkdir '" + (folder / "killed").string() + "' 2>/dev/null; then kill -9 $$; fi\n";
    rif::write_file(folder / "model.sh", rif::test::words_in_shell(once));
    std::atomic<HttpServer*> self{nullptr};
    std::atomic<bool> has_gone{false};
    HttpServer server([&](const HttpRequest& request) {
        HttpReply reply = rif::test::answer_by_words(request);
        reply.hangs_up = request.number == 200;
        if (reply.hangs_up) self.load()->set_down(true), has_gone = true;
        return reply;
    });
    self = &server;
    std::atomic<bool> ends{false};
    std::thread healer([&] {
        while (!ends && !has_gone) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const std::size_t before = server.connections();
        while (!ends && server.connections() < before + 8) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        server.set_down(false);
    });
    rif::write_file(folder / "x.rif", quickstart(program("model.sh"), http(server.url())));
    const rif::test::Finished run = rif::test::run_rif(run_of(folder / "x.rif", folder / "out"), folder.path());
    ends = true;
    healer.join();
    BOOST_TEST_REQUIRE(run.code == 0, run.output);
    BOOST_TEST(fs::exists(folder / "killed"));
    BOOST_TEST(has_gone);
    for (const char* model : {"small", "bag"}) {
        BOOST_TEST(pairs(folder / "out", model, "error") >= 1, model);
        BOOST_TEST(pairs(folder / "out", model, "error") <= 60, model);
        BOOST_TEST(pairs(folder / "out", model, "attacked") > 60, model);
    }
    const rif::test::Finished errors = rif::test::run_rif({"show", (folder / "out").string(), "--errors"}, folder.path());
    BOOST_TEST(errors.output.find("model.small was ended by signal 9 (Killed) instead of answering") != std::string::npos, errors.output);
    BOOST_TEST(errors.output.find("model.bag: " + server.url() + " is not reached") != std::string::npos, errors.output);
}

BOOST_AUTO_TEST_CASE(a_model_that_breaks_its_contract_ends_the_run_before_it_begins) {
    const rif::test::TemporaryFolder folder;
    const HttpServer server([](const HttpRequest&) { return HttpReply{200, "[[0.1,0.2,0.3,0.4]]"}; });  // one row, whatever is asked
    rif::write_file(folder / "model.sh", "while read -r line; do echo '{\"labels\":[\"nurse\",\"surgeon\"],\"probabilities\":[]}'; done\n");
    rif::write_file(folder / "x.rif", quickstart(program("model.sh"), http(server.url())));
    const rif::test::Finished run = rif::test::run_rif(run_of(folder / "x.rif", folder / "out"), folder.path());
    BOOST_TEST(run.code == 4, run.output);
    BOOST_TEST(run.output.find("model.small answers 0 texts where 1 were asked") != std::string::npos, run.output);
    BOOST_TEST(run.output.find("model.bag answers 1 texts where 3 were asked") != std::string::npos, run.output);
    BOOST_TEST(!fs::exists(folder / "out/run.sqlite"));
}

BOOST_AUTO_TEST_CASE(a_key_is_in_nothing_that_a_run_writes) {
    const rif::test::TemporaryFolder folder, home;
    std::string sent;
    const HttpServer server([&](const HttpRequest& request) {
        sent = request.headers.contains("authorization") ? request.headers.at("authorization") : "";
        if (request.number % 50 == 0) return HttpReply{401, "wrong key " + sent};
        return rif::test::answer_by_words(request);
    });
    fs::create_directories(home / ".config/rifair");
    rif::write_file(home / "lab.key", k_key + "\n");
    rif::write_file(home / ".config/rifair/rifair.toml", "[endpoints.lab]\nurl = \"" + server.url() + "\"\nkey_file = \"$HOME/lab.key\"\n");
    rif::write_file(folder / "model.sh", rif::test::words_in_shell());
    rif::write_file(folder / "x.rif", quickstart(program("model.sh"), http("lab")));
    const rif::test::Finished run = rif::test::run_rif(run_of(folder / "x.rif", folder / "out"), home.path());
    BOOST_TEST_REQUIRE(run.code == 0, run.output);
    BOOST_TEST(sent == "Bearer " + k_key);
    BOOST_TEST(pairs(folder / "out", "bag", "error") > 0);
    const std::string errors = rif::test::run_rif({"show", (folder / "out").string(), "--errors"}, home.path()).output;
    BOOST_TEST(errors.find("wrong key Bearer (key)") != std::string::npos, errors);
    fs::remove(home / "lab.key");
    BOOST_TEST((run.output + errors).find(k_key) == std::string::npos);
    BOOST_TEST(files_with(folder.path(), k_key) == "");
    BOOST_TEST(files_with(home.path(), k_key) == "");
}

namespace {

struct Ended {
    int code = 0;
    double seconds = 0;
    int process = 0;  // of the program
    std::string said;
};

/// The quickstart with a program that hangs at its fortieth line, sent this signal after two seconds.
Ended sent(const std::string& signal) {
    const rif::test::TemporaryFolder folder;
    const std::string hang =
        "echo $$ > '" + (folder / "process").string() + "'; lines=$((lines + 1)); if [ $lines = 40 ]; then sleep 20; fi\n";
    rif::write_file(folder / "model.sh", rif::test::words_in_shell(hang));
    rif::write_file(folder / "x.rif", quickstart(program("model.sh"), program("model.sh")));
    const std::string command = "env HOME='" + folder.path().string() + "' timeout --preserve-status -s " + signal + " 2 '" +
                                (rif::test::build_folder() / "bin/rif").string() + "' run '" + (folder / "x.rif").string() + "' --out '" +
                                (folder / "out").string() + "' --set dataset.biographies.limit=60 > '" + (folder / "said").string() +
                                "' 2>&1";
    Ended ended;
    const auto begun = std::chrono::steady_clock::now();
    const int status = std::system(command.c_str());
    ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::ifstream(folder / "process") >> ended.process;
    ended.said = rif::read_file(folder / "said");
    return ended;
}

/// Its parent gone, it is the system's first process that reaps it, when it comes to it.
bool has_ended_soon(int process) {
    for (int i = 0; i < 100; ++i) {
        std::string number, name, state;
        if (!(std::ifstream("/proc/" + std::to_string(process) + "/stat") >> number >> name >> state) || state == "Z") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_interrupt_ends_a_run_whose_program_hangs_and_leaves_nothing_behind) {
    const Ended ended = sent("INT");
    BOOST_TEST(ended.code == 130, ended.said);
    BOOST_TEST(ended.seconds < 8);
    BOOST_TEST(ended.process > 0);
    BOOST_TEST(::kill(ended.process, 0) != 0);  // reaped too
}

BOOST_AUTO_TEST_CASE(a_program_ends_with_a_run_that_is_killed) {
    const Ended ended = sent("KILL");
    BOOST_TEST(ended.process > 0);
    BOOST_TEST(has_ended_soon(ended.process));
}

BOOST_AUTO_TEST_SUITE_END()
