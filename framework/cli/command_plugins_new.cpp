// rif plugins new ROLE/NAME [DIR]: a folder with a plugin that builds outside this tree and passes its test.
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/installation.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/command_plugins.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/new_plugin.hpp>

namespace rif::cli {

namespace {

/// What find_package(rifair) is to be pointed at: the build folder, or the installation's lib/cmake/rifair.
std::filesystem::path package_folder() {
    const std::filesystem::path installed = installation_root() / "lib" / "cmake" / "rifair";
    std::error_code ignored;
    return std::filesystem::exists(installed, ignored) ? installed : installation_root();
}

}  // namespace

int plugins_new(const Arguments& arguments) {
    const PluginArguments given = plugin_arguments(arguments, {}, 1, 2);
    const std::string& full_name = given.positional.front();
    const std::size_t slash = full_name.find('/');
    const std::optional<Role> role = role_named(full_name.substr(0, slash));
    if (!role || slash == std::string::npos) {
        throw Error("command-line", fmt::format("'{}' is no ROLE/NAME", full_name), "rif plugins new similarity/letters");
    }
    const std::string name = full_name.substr(slash + 1);
    const std::filesystem::path folder = given.positional.size() > 1 ? given.positional[1] : name;
    if (load_catalogue()->find(*role, name))
        fmt::print(stderr, "warning: {} is installed already, and only the first of a name on the search path is used: rif plugins list\n",
                   full_name);
    for (const std::filesystem::path& file : write_new_plugin(*role, name, folder)) fmt::print("wrote {}\n", file.string());
    fmt::print(
        "\nnext:\n  cd {}\n  cmake -B build -G Ninja -Drifair_DIR={}\n  cmake --build build && ctest --test-dir build\n  rif plugins test "
        "build\n"
        "  RIFAIR_PLUGIN_PATH=$PWD/build rif plugins describe {}\n",
        shell_word(folder.string()), shell_word(package_folder().string()), full_name);
    return 0;
}

}  // namespace rif::cli
