// Threads that wait for work, so that a measurement of milliseconds starts none.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rif::nn {

class Crew {
public:
    /// torch_threads: of torch and BLAS, in each.
    Crew(std::size_t workers, std::size_t torch_threads);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    std::size_t size() const { return threads_.size(); }
    /// work(worker) on every thread at once; returns when all are done. errors: the first exception of any.
    void run(const std::function<void(std::size_t)>& work);

private:
    void wait_for_work(std::size_t worker, std::size_t torch_threads);

    std::mutex mutex_;
    std::condition_variable called_, done_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::exception_ptr failure_;
    std::size_t turn_ = 0, busy_ = 0;
    bool is_over_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace rif::nn
