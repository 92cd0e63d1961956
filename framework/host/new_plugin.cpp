#include <rif/host/new_plugin.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/installation.hpp>
#include <rif/base/value.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_template_ending = ".in";

/// `text` with every `@word@` replaced.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
    for (const auto& [word, replacement] : words) {
        const std::string mark = "@" + word + "@";
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += replacement.size())
            text.replace(at, mark.size(), replacement);
    }
    return text;
}

/// Of a C++ source: `name` and the class stay apart from the language's own words.
bool is_reserved(std::string_view name) {
    constexpr std::string_view k_reserved[] = {"in",     "like",  "per", "on",     "off",    "include", "none",    "rif",  "std",
                                               "test",   "class", "int", "double", "float",  "char",    "bool",    "auto", "new",
                                               "delete", "for",   "if",  "while",  "switch", "default", "template"};
    return std::ranges::find(k_reserved, name) != std::end(k_reserved);
}

void check_name(const std::string& name) {
    const bool has_letter = std::ranges::any_of(name, [](char c) { return c != '_' && (c < '0' || c > '9'); });
    if (!name.empty() && has_letter && name_or_quoted(name) == name && !is_reserved(name)) return;
    throw Error("command-line", fmt::format("'{}' is no name for a plugin", name),
                "letters, digits and _, beginning with a letter: word_overlap");
}

}  // namespace

std::string class_name(std::string_view name) {
    std::string result;
    bool capital = true;
    for (const char c : name) {
        if (c != '_') result += capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        capital = c == '_';
    }
    return result;
}

std::vector<fs::path> write_new_plugin(Role role, const std::string& name, const fs::path& folder) {
    check_name(name);
    const fs::path templates = installed_data() / "template" / "plugin";
    const fs::path of_role = templates / role_name(role);
    if (!fs::is_directory(of_role))
        throw Error("missing-file", fmt::format("there is no template in {}", of_role.string()), "install rifair whole");
    std::error_code ignored;
    if (fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
        throw Error("exists", fmt::format("{} is there already, and not an empty folder", folder.string()),
                    "name another: rif plugins new ROLE/NAME DIR");
    }
    const std::vector<std::pair<std::string, std::string>> words = {
        {"name", name}, {"role", std::string(role_name(role))}, {"Class", class_name(name)}};
    std::vector<fs::path> sources = {templates / "CMakeLists.txt.in"};
    for (const auto& entry : fs::directory_iterator(of_role)) sources.push_back(entry.path());
    std::ranges::sort(sources);
    fs::create_directories(folder);
    std::vector<fs::path> result;
    for (const fs::path& source : sources) {
        std::string file = source.filename().string();
        if (!file.ends_with(k_template_ending)) continue;
        file.resize(file.size() - std::string_view(k_template_ending).size());
        if (file.starts_with("plugin")) file.replace(0, 6, name);
        result.push_back(folder / file);
        write_file(result.back(), filled(read_file(source), words));
    }
    return result;
}

}  // namespace rif
