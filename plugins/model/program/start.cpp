#include "start.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

#include "descriptor.hpp"

namespace rif {

namespace {

constexpr int k_not_started = 127;
constexpr int k_report = 3;  // the first descriptor after the standard ones

/// What went wrong between fork and exec.
struct Report {
    enum class Step : int { folder, program } step;
    int error;
};

[[noreturn]] void give_up(Report::Step step) {
    const Report report{step, errno};
    [[maybe_unused]] const ssize_t written = ::write(k_report, &report, sizeof report);
    ::_exit(k_not_started);
}

/// In the new process, before the program takes it over: calls of the system alone, since other threads may hold any lock.
[[noreturn]] void become(char* const* words, const char* folder, const Streams& streams, int report, int parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(k_not_started);
    ::dup2(streams.input, STDIN_FILENO);
    ::dup2(streams.output, STDOUT_FILENO);
    ::dup2(streams.errors, STDERR_FILENO);
    if (report != k_report) ::dup3(report, k_report, O_CLOEXEC);
    ::close_range(k_report + 1, ~0U, 0);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (folder && ::chdir(folder) != 0) give_up(Report::Step::folder);
    ::execvp(words[0], words);
    give_up(Report::Step::program);
}

Error start_error(const std::vector<std::string>& words, const std::string& folder, const Report& report) {
    const char* reason = std::strerror(report.error);
    if (report.step == Report::Step::folder)
        return Error("program-start", fmt::format("cannot start in folder '{}': {}", folder, reason), "name another `folder`");
    return Error("program-start", fmt::format("cannot start '{}': {}", words.front(), reason),
                 report.error == ENOENT ? "the first word of `command` is a program in PATH or a file beside the experiment"
                                        : "the first word of `command` has to be a program: chmod +x, or name what runs it (python3, sh)");
}

}  // namespace

int start_program(const std::vector<std::string>& words, const std::string& folder, const Streams& streams) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    const char* where = folder.empty() ? nullptr : folder.c_str();
    const int parent = ::getpid();
    Pipe reports;
    const int process = ::fork();
    if (process < 0)
        throw Error("program-start", fmt::format("cannot start '{}': {}", words.front(), std::strerror(errno)), "lower `workers`");
    if (process == 0) become(pointers.data(), where, streams, reports.write.number(), parent);
    reports.write.close();
    Report report{};
    ssize_t size = 0;
    do size = ::read(reports.read.number(), &report, sizeof report);
    while (size < 0 && errno == EINTR);
    if (size != static_cast<ssize_t>(sizeof report)) return process;  // the program has taken over
    ::waitpid(process, nullptr, 0);
    throw start_error(words, folder, report);
}

}  // namespace rif
