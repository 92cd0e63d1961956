// Rule: a plugin is one whole folder and one line of plugins/CMakeLists.txt.
#include "house/house.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <regex>

namespace rif::house {

namespace fs = std::filesystem;

namespace {

constexpr std::array k_role_names = {"dataset", "counterpart", "model",   "similarity", "perturbation",
                                     "attack",  "audit",       "defense", "report"};

struct Folder {
    fs::path tree;
    std::string role, name;
    std::string path() const { return "plugins/" + role + "/" + name; }
    std::string file(const std::string& ending) const { return path() + "/" + ending; }
};

bool has_line(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    const std::vector<std::string> all = lines(text);
    return std::any_of(all.begin(), all.end(), [&](const std::string& line) { return std::regex_match(line, expression); });
}

std::vector<Folder> plugin_folders(const fs::path& tree) {
    std::vector<Folder> result;
    if (!fs::exists(tree / "plugins")) return result;
    for (const auto& role : fs::directory_iterator(tree / "plugins")) {
        if (!role.is_directory()) continue;
        for (const auto& name : fs::directory_iterator(role)) {
            result.push_back({tree, role.path().filename().string(), name.path().filename().string()});
        }
    }
    return result;
}

/// `rif_plugin(role/name …)` in plugins/CMakeLists.txt: how often each.
std::map<std::string, std::size_t> listed_plugins(const fs::path& tree) {
    static const std::regex call(R"(\s*rif_plugin\(\s*([^\s)]+).*)");
    std::map<std::string, std::size_t> result;
    std::smatch match;
    for (const std::string& line : lines(contents(tree / "plugins/CMakeLists.txt"))) {
        if (std::regex_match(line, match, call)) ++result[match[1]];
    }
    return result;
}

void check_files(const Folder& folder, std::vector<Fault>& faults) {
    for (const std::string& file : {std::string("manifest.toml"), folder.name + ".cpp", folder.name + "_test.cpp", std::string("README.md"),
                                    std::string("example.rif")}) {
        if (fs::exists(folder.tree / folder.file(file)) && !contents(folder.tree / folder.file(file)).empty()) continue;
        faults.push_back({folder.file(file), 0, "plugin-whole", "a plugin has this file, and it is not empty"});
    }
}

/// What manifest, source and example must say of themselves.
void check_words(const Folder& folder, std::vector<Fault>& faults) {
    const auto must = [&](const std::string& file, const std::string& pattern, const std::string& message) {
        if (!has_line(contents(folder.tree / folder.file(file)), pattern))
            faults.push_back({folder.file(file), 0, "plugin-whole", message});
    };
    must("manifest.toml", "role *= *\"" + folder.role + "\".*", "must say role = \"" + folder.role + "\", as its folder does");
    must("manifest.toml", "name *= *\"" + folder.name + "\".*", "must say name = \"" + folder.name + "\", as its folder does");
    must("manifest.toml", "summary *= *\".+\".*", "must have a summary");
    must(folder.name + ".cpp", "// " + folder.role + "/" + folder.name + ": .+", "must start with a comment '// role/name: what it is'");
    must(folder.name + ".cpp", "RIF_PLUGIN\\([A-Za-z0-9:]+\\)", "must end with RIF_PLUGIN(Class)");
    must("example.rif", ".*\\b" + folder.name + "\\b.*", "must use the plugin");
}

}  // namespace

std::vector<Fault> plugin_faults(const fs::path& tree) {
    static const std::regex snake_case("[a-z][a-z0-9]*(_[a-z0-9]+)*");
    std::vector<Fault> faults;
    const std::map<std::string, std::size_t> listed = listed_plugins(tree);
    for (const Folder& folder : plugin_folders(tree)) {
        if (std::find(k_role_names.begin(), k_role_names.end(), folder.role) == k_role_names.end()) {
            faults.push_back({folder.path(), 0, "plugin-whole", "'" + folder.role + "' is no role"});
        }
        if (!std::regex_match(folder.name, snake_case)) faults.push_back({folder.path(), 0, "plugin-whole", "names are snake_case"});
        check_files(folder, faults);
        check_words(folder, faults);
        if (!listed.contains(folder.role + "/" + folder.name)) {
            faults.push_back({folder.path(), 0, "plugin-listed", "has no line in plugins/CMakeLists.txt"});
        }
    }
    for (const auto& [plugin, times] : listed) {
        if (times > 1) faults.push_back({"plugins/CMakeLists.txt", 0, "plugin-listed", plugin + " is listed more than once"});
        if (!fs::exists(tree / "plugins" / plugin))
            faults.push_back({"plugins/CMakeLists.txt", 0, "plugin-listed", plugin + " has no folder"});
    }
    return faults;
}

}  // namespace rif::house
