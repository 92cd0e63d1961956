// Its constructor refuses a setting, as it should.
#include "host/bad_plugins/constant.hpp"

#include <stdexcept>

namespace rif {
namespace {

class Thrower final : public Constant {
public:
    explicit Thrower(const Arguments& arguments) : Constant(arguments) {
        throw arguments.error("value", "out-of-range", "value is too even", "value = 0.3");
    }
};

RIF_PLUGIN(Thrower)

}  // namespace
}  // namespace rif
