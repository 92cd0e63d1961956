// Breaks its contract: another answer every time.
#include "host/bad_plugins/constant.hpp"

#include <atomic>

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        return std::vector<double>(pairs.size(), static_cast<double>(++asked_));
    }

private:
    mutable std::atomic<int> asked_ = 0;
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
