// Rules on what stands in files: no paths of one machine, a comment at the head of each header, slugs of one form, links that lead
// somewhere.
#include "house/house.hpp"

#include <algorithm>
#include <regex>

namespace rif::house {

namespace fs = std::filesystem;

namespace {

std::size_t line_of(const std::string& text, std::size_t position) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

bool is_binary(const fs::path& file) {
    const std::string extension = file.extension().string();
    return extension == ".png" || extension == ".bin" || extension == ".safetensors" || extension == ".pt" || extension == ".so" ||
           extension == ".gz" || extension == ".zip";
}

const std::regex& machine_path() {
    // A folder that only one machine has, or a package registry's host: put together here so that this file is clean itself.
    static const std::regex pattern(std::string("(^|[^A-Za-z0-9_.~}/-])/") + "(work|root|tmp|home|mnt)/|" +
                                    "(deb\\.debian|npmjs|pypi|golang)\\.org" + "|crates\\.io|files\\.pythonhosted");
    return pattern;
}

/// `Error("slug"`, `.error("slug"`, `.warning("slug"`; after an Arguments the key comes first: `arguments.error("key", "slug"`.
const std::regex& slug_call() {
    static const std::regex pattern(R"re((\w*)\.?\b(?:Error|error|warning)\(\s*"([^"\n]*)"(?:,\s*"([^"\n]*)")?)re");
    return pattern;
}

bool is_arguments(const std::string& object) {
    return object.find("arguments") != std::string::npos || object.find("settings") != std::string::npos;
}

}  // namespace

std::vector<Fault> machine_faults(const fs::path& tree) {
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (is_binary(file)) continue;
        const std::vector<std::string> all = lines(contents(tree / file));
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::smatch match;
            if (!std::regex_search(all[i], match, machine_path())) continue;
            faults.push_back({file.string(), i + 1, "machine-path", "names a folder or host of one machine: " + match.str()});
        }
    }
    return faults;
}

std::vector<Fault> header_faults(const fs::path& tree) {
    static const std::regex comment("// .{10,}");
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (file.extension() != ".hpp") continue;
        const std::vector<std::string> all = lines(contents(tree / file));
        if (!all.empty() && std::regex_match(all.front(), comment)) continue;
        faults.push_back({file.string(), 1, "header-comment", "a header starts with a comment that says in one sentence what it is"});
    }
    return faults;
}

std::vector<Fault> slug_faults(const fs::path& tree) {
    static const std::regex kebab("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (!is_code(file) || matches(file.string(), "tests/*") || matches(file.string(), "*_test.cpp")) continue;
        const std::string text = contents(tree / file);
        for (std::sregex_iterator call(text.begin(), text.end(), slug_call()), end; call != end; ++call) {
            const std::string slug = is_arguments((*call)[1]) && (*call)[3].matched ? (*call)[3] : (*call)[2];
            if (std::regex_match(slug, kebab)) continue;
            faults.push_back(
                {file.string(), line_of(text, call->position()), "slug", "'" + slug + "' is not words in lower case joined by hyphens"});
        }
    }
    return faults;
}

std::vector<Fault> link_faults(const fs::path& tree) {
    static const std::regex link(R"(\]\(([^)#:\s]+)(#[^)\s]*)?\))");
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (file.extension() != ".md") continue;
        const std::string text = contents(tree / file);
        for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
            if (fs::exists(tree / file.parent_path() / (*match)[1].str())) continue;
            faults.push_back({file.string(), line_of(text, match->position()), "link", "leads nowhere: " + (*match)[1].str()});
        }
    }
    return faults;
}

std::vector<Fault> script_faults(const fs::path& tree) {
    std::vector<Fault> faults;
    for (const fs::path& file : files_of(tree)) {
        if (file != ".ci/run" && !matches(file.string(), "share/scripts/*")) continue;
        const bool is_program = contents(tree / file).starts_with("#!");
        const bool can_be_run = (fs::status(tree / file).permissions() & fs::perms::owner_exec) != fs::perms::none;
        if (is_program && !can_be_run) faults.push_back({file.string(), 0, "script", "starts with #! and cannot be run: chmod +x"});
        if (!is_program && can_be_run) faults.push_back({file.string(), 1, "script", "can be run and does not start with #!"});
    }
    return faults;
}

}  // namespace rif::house
