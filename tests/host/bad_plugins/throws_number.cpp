// Its constructor throws what is no exception class.
#include "host/bad_plugins/constant.hpp"

#include <stdexcept>

namespace rif {
namespace {

class Thrower final : public Constant {
public:
    explicit Thrower(const Arguments& arguments) : Constant(arguments) { throw 42; }
};

RIF_PLUGIN(Thrower)

}  // namespace
}  // namespace rif
