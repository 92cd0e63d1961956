// Rule: the eight names at the top are fixed; dot-files besides.
#include "house/house.hpp"

#include <algorithm>
#include <array>

namespace rif::house {

namespace fs = std::filesystem;

namespace {

constexpr std::array k_top_names = {"CMakeLists.txt", "README.md", "framework", "dsl", "plugins", "experiments", "tests", "share"};

bool may_stand_at_the_top(const std::string& name) {
    return name.front() == '.' || std::find(k_top_names.begin(), k_top_names.end(), name) != k_top_names.end() || matches(name, "build*") ||
           name == "results" || name == "node_modules";
}

}  // namespace

std::vector<Fault> top_faults(const fs::path& tree) {
    std::vector<Fault> faults;
    for (const auto& entry : fs::directory_iterator(tree)) {
        const std::string name = entry.path().filename().string();
        if (!may_stand_at_the_top(name)) faults.push_back({name, 0, "top", "only the eight names of the house stand at the top"});
    }
    for (const char* name : k_top_names) {
        if (!fs::exists(tree / name)) faults.push_back({name, 0, "top", "one of the eight names at the top is missing"});
    }
    return faults;
}

}  // namespace rif::house
