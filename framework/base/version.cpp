#include <rif/base/version.hpp>

namespace rif {

std::string_view version() { return RIFAIR_VERSION; }

}  // namespace rif
