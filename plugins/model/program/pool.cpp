#include "pool.hpp"

namespace rif {

namespace {

constexpr std::chrono::milliseconds k_slice{100};

}  // namespace

Pool::~Pool() {
    for (const auto& child : idle_) child->close_input();  // all may end at the same time
}

/// An idle process that still lives, or a new one where there may be one more, or the next that is given back.
std::unique_ptr<Child> Pool::taken() {
    std::unique_lock lock(mutex_);
    while (true) {
        while (!idle_.empty()) {
            std::unique_ptr<Child> child = std::move(idle_.back());
            idle_.pop_back();
            if (!child->has_ended()) return child;
            --count_;
        }
        if (count_ < settings_.most) break;
        free_.wait_for(lock, k_slice);
        lock.unlock();
        settings_.wait();
        lock.lock();
    }
    ++count_;
    lock.unlock();
    try {
        return std::make_unique<Child>(settings_.command);
    } catch (...) {
        let_go(nullptr);
        throw;
    }
}

void Pool::give_back(std::unique_ptr<Child> child) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(child));
    free_.notify_one();
}

void Pool::let_go(std::unique_ptr<Child> child) {
    if (child) child->kill();
    child.reset();
    const std::scoped_lock lock(mutex_);
    --count_;
    free_.notify_one();
}

std::string Pool::ask(std::string_view line) {
    std::unique_ptr<Child> child = taken();
    try {
        std::string answer = child->ask(line, child->has_answered() ? settings_.patience : settings_.patience_at_start, settings_.wait);
        give_back(std::move(child));
        return answer;
    } catch (...) {
        let_go(std::move(child));
        throw;
    }
}

}  // namespace rif
