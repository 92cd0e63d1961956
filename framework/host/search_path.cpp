#include <rif/host/search_path.hpp>

#include <set>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

std::vector<std::filesystem::path> split_path(std::string_view text) {
    std::vector<std::filesystem::path> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(':'), text.size());
        if (end > 0) result.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::filesystem::path find_data(const std::vector<std::filesystem::path>& data_path, std::string_view name, const Place& place) {
    std::error_code ignored;
    std::string tried;
    for (const std::filesystem::path& folder : data_path) {
        const std::filesystem::path candidate = folder / name;
        if (std::filesystem::exists(candidate, ignored)) return candidate;
        tried += (tried.empty() ? "" : ", ") + folder.string();
    }
    throw Error("missing-file", fmt::format("'{}' is in no folder of the data path: {}", name, tried),
                "set RIFAIR_DATA to the folder that holds it (rif config data.path)", place);
}

std::vector<std::string> names_of_data(const std::vector<std::filesystem::path>& data_path, std::string_view folder,
                                       std::string_view extension) {
    std::set<std::string> result;
    for (const std::filesystem::path& base : data_path) {
        std::error_code ignored;
        for (const auto& file : std::filesystem::directory_iterator(base / folder, ignored)) {
            if (file.path().extension() == extension) result.insert(file.path().stem().string());
        }
    }
    return {result.begin(), result.end()};
}

}  // namespace rif
