// Makes a component of no role.
#include "host/bad_plugins/constant.hpp"

namespace rif {
namespace {

class Roleless final : public Component {
public:
    explicit Roleless(const Arguments&) {}
};

RIF_PLUGIN(Roleless)

}  // namespace
}  // namespace rif
