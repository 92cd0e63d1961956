#include <rif/host/environment.hpp>

#include <cstdlib>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace rif {

namespace {

std::filesystem::path xdg_folder(const char* variable, const char* below_home) {
    const std::filesystem::path given = environment(variable);
    return (given.is_absolute() ? given : home_folder() / below_home) / "rifair";  // a relative one is to be ignored, the rules say
}

}  // namespace

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value ? value : "";
}

std::filesystem::path home_folder() {
    if (std::string home = environment("HOME"); !home.empty()) return home;
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(16384);
    ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    return found && found->pw_dir ? found->pw_dir : "/";
}

std::filesystem::path user_data_folder() { return xdg_folder("XDG_DATA_HOME", ".local/share"); }
std::filesystem::path user_config_folder() { return xdg_folder("XDG_CONFIG_HOME", ".config"); }
std::filesystem::path user_cache_folder() { return xdg_folder("XDG_CACHE_HOME", ".cache"); }

}  // namespace rif
