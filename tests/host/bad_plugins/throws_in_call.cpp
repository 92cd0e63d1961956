// Every ask throws, each time another type: by the number of pairs 1 an exception of its own, 2 a text, 3 one of ours, 4 the end of a
// budget.
#include "host/bad_plugins/constant.hpp"

#include <stdexcept>

namespace rif {
namespace {

struct OwnException final : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Thrower final : public Constant {
public:
    using Constant::Constant;
    std::vector<double> scores(std::span<const TextPair> pairs) const override {
        switch (pairs.size()) {
            case 1: throw OwnException("the weights are gone");
            case 2: throw std::string("a text");
            case 3: throw Error("too-long", "the text has 900 tokens, at most 512 are read");
            case 4: throw BudgetSpent{};
            default: return {};
        }
    }
};

RIF_PLUGIN(Thrower)

}  // namespace
}  // namespace rif
