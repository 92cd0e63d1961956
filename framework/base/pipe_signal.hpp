// Writing to a program or server that has gone raises SIGPIPE, which would end rif: held back where somebody writes.
#pragma once

#include <csignal>

namespace rif {

/// In this thread, as long as it lives, such a write fails with EPIPE and does nothing else. Signals that others sent are left alone.
class NoPipeSignal {
public:
    NoPipeSignal();
    ~NoPipeSignal();
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

private:
    sigset_t before_;
    bool was_pending_;
};

}  // namespace rif
