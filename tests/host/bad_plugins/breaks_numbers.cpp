// Breaks its contract: what has no letters scores 0 / 0.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result;
        for (const TextPair& pair : pairs) result.push_back(0.0 / (pair.a == " " ? 0.0 : 1.0));
        return result;
    }
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
