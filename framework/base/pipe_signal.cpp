#include <rif/base/pipe_signal.hpp>

#include <ctime>

#include <pthread.h>

namespace rif {

namespace {

sigset_t pipe_alone() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGPIPE);
    return set;
}

bool is_pending() {
    sigset_t pending;
    ::sigemptyset(&pending);
    ::sigpending(&pending);
    return ::sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

NoPipeSignal::NoPipeSignal() : was_pending_(is_pending()) {
    const sigset_t set = pipe_alone();
    ::pthread_sigmask(SIG_BLOCK, &set, &before_);
}

NoPipeSignal::~NoPipeSignal() {
    const sigset_t set = pipe_alone();
    const timespec now{};
    if (!was_pending_ && is_pending()) ::sigtimedwait(&set, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace rif
