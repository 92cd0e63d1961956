// Reading a source tree: its files, their lines, and names with `*`.
#include "house/house.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace rif::house {

namespace fs = std::filesystem;

std::ostream& operator<<(std::ostream& out, const Fault& fault) {
    out << fault.file;
    if (fault.line > 0) out << ':' << fault.line;
    return out << ": " << fault.message << "  [" << fault.rule << "]";
}

namespace {

/// What a build, a run, an editor or git leaves at the top.
bool is_left_over(const std::string& name) {
    return matches(name, "build*") || name == "results" || name == "node_modules" || name == ".git";
}

}  // namespace

std::vector<fs::path> files_of(const fs::path& tree) {
    std::vector<fs::path> result;
    for (fs::recursive_directory_iterator entry(tree), end; entry != end; ++entry) {
        if (entry.depth() == 0 && is_left_over(entry->path().filename().string())) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file()) {
            result.push_back(entry->path().lexically_relative(tree));
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        result.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

bool is_code(const fs::path& file) { return file.extension() == ".hpp" || file.extension() == ".cpp"; }

bool matches(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() != '*') return !text.empty() && text.front() == pattern.front() && matches(text.substr(1), pattern.substr(1));
    for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
        if (matches(text.substr(skipped), pattern.substr(1))) return true;
    }
    return false;
}

}  // namespace rif::house
