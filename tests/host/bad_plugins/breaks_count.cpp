// Breaks its contract: leaves out pairs with an empty text.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

class Breaker final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        std::vector<double> result;
        for (const TextPair& pair : pairs) {
            if (!pair.a.empty()) result.push_back(0.5);
        }
        return result;
    }
};

RIF_PLUGIN(Breaker)

}  // namespace
}  // namespace rif
