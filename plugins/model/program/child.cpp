#include "child.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <future>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/pipe_signal.hpp>

#include "start.hpp"

namespace rif {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_slice_ms = 100;
constexpr std::chrono::seconds k_grace{2};                       // between the end of its input and the signal that ends it
constexpr std::size_t k_longest_answer = std::size_t{64} << 20;  // bytes
constexpr std::size_t k_most_said = 4096, k_most_shown = 400;    // bytes of standard error kept, and shown

void without_waiting(const Descriptor& descriptor) {
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// Adds what can be read now; closes the descriptor at its end.
void read_some(Descriptor& from, std::string& into) {
    char buffer[65536];
    const ssize_t size = ::read(from.number(), buffer, sizeof buffer);
    if (size > 0)
        into.append(buffer, static_cast<std::size_t>(size));
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        from.close();
}

/// The last lines of what a program wrote to standard error, on one line; "" where it wrote nothing.
std::string last_lines(std::string_view said) {
    while (!said.empty() && (said.back() == '\n' || said.back() == '\r' || said.back() == ' ')) said.remove_suffix(1);
    if (said.size() > k_most_shown) said = said.substr(said.size() - k_most_shown);
    while (!said.empty() && (static_cast<unsigned char>(said.front()) & 0xC0) == 0x80) said.remove_prefix(1);
    std::string result;
    for (const char c : said) {
        if (c == '\n')
            result += " | ";
        else if (static_cast<unsigned char>(c) >= ' ')
            result += c;
    }
    return result;
}

std::string end_named(int status) {
    if (WIFSIGNALED(status)) return fmt::format("was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

Child::Child(const ChildCommand& command) {
    Pipe input, output, errors;
    std::promise<int> promise;
    std::future<int> process = promise.get_future();
    keeper_ = std::thread([&, this, started = std::move(promise)]() mutable {  // what it refers to is used before the promise is kept
        int number = -1;
        try {
            number =
                start_program(command.words, command.folder.string(), {input.read.number(), output.write.number(), errors.write.number()});
        } catch (...) {
            return started.set_exception(std::current_exception());
        }
        process_ = number;
        started.set_value(number);
        keep(number);
    });
    try {
        process.get();
    } catch (...) {
        keeper_.join();
        throw;
    }
    input_ = std::move(input.write);
    output_ = std::move(output.read);
    errors_ = std::move(errors.read);
    for (const Descriptor* each : {&input_, &output_, &errors_}) without_waiting(*each);
}

Child::~Child() {
    input_.close();
    output_.close();
    errors_.close();
    {
        std::unique_lock lock(mutex_);
        end_.wait_for(lock, k_grace, [&] { return has_ended_.load(); });
    }
    kill();
    keeper_.join();
}

/// Waits for the end of the process. What it started ends with it; only then may its number be another's.
void Child::keep(int process) {
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    const std::scoped_lock lock(mutex_);
    ::kill(-process, SIGKILL);
    ::waitpid(process, &status_, 0);
    has_ended_ = true;
    end_.notify_all();
}

void Child::kill() {
    const std::scoped_lock lock(mutex_);
    if (!has_ended_) ::kill(-process_, SIGKILL);
}

bool Child::has_line(std::string& line) {
    const std::size_t end = answer_.find('\n');
    if (end == std::string::npos) return false;
    line = answer_.substr(0, end);
    answer_.erase(0, end + 1);
    return true;
}

/// Waits a slice of time for whatever can be read or written, and does that.
void Child::exchange(std::string_view line, std::size_t& written) {
    pollfd waits[3] = {
        {output_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}, {written < line.size() ? input_.number() : -1, POLLOUT, 0}};
    if (::poll(waits, 3, k_slice_ms) <= 0) return;
    if (waits[0].revents) read_some(output_, answer_);
    if (waits[1].revents) read_some(errors_, said_);
    if (said_.size() > 2 * k_most_said) said_.erase(0, said_.size() - k_most_said);
    if (!waits[2].revents) return;
    const ssize_t size = ::write(input_.number(), line.data() + written, line.size() - written);
    if (size > 0) written += static_cast<std::size_t>(size);
    if (size < 0 && errno == EPIPE) input_.close();
}

/// After the process has ended, or where it can say nothing more. errors: "program-ended".
void Child::refuse_silence(bool had_ended) {
    if (!had_ended && output_.is_open() && input_.is_open()) return;
    {
        std::unique_lock lock(mutex_);
        end_.wait_for(lock, std::chrono::milliseconds(k_slice_ms), [&] { return has_ended_.load(); });
    }
    if (errors_.is_open()) read_some(errors_, said_);
    throw Error("program-ended",
                fmt::format("{} instead of answering{}", has_ended_ ? end_named(status_) : "closed its input or output", last_words()),
                "run it by hand: it answers each line that it reads with a line");
}

std::string Child::last_words() const {
    const std::string said = last_lines(said_);
    return said.empty() ? "" : "; it last said: " + said;
}

std::string Child::ask(std::string_view line, std::chrono::duration<double> patience, const std::function<void()>& wait) {
    const NoPipeSignal no_signal;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience);
    const std::string request = std::string(line) + "\n";
    std::size_t written = 0;
    std::string answer;
    if (output_.is_open()) read_some(output_, answer_);
    if (!answer_.empty()) throw extra_line();
    while (!(written == request.size() && has_line(answer))) {
        wait();
        const bool had_ended = has_ended_;  // before the last look at what it wrote
        const std::size_t before = answer_.size();
        exchange(request, written);
        if (answer_.size() == before) refuse_silence(had_ended);
        if (answer_.size() > k_longest_answer)
            throw Error("program-answer", fmt::format("answers with {} bytes and no end of line", answer_.size()),
                        "end each answer with a line end");
        if (Clock::now() >= end)
            throw Error("program-slow", fmt::format("has not answered within {:g} s{}", patience.count(), last_words()),
                        "raise `timeout`, or `start_timeout` for its first answer");
    }
    if (!answer_.empty()) throw extra_line();
    has_answered_ = true;
    return answer;
}

Error Child::extra_line() const {
    return Error("program-answer", fmt::format("says more than it was asked: {}", last_lines(answer_)),
                 "print answers alone to standard output, and everything else to standard error");
}

}  // namespace rif
