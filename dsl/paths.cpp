#include "dsl/paths.hpp"

#include <system_error>

namespace rif::dsl {

namespace {

namespace fs = std::filesystem;

std::string absolute_path(const fs::path& path) {
    std::error_code failed;
    const fs::path result = fs::absolute(path, failed);
    return (failed ? path : result).lexically_normal().string();
}

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

}  // namespace

fs::path folder_of(const Place& place) { return place ? fs::path(place.source->name).parent_path() : fs::path(); }

std::string beside(const std::string& path, const Place& place) { return absolute_path(folder_of(place) / path); }

std::string find_path(const std::string& path, const Place& place, const std::vector<fs::path>& data_path) {
    const fs::path first = folder_of(place) / path;  // an absolute path stays as it is
    if (is_there(first)) return absolute_path(first);
    for (const fs::path& folder : data_path) {
        if (is_there(folder / path)) return absolute_path(folder / path);
    }
    return {};
}

}  // namespace rif::dsl
