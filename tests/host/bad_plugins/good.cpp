// Nothing is wrong with this one, until a test tampers with its folder.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

RIF_PLUGIN(Constant)

}  // namespace
}  // namespace rif
