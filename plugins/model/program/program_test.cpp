// model/program: the examples against hand calculation, every form of an answer, and programs that die, hang, babble or answer badly.
#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>

#include <signal.h>
#include <sys/types.h>

#include <rif/api/model.hpp>
#include <rif/base/file.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using rif::Matrix;
using rif::Model;

namespace {

const std::string k_plugin = "model/program";
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

/// A model whose program is this shell script, in a folder of its own.
class Script {
public:
    /// text: `$1` is a file that the script may write to.
    explicit Script(const std::string& text, const std::string& settings = "labels = [a, b]") : settings_(settings) {
        rif::write_file(folder_ / "model.sh", text);
        model_ = rif::test::make<Model>(
            k_plugin, "command = [\"sh\", \"" + (folder_ / "model.sh").string() + "\", \"" + note().string() + "\"], " + settings_);
    }
    Model& operator*() const { return *model_; }
    Model* operator->() const { return model_.get(); }
    void end() { model_.reset(); }
    fs::path note() const { return folder_ / "note"; }
    std::size_t lines_of_note() const {
        std::ifstream in(note());
        std::size_t count = 0;
        for (std::string line; std::getline(in, line);) ++count;
        return count;
    }
    int first_process() const {
        int number = 0;
        std::ifstream(note()) >> number;
        return number;
    }

private:
    rif::test::TemporaryFolder folder_;
    std::string settings_;
    std::shared_ptr<Model> model_;
};

/// Answers each line with this one.
std::string always(const std::string& answer) { return "while read -r line; do echo '" + answer + "'; done\n"; }

std::vector<float> row(const Model& model, const std::string& text) {
    const Matrix scores = model.predict({&text, 1});
    return {scores[0].begin(), scores[0].end()};
}

/// The slug of what asking about one text throws, and its message; "" where it answers.
std::string failure(const Model& model, const std::string& text = "text", std::string* message = nullptr) {
    try {
        row(model, text);
    } catch (const rif::Error& error) {
        if (message) *message = error.message();
        return error.slug();
    }
    return {};
}

std::string message_of(const Model& model) {
    std::string message;
    failure(model, "text", &message);
    return message;
}

bool is_gone(int process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

/// Gone, or ended and not yet reaped by the system's first process, whose child a program's own child becomes.
bool has_ended(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return !(in >> number >> name >> state) || state == "Z";
}

bool is_soon(const std::function<bool()>& condition) {
    for (int i = 0; i < 100 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return condition();
}
bool is_gone_soon(int process) {
    return is_soon([&] { return is_gone(process); });
}
bool has_ended_soon(int process) {
    return is_soon([&] { return has_ended(process); });
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string example(const std::string& name) { return (rif::test::source_folder() / "plugins/model/program" / name).string(); }

bool has_python() { return std::system("python3 -c 'import json' 2>/dev/null") == 0; }

}  // namespace

BOOST_AUTO_TEST_SUITE(model_program)

BOOST_AUTO_TEST_CASE(is_made_without_starting_anything) {
    const auto model = rif::test::make<Model>(k_plugin, "command = \"no-such-program\", labels = [a, b]");
    BOOST_TEST((model->labels() == std::vector<std::string>{"a", "b"}));
    BOOST_TEST((model->score_kind() == rif::ScoreKind::probabilities));
    BOOST_TEST(
        (rif::test::make<Model>(k_plugin, "command = \"x\", labels = [a, b], scores = logits")->score_kind() == rif::ScoreKind::logits));
}

BOOST_AUTO_TEST_CASE(refuses_settings_that_start_nothing) {
    const auto refusal = [](const std::string& settings) { return rif::test::refusal(k_plugin, settings); };
    BOOST_TEST(refusal("") == "missing-setting");
    BOOST_TEST(refusal("command = []") == "wrong-type");
    BOOST_TEST(refusal("command = \"sh\", folder = \"no/such/folder\"") == "missing-file");
    BOOST_TEST(refusal("command = \"sh\", timeout = 0 seconds") == "out-of-range");
    BOOST_TEST(refusal("command = \"sh\", workers = 0") == "out-of-range");
    BOOST_TEST(refusal("command = \"sh\", scores = percent") == "unknown-choice");
}

BOOST_AUTO_TEST_CASE(the_example_in_shell_answers_as_it_reads) {
    const auto model = rif::test::make<Model>(k_plugin, "command = [\"sh\", \"" + example("example.sh") + "\"], batch = 1");
    BOOST_TEST((model->labels() == std::vector<std::string>{"nurse", "surgeon", "teacher", "architect"}));
    const std::vector<std::string> texts = {"He had a fever.", "A loft.", ""};
    const Matrix scores = model->predict(texts);
    BOOST_TEST(scores[0][0] == 0.7f);
    BOOST_TEST(scores[1][3] == 0.7f);
    BOOST_TEST(scores[2][2] == 0.2f);
}

BOOST_AUTO_TEST_CASE(the_example_in_python_answers_as_it_reads) {
    if (!has_python()) {
        BOOST_TEST_MESSAGE("skipped: there is no python3");
        return;
    }
    const auto model = rif::test::make<Model>(k_plugin, "command = [\"python3\", \"" + example("example.py") + "\"]");
    const std::vector<std::string> texts = {"He had a Fever and \"flu\" \\ \t in the \xF0\x9F\x8F\xA0 loft.", ""};
    const Matrix scores = model->predict(texts);  // two words of nurse, one of architect: 4, 1, 1, 2 of 8
    BOOST_TEST(std::abs(scores[0][0] - 0.5f) < 1e-6);
    BOOST_TEST(std::abs(scores[0][3] - 0.25f) < 1e-6);
    for (const float value : scores[1]) BOOST_TEST(value == 0.25f);
}

BOOST_AUTO_TEST_CASE(keeps_the_contract_of_models) { BOOST_TEST(rif::test::breaches(k_plugin) == ""); }

BOOST_AUTO_TEST_CASE(labels_are_mapped_by_name_in_every_form_of_an_answer) {
    for (const char* answer :
         {R"({"labels":["b","a"],"probabilities":[[0.75,0.25]]})", R"([[0.25,0.75]])", R"({"scores":[{"b":0.75,"a":0.25}]})",
          R"([[{"label":"b","score":0.75},{"label":"a","score":0.25}]])", R"([{"label":"b","score":0.75},{"label":"a","score":0.25}])"}) {
        const Script script(always(answer));
        BOOST_TEST((row(*script, "text") == std::vector<float>{0.25f, 0.75f}), answer);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_breaks_the_protocol_is_named_and_the_process_goes_on) {
    const auto message = [](const std::string& answer) { return message_of(*Script(always(answer))); };
    BOOST_TEST(message("Loading weights ...") == "model.subject: its answer is no JSON: \"Loading weights ...\"");
    BOOST_TEST(message(R"({"probabilities":[[0.5,0.5],[0.5,0.5]]})") == "model.subject answers 2 texts where 1 were asked");
    BOOST_TEST(message("[[0.2,0.3,0.5]]") == "model.subject answers 3 scores for text 1 of 1, and there are 2 labels");
    BOOST_TEST(message(R"([{"a":1,"c":0}])") == "model.subject answers a label 'c'; the labels of the experiment are a, b");
    BOOST_TEST(message(R"([{"a":1}])") == "model.subject answers scores of a; the labels of the experiment are a, b");
    BOOST_TEST(message(R"([{"label":"a","score":1}])") == "model.subject answers the best label alone for text 1 of 1");
    BOOST_TEST(message(R"({"logits":[[2,1]]})") == "model.subject answers logits, and the experiment says probabilities");
    BOOST_TEST(message(R"({"error":"out of memory"})") == "model.subject answers that it failed: out of memory");
    BOOST_TEST(message(R"([["1",0]])") == "model.subject answers \"\\\"1\\\"\" where a score of text 1 of 1 is due");
    BOOST_TEST(std::isnan(row(*Script(always("[[NaN, 0.5]]")), "text")[0]));
    const Script script("echo $$ >> $1; read -r line; echo oops; read -r line; echo '[[0.5,0.5]]'; read -r line\n");
    BOOST_TEST(failure(*script) == "model-output");
    BOOST_TEST(failure(*script) == "");
    BOOST_TEST(script.lines_of_note() == 1u);  // one process for both
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error_that_says_why) {
    std::string message;
    BOOST_TEST(failure(*rif::test::make<Model>(k_plugin, "command = \"no-such-program\", labels = [a, b]"), "x", &message) ==
               "program-start");
    BOOST_TEST(message == "model.subject cannot start 'no-such-program': No such file or directory");
    const rif::test::TemporaryFolder folder;
    rif::write_file(folder / "model.txt", "text");
    BOOST_TEST(failure(*rif::test::make<Model>(k_plugin, "command = \"" + (folder / "model.txt").string() + "\", labels = [a, b]"), "x",
                       &message) == "program-start");
    BOOST_TEST(holds(message, "Permission denied"));
}

BOOST_AUTO_TEST_CASE(what_a_program_said_before_its_end_stands_in_the_error_and_the_next_ask_starts_another) {
    const Script script(
        "echo $$ >> $1\nif [ $(wc -l < $1) = 1 ]; then read -r line; echo loading >&2; echo 'no module torch' >&2; exit 3; fi\n" +
        always("[[1,0]]"));
    std::string message;
    BOOST_TEST(failure(*script, "text", &message) == "program-ended");
    BOOST_TEST(message == "model.subject ended with exit code 3 instead of answering; it last said: loading | no module torch");
    BOOST_TEST((row(*script, "text") == std::vector<float>{1, 0}));
    BOOST_TEST(script.lines_of_note() == 2u);
    BOOST_TEST(is_gone(script.first_process()));
}

BOOST_AUTO_TEST_CASE(a_program_that_is_killed_while_it_is_asked_costs_that_ask_alone) {
    const Script script("echo $$ >> $1\nif [ $(wc -l < $1) = 1 ]; then read -r line; sleep 100; fi\n" + always("[[1,0]]"));
    std::string message;
    std::thread killer([&] {
        for (int i = 0; i < 500 && script.first_process() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ::kill(script.first_process(), SIGKILL);
    });
    const std::string slug = failure(*script, "text", &message);
    killer.join();
    BOOST_TEST(slug == "program-ended");
    BOOST_TEST(message == "model.subject was ended by signal 9 (Killed) instead of answering");
    BOOST_TEST(failure(*script) == "");
}

BOOST_AUTO_TEST_CASE(a_program_that_was_killed_between_two_asks_costs_nothing) {
    const Script script("echo $$ >> $1\n" + always("[[1,0]]"));
    BOOST_TEST(failure(*script) == "");
    ::kill(script.first_process(), SIGKILL);
    BOOST_TEST(is_gone_soon(script.first_process()));
    BOOST_TEST(failure(*script) == "");
    BOOST_TEST(script.lines_of_note() == 2u);
}

BOOST_AUTO_TEST_CASE(a_program_that_hangs_is_given_up_and_killed_with_what_it_started) {
    const Script script("sleep 100 & echo $! >> $1; echo thinking >&2; read -r line; wait\n",
                        "labels = [a, b], start_timeout = 0.4 seconds");
    const auto begun = Clock::now();
    std::string message;
    BOOST_TEST(failure(*script, "text", &message) == "program-slow");
    BOOST_TEST(seconds_since(begun) < 5);
    BOOST_TEST(message == "model.subject has not answered within 0.4 s; it last said: thinking");
    BOOST_TEST(has_ended_soon(script.first_process()));
}

BOOST_AUTO_TEST_CASE(the_first_answer_has_its_own_patience) {
    const Script script("sleep 0.5\n" + always("[[1,0]]"), "labels = [a, b], timeout = 0.3 seconds");
    BOOST_TEST(failure(*script) == "");
    BOOST_TEST(failure(*script) == "");
}

BOOST_AUTO_TEST_CASE(a_program_that_says_more_than_it_was_asked_is_let_go_of) {
    const Script script("echo $$ >> $1; while read -r line; do printf '[[1,0]]\\nready\\n'; done\n");
    std::string message;
    BOOST_TEST(failure(*script, "text", &message) == "program-answer");
    BOOST_TEST(message == "model.subject says more than it was asked: ready");
    BOOST_TEST(is_gone_soon(script.first_process()));
}

BOOST_AUTO_TEST_CASE(long_texts_and_long_complaints_block_nothing) {
    const std::string noise = "head -c 300000 /dev/zero | tr '\\0' x >&2\n";
    const Script script(noise + "sed -u " + "'s/.*/[[0.5,0.5]]/'\n");
    BOOST_TEST((row(*script, std::string(std::size_t{3} << 20, 'y')) == std::vector<float>{0.5f, 0.5f}));
    const Script deaf("sleep 0.2; echo '[[0.5,0.5]]'\n");  // ends without reading
    BOOST_TEST(failure(*deaf, std::string(std::size_t{3} << 20, 'y')) == "program-ended");
}

BOOST_AUTO_TEST_CASE(texts_are_asked_in_batches_of_the_size_that_is_said) {
    const Script script(
        "while read -r line; do echo x >> $1; rows=; while [ \"$line\" != \"${line#*\\\"t\\\"}\" ]; do line=${line#*\\\"t\\\"}; "
        "rows=\"$rows,[1,0]\"; done; echo \"[${rows#,}]\"; done\n",
        "labels = [a, b], batch = 3");
    const std::vector<std::string> texts(8, "t");
    BOOST_TEST(script->predict(texts).rows() == 8u);
    BOOST_TEST(script.lines_of_note() == 3u);
}

BOOST_AUTO_TEST_CASE(a_process_is_started_for_each_ask_at_the_same_time_up_to_the_number_of_workers) {
    const std::string slow = "echo $$ >> $1\nwhile read -r line; do sleep 0.3; echo '[[1,0]]'; done\n";
    const auto four_at_once = [&](const std::string& workers) {
        const Script script(slow, "labels = [a, b], workers = " + workers);
        std::vector<std::thread> threads;
        std::vector<std::string> failures(4);
        const auto begun = Clock::now();
        for (std::string& each : failures) threads.emplace_back([&] { each = failure(*script); });
        for (std::thread& thread : threads) thread.join();
        const double seconds = seconds_since(begun);
        for (const std::string& each : failures) BOOST_TEST(each == "");
        return std::pair(script.lines_of_note(), seconds);
    };
    const auto [several, quick] = four_at_once("4");
    BOOST_TEST(several == 4u);
    const auto [one, slowly] = four_at_once("1");
    BOOST_TEST(one == 1u);
    BOOST_TEST(slowly >= 1.2);
    BOOST_TEST(quick < slowly);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_behind_at_the_end) {
    Script script("echo $$ >> $1; trap '' TERM; sleep 100 & echo $! >> $1\n" + always("[[1,0]]") + "while true; do sleep 1; done\n");
    BOOST_TEST(failure(*script) == "");
    int first = 0, second = 0;
    std::ifstream(script.note()) >> first >> second;
    BOOST_TEST((first > 0 && second > 0));
    const auto begun = Clock::now();
    script.end();
    BOOST_TEST(seconds_since(begun) < 5);  // it ignores the end of its input, and has two seconds
    BOOST_TEST(is_gone_soon(first));
    BOOST_TEST(has_ended_soon(second));
    Script polite("echo $$ >> $1\n" + always("[[1,0]]"));
    BOOST_TEST(failure(*polite) == "");
    const auto again = Clock::now();
    polite.end();
    BOOST_TEST(seconds_since(again) < 1);
    BOOST_TEST(is_gone(polite.first_process()));
}

BOOST_AUTO_TEST_CASE(the_fingerprint_is_of_the_command_the_files_in_it_and_the_version) {
    const rif::test::TemporaryFolder folder;
    const std::string file = (folder / "model.sh").string();
    const auto fingerprint = [&](const std::string& more) {
        return rif::test::make<Model>(k_plugin, "command = [\"sh\", \"" + file + "\"" + more)->fingerprint();
    };
    rif::write_file(file, "one");
    const std::string first = fingerprint("]");
    BOOST_TEST(fingerprint("]") == first);
    BOOST_TEST(fingerprint(", \"--small\"]") != first);
    BOOST_TEST(fingerprint("], version = \"2\"") != first);
    rif::write_file(file, "two");
    BOOST_TEST(fingerprint("]") != first);
}

BOOST_AUTO_TEST_SUITE_END()
