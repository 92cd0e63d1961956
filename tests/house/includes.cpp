// Rule: who may include whom, and one address for each heavy header (the house's table, as data).
#include "house/house.hpp"

#include <algorithm>
#include <regex>

namespace rif::house {

namespace fs = std::filesystem;

namespace {

/// files: a pattern of files of the tree. may: patterns of files that they include. The first room that a file matches is its own.
struct Room {
    std::string_view files;
    std::vector<std::string_view> may;
};

const std::vector<Room>& rooms() {
    static const std::vector<Room> table = {
        {"framework/base/*", {"framework/base/*"}},
        {"framework/api/*", {"framework/base/*", "framework/api/*"}},
        {"dsl/*", {"framework/base/*", "dsl/*"}},
        {"framework/host/*", {"framework/base/*", "framework/api/*", "framework/host/*"}},
        {"framework/engine/*", {"framework/base/*", "framework/api/*", "framework/host/*", "framework/engine/*", "dsl/*"}},
        {"framework/cli/*", {"framework/base/*", "framework/api/*", "framework/host/*", "framework/engine/*", "framework/cli/*", "dsl/*"}},
        {"framework/nn/*", {"framework/base/*", "framework/api/*", "framework/nn/*"}},
        {"framework/http/*", {"framework/base/*", "framework/api/*", "framework/http/*"}},
        {"plugins/*_test.cpp",
         {"framework/base/*", "framework/api/*", "framework/nn/*", "framework/http/*", "framework/host/*", "framework/engine/*",
          "tests/support/*"}},
        {"plugins/*", {"framework/base/*", "framework/api/*", "framework/nn/*", "framework/http/*"}},
        {"share/template/*", {"framework/base/*", "framework/api/*", "tests/support/*"}},
        {"tests/*", {"*"}},
    };
    return table;
}

/// header: a pattern of headers that are not ours. files: where they may be included.
struct Address {
    std::string_view header;
    std::vector<std::string_view> files;
};

const std::vector<Address>& addresses() {
    static const std::vector<Address> table = {
        {"boost/spirit/*", {"dsl/grammar.cpp"}},
        {"boost/fusion/*", {"dsl/grammar.cpp"}},
        {"boost/dll*", {"framework/host/library.cpp"}},
        {"boost/program_options*", {"framework/cli/*"}},
        {"boost/math/*", {"framework/base/statistics.cpp", "framework/base/comparison.cpp"}},
        {"boost/json*", {"*.cpp"}},
        {"boost/test/*", {"tests/*", "plugins/*_test.cpp", "share/template/*_test.cpp"}},
        {"toml++/*", {"framework/host/toml_tree.cpp", "plugins/*.cpp"}},
        {"unicode/*", {"framework/base/text*.cpp"}},
        {"openssl/*", {"framework/base/hash.cpp", "tests/support/tls.cpp"}},
        {"curl/curl.h", {"framework/http/client.cpp"}},
        {"sqlite3.h", {"framework/engine/*.cpp", "tests/engine/*.cpp"}},
        {"csv.h", {"framework/api/delimited.cpp"}},
        {"torch/*", {"framework/nn/*.cpp", "plugins/*.cpp", "tests/nn/*.cpp"}},
        {"ATen/*", {"framework/nn/*.cpp", "plugins/*.cpp", "tests/nn/*.cpp"}},
        {"caffe2/*", {"framework/nn/*.cpp", "tests/nn/*.cpp"}},
        {"c10/*", {"framework/nn/*.cpp", "plugins/*.cpp", "tests/nn/*.cpp"}},
        {"fmt/*", {"*"}},
    };
    return table;
}

/// Headers of the operating system: in .cpp files only.
const std::vector<std::string_view>& system_headers() {
    static const std::vector<std::string_view> table = {
        "unistd.h", "malloc.h", "fcntl.h",   "dlfcn.h",  "link.h", "pthread.h", "sched.h", "cxxabi.h", "signal.h",   "pwd.h",
        "grp.h",    "poll.h",   "termios.h", "stdlib.h", "elf.h",  "linux/*.h", "sys/*.h", "arpa/*.h", "netinet/*.h"};
    return table;
}

bool any_matches(std::string_view text, const std::vector<std::string_view>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) { return matches(text, pattern); });
}

bool is_standard(std::string_view header) { return header.find_first_of("/.") == std::string_view::npos; }

/// The file of the tree that an include names, or nothing where it is not ours.
std::string file_included(const fs::path& tree, const fs::path& includer, const std::string& header, bool quoted) {
    if (header.starts_with("rif/")) return "framework/" + header.substr(4);
    if (header.starts_with("dsl/") || header.starts_with("support/")) return (header.starts_with("dsl/") ? "" : "tests/") + header;
    if (!quoted) return {};
    const fs::path beside = (includer.parent_path() / header).lexically_normal();
    if (fs::exists(tree / beside)) return beside.string();
    if (fs::exists(tree / "tests" / header)) return "tests/" + header;
    return header;
}

/// "plugins/attack/rifair" of any file in it.
std::string plugin_folder(const std::string& file) {
    const std::size_t name = file.find('/', std::string_view("plugins/").size());
    return file.substr(0, file.find('/', name + 1));
}

bool may_include(const std::string& includer, const std::string& included) {
    if (includer.starts_with("plugins/") && included.starts_with("plugins/")) return plugin_folder(includer) == plugin_folder(included);
    for (const Room& room : rooms()) {
        if (matches(includer, room.files)) return any_matches(included, room.may);
    }
    return false;
}

std::string fault_of_foreign(const std::string& includer, const std::string& header) {
    if (is_standard(header)) return {};
    if (any_matches(header, system_headers()))
        return includer.ends_with(".cpp") ? "" : "a header of the operating system stands in .cpp files only";
    for (const Address& address : addresses()) {
        if (matches(header, address.header))
            return any_matches(includer, address.files) ? "" : "this heavy header has its address elsewhere";
    }
    return "this header has no address in the house (tests/house/includes.cpp)";
}

void check_line(const fs::path& tree, const fs::path& file, std::size_t number, const std::string& line, std::vector<Fault>& faults) {
    static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::smatch match;
    if (!std::regex_match(line, match, include)) return;
    const std::string includer = file.string(), header = match[2];
    const std::string included = file_included(tree, file, header, match[1] == "\"");
    if (!included.empty()) {
        if (!may_include(includer, included)) faults.push_back({includer, number, "who-may-include", "may not include " + included});
        return;
    }
    const std::string fault = fault_of_foreign(includer, header);
    if (!fault.empty()) faults.push_back({includer, number, "heavy-header", "<" + header + ">: " + fault});
}

}  // namespace

std::vector<Fault> include_faults(const fs::path& tree) {
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (!is_code(file)) continue;
        const std::vector<std::string> all = lines(contents(tree / file));
        for (std::size_t i = 0; i < all.size(); ++i) check_line(tree, file, i + 1, all[i], faults);
    }
    return faults;
}

}  // namespace rif::house
