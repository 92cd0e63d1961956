#include <rif/nn/train/workers.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <rif/nn/threads.hpp>

namespace rif::nn {

struct Workers::Shared {
    std::mutex mutex;
    std::condition_variable begins, ended;
    const std::function<void(std::size_t)>* work = nullptr;
    std::size_t next = 0, total = 0, running = 0;
    std::exception_ptr failure;
    bool is_over = false;
    std::vector<std::thread> threads;

    /// Takes parts until there are none. lock: of the mutex, held.
    void take_parts(std::unique_lock<std::mutex>& lock) {
        ++running;
        while (next < total) {
            const std::size_t part = next++;
            lock.unlock();
            std::exception_ptr thrown;
            try {
                (*work)(part);
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            if (thrown && !failure) failure = thrown, next = total;
        }
        if (--running == 0) ended.notify_all();
    }

    void serve() {
        one_thread();
        std::unique_lock lock(mutex);
        while (true) {
            begins.wait(lock, [&] { return is_over || next < total; });
            if (is_over) return;
            take_parts(lock);
        }
    }
};

Workers::Workers(std::size_t threads) : shared_(std::make_unique<Shared>()) {
    one_thread();
    for (std::size_t i = 1; i < threads; ++i) shared_->threads.emplace_back([shared = shared_.get()] { shared->serve(); });
}

Workers::~Workers() {
    {
        const std::scoped_lock lock(shared_->mutex);
        shared_->is_over = true;
    }
    shared_->begins.notify_all();
    for (std::thread& thread : shared_->threads) thread.join();
}

void Workers::each(std::size_t total, const std::function<void(std::size_t)>& work) {
    std::unique_lock lock(shared_->mutex);
    shared_->work = &work, shared_->next = 0, shared_->total = total, shared_->failure = nullptr;
    shared_->begins.notify_all();
    shared_->take_parts(lock);
    shared_->ended.wait(lock, [&] { return shared_->running == 0; });
    shared_->total = shared_->next = 0;
    if (shared_->failure) std::rethrow_exception(shared_->failure);
}

}  // namespace rif::nn
