// Breaks its contract: an empty ask is an error.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        if (pairs.empty()) throw Error("no-pairs", "there is nothing to score");
        return std::vector<double>(pairs.size(), 0.5);
    }
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
