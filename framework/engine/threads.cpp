#include <rif/engine/threads.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include <pthread.h>
#include <sched.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr std::size_t k_stack_bytes = std::size_t{1} << 20;  // libtorch dies silently in 64 KiB

struct Shared {
    const std::function<void(std::size_t)>& work;
    std::size_t total;
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;

    void run() {
        try {
            for (std::size_t i = next++; i < total; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = total;
        }
    }
};

void* entry(void* shared) {
    static_cast<Shared*>(shared)->run();
    return nullptr;
}

/// Cores by the control group's quota ("max 100000" or "150000 100000"); 0 where there is none.
std::size_t quota_cores() {
    std::ifstream in("/sys/fs/cgroup/cpu.max");
    std::string quota;
    double period = 0;
    if (!(in >> quota >> period) || quota == "max" || period <= 0) return 0;
    return static_cast<std::size_t>(std::max(1.0, std::floor(std::stod(quota) / period)));
}

}  // namespace

std::size_t usable_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::size_t cores = sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
    if (const std::size_t quota = quota_cores()) cores = std::min(cores, quota);
    return std::max<std::size_t>(cores, 1);
}

void for_each_parallel(std::size_t threads, std::size_t total, const std::function<void(std::size_t)>& work) {
    Shared shared{work, total, {}, {}, {}};
    threads = std::min(threads, total);
    if (threads <= 1) {
        shared.run();
    } else {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, k_stack_bytes);
        std::vector<pthread_t> started;
        int code = 0;
        for (std::size_t i = 0; i < threads && code == 0; ++i) {
            pthread_t thread{};
            code = pthread_create(&thread, &attributes, entry, &shared);
            if (code == 0) started.push_back(thread);
        }
        pthread_attr_destroy(&attributes);
        for (const pthread_t thread : started) pthread_join(thread, nullptr);
        if (started.empty())
            throw Error("no-threads", fmt::format("cannot start a thread: {}", std::strerror(code)), "run.concurrency = 1");
    }
    if (shared.failure) std::rethrow_exception(shared.failure);
}

}  // namespace rif
