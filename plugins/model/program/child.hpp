// One program that runs as a process of its own: asked line by line, reaped when it ends, killed when it is not wanted any more.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <rif/base/error.hpp>

#include "descriptor.hpp"

namespace rif {

/// What starts a program. The first word is looked for in PATH unless it holds a slash; no shell is between.
struct ChildCommand {
    std::vector<std::string> words;
    std::filesystem::path folder;  // that it starts in; "" for that of rif
};

/// Asked by one thread at a time. It has a process group of its own, so that Ctrl-C reaches rif alone, and it ends when rif ends, however
/// that comes.
class Child {
public:
    /// errors: rif::Error "program-start" with what the system says.
    explicit Child(const ChildCommand& command);
    /// Closes its input and output, waits a little for its end, then kills it.
    ~Child();

    /// line: without a line end.  returns: the line that it answers, without its end.
    /// wait: called every tenth of a second; what it throws ends the asking.
    /// errors: rif::Error "program-ended"; "program-slow" after `patience`; "program-answer" for more than one line, or one that does not
    /// end. After any of them, and after what `wait` throws, it is out of step: let go of it.
    std::string ask(std::string_view line, std::chrono::duration<double> patience, const std::function<void()>& wait);

    bool has_answered() const { return has_answered_; }
    bool has_ended() const { return has_ended_; }
    /// Tells it that nothing more will be asked.
    void close_input() { input_.close(); }
    /// Ends it, and what it started, now.
    void kill();

private:
    void keep(int process);
    void exchange(std::string_view line, std::size_t& written);
    /// The first line of its answer, if it is whole.
    bool has_line(std::string& line);
    void refuse_silence(bool had_ended);
    Error extra_line() const;
    std::string last_words() const;

    Descriptor input_, output_, errors_;
    std::string answer_, said_;  // not yet taken of its output; the last of what it wrote to its standard error
    bool has_answered_ = false;

    mutable std::mutex mutex_;
    std::condition_variable end_;
    std::atomic<bool> has_ended_{false};
    int process_ = -1, status_ = 0;  // status_: as waitpid gives it
    std::thread keeper_;             // starts the process, and waits for its end: the system ends the process where this thread ends
};

}  // namespace rif
