// The processes of one program: one for each ask that goes on at the same time, up to a number; started when needed, used again.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "child.hpp"

namespace rif {

struct PoolSettings {
    ChildCommand command;
    std::size_t most = 1;  // processes
    std::chrono::duration<double> patience{60}, patience_at_start{120};
    std::function<void()> wait;  // called every tenth of a second of waiting; what it throws ends the ask
};

/// Thread-safe. A process that failed in any way is let go of; the next ask starts another.
class Pool {
public:
    explicit Pool(PoolSettings settings) : settings_(std::move(settings)) {}
    ~Pool();

    /// errors: those of Child.
    std::string ask(std::string_view line);

private:
    std::unique_ptr<Child> taken();
    void give_back(std::unique_ptr<Child> child);
    void let_go(std::unique_ptr<Child> child);

    const PoolSettings settings_;
    std::mutex mutex_;
    std::condition_variable free_;
    std::vector<std::unique_ptr<Child>> idle_;
    std::size_t count_ = 0;  // processes, idle and asked
};

}  // namespace rif
