// Its constructor throws a standard exception.
#include "host/bad_plugins/constant.hpp"

#include <stdexcept>

namespace rif {
namespace {

class Thrower final : public Constant {
public:
    explicit Thrower(const Arguments& arguments) : Constant(arguments) { throw std::out_of_range("no such row: 17"); }
};

RIF_PLUGIN(Thrower)

}  // namespace
}  // namespace rif
