#include <rif/cli/command_plugins.hpp>
namespace rif::cli {
int plugins_new(const Arguments&) { return 2; }
}  // namespace rif::cli
