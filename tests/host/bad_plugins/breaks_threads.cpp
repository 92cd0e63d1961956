// Breaks its contract: notices that it is asked from two threads at once, and is not prepared for it.
#include "host/bad_plugins/constant.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        if (busy_.exchange(true)) throw Error("busy", "one at a time");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        busy_ = false;
        return std::vector<double>(pairs.size(), 0.5);
    }

private:
    mutable std::atomic<bool> busy_ = false;
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
