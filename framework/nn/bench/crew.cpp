#include <rif/nn/bench/crew.hpp>

#include <rif/nn/bench/plain_forward.hpp>

namespace rif::nn {

Crew::Crew(std::size_t workers, std::size_t torch_threads) {
    for (std::size_t worker = 0; worker < workers; ++worker) {
        threads_.emplace_back([this, worker, torch_threads] { wait_for_work(worker, torch_threads); });
    }
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    called_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::run(const std::function<void(std::size_t)>& work) {
    std::unique_lock lock(mutex_);
    work_ = &work, failure_ = nullptr, busy_ = threads_.size(), ++turn_;
    called_.notify_all();
    done_.wait(lock, [&] { return busy_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
}

void Crew::wait_for_work(std::size_t worker, std::size_t threads) {
    torch_threads(threads);
    for (std::size_t seen = 0;; ++seen) {
        std::unique_lock lock(mutex_);
        called_.wait(lock, [&] { return is_over_ || turn_ > seen; });
        if (is_over_) return;
        lock.unlock();
        std::exception_ptr failure;
        try {
            (*work_)(worker);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !failure_) failure_ = failure;
        if (--busy_ == 0) done_.notify_one();
    }
}

}  // namespace rif::nn
