// Checkpoint folders that are damaged or mean harm are refused in one sentence: no crash, and no more memory than twice what they weigh
// and 16 MiB. Each is loaded and asked in a process of its own, whose peak of memory is measured.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <string>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/nn/models/classifier.hpp>
#include <rif/nn/text_input.hpp>

#include "nn/hostile_folders.hpp"
#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_free = 16 << 20;  // bytes that any folder may take
#ifdef __SANITIZE_ADDRESS__
constexpr bool k_measures_memory = false;  // the sanitizer keeps what was freed
#else
constexpr bool k_measures_memory = true;
#endif
constexpr int k_refused = 10, k_taken = 11, k_other_error = 12;

/// What came of a process: how it ended, what it wrote, and how far its memory grew.
struct Ended {
    int code = -1;  // 128 + signal where it was ended by one
    std::string message;
    std::size_t growth = 0;  // bytes
};

/// A line of /proc/self/status, in bytes.
std::size_t status_bytes(const std::string& key) {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(key + ":")) return std::stoull(line.substr(key.size() + 1)) * 1024;
    }
    return 0;
}

/// Loads the folder as the plugin model/transformer does, and asks it about a text.
int ask(const fs::path& folder, std::string& message) {
    try {
        const auto model = rif::nn::Classifier::load(folder);
        const rif::nn::TextInput input(folder, model.config().longest(), {});
        model.logits(input.ids("She has the flu, and he is a deft surgeon of the gullet."));
        return k_taken;
    } catch (const rif::Error& error) {
        message = error.message();
        return k_refused;
    } catch (const std::exception& error) {
        message = error.what();
        return k_other_error;
    }
}

/// The child never returns: it writes growth and message to the pipe.
[[noreturn]] void child(const fs::path& folder, int pipe) {
    ::malloc_trim(0);  // what the tests before freed must not hide what is taken now
    ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
    std::ofstream("/proc/self/clear_refs") << 5;  // the peak begins anew
    const std::size_t before = status_bytes("VmHWM");
    std::string message;
    const int code = ask(folder, message);
    const std::string text = fmt::format("{} {}", status_bytes("VmHWM") - before, message);
    const auto written = ::write(pipe, text.data(), text.size());
    ::_exit(written == static_cast<ssize_t>(text.size()) ? code : 1);
}

Ended asked_in_a_process(const fs::path& folder) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t process = ::fork();
    BOOST_REQUIRE(process >= 0);
    if (process == 0) child(folder, ends[1]);
    ::close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(got));
    ::close(ends[0]);
    int status = 0;
    BOOST_REQUIRE(::waitpid(process, &status, 0) == process);
    Ended result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (const std::size_t blank = text.find(' '); blank != std::string::npos)
        result.growth = std::stoull(text), result.message = text.substr(blank + 1);
    return result;
}

/// Loads and asks a whole folder here, so that the code that this takes lies in memory before anything is measured.
void load_once(const std::string& whole) {
    const rif::test::TemporaryFolder folder;
    rif::test::make_hostile({whole, whole, [](const fs::path&) {}}, folder.path());
    std::string message;
    BOOST_TEST_REQUIRE(ask(folder.path(), message) == k_taken, whole << ": " << message);
}

std::size_t weight(const fs::path& folder) {
    std::size_t result = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        std::error_code loop;
        if (entry.is_regular_file(loop)) result += entry.file_size();
    }
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE(a_whole_folder_is_taken) {
    const Ended ended = asked_in_a_process(rif::test::source_folder() / "share/checkpoints/tiny_professions");
    BOOST_TEST(ended.code == k_taken, ended.message);
}

BOOST_AUTO_TEST_CASE(every_folder_is_refused_in_one_sentence_and_little_memory) {
    const auto all = rif::test::hostile_folders(fs::exists(rif::test::test_data("fixtures")));
    BOOST_TEST(all.size() >= 90);
    std::set<std::string> whole;
    for (const rif::test::HostileFolder& each : all) whole.insert(each.whole);
    for (const std::string& name : whole) load_once(name);
    std::size_t most = 0;
    for (const rif::test::HostileFolder& each : all) {
        BOOST_TEST_CONTEXT(each.name) {
            const rif::test::TemporaryFolder folder;
            rif::test::make_hostile(each, folder.path());
            const Ended ended = asked_in_a_process(folder.path());
            BOOST_TEST(ended.code == k_refused, ended.code << ": " << ended.message);
            BOOST_TEST(!ended.message.empty());
            BOOST_TEST(ended.message.find('\n') == std::string::npos, ended.message);
            BOOST_TEST(ended.message.size() < 1000, ended.message.substr(0, 1000));
            if (!k_measures_memory) continue;
            BOOST_TEST(ended.growth <= 2 * weight(folder.path()) + k_free, ended.growth << " bytes of " << weight(folder.path()));
            if (ended.growth > most) most = ended.growth;
        }
    }
    BOOST_TEST_MESSAGE(all.size() << " folders, at most " << most / 1024 << " KiB");
}

BOOST_AUTO_TEST_CASE(the_program_says_one_sentence_too_and_where_it_led_there) {
    for (const rif::test::HostileFolder& each : rif::test::hostile_folders(false)) {
        if (each.name != "a header that claims 1152921504606846976 bytes" && each.name != "a pickle that would run a program") continue;
        const rif::test::TemporaryFolder folder;
        fs::create_directory(folder / "checkpoint");
        rif::test::make_hostile(each, folder / "checkpoint");
        rif::write_file(folder / "x.rif", "rif 1\nmodel m = transformer { checkpoint = \"checkpoint\" }\n");
        const auto ran = rif::test::run_rif(fmt::format("try '{}' model.m \"a text\"", (folder / "x.rif").string()));
        BOOST_TEST(ran.code == 4, ran.errors);
        BOOST_TEST(ran.errors.find("x.rif:2:") != std::string::npos, ran.errors);
        BOOST_TEST(ran.errors.find("not a whole file of weights") != std::string::npos, ran.errors);
    }
}

BOOST_AUTO_TEST_SUITE_END()
