// Breaks its contract: a score depends on the pair's place in the ask.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) result[i] = static_cast<double>(i) / static_cast<double>(pairs.size());
        return result;
    }
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
