#include "experiments/program.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include <sys/wait.h>

#include "support/test_data.hpp"

namespace rif::test {

namespace {

std::string shell_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// Cells of one line; quotes as in RFC 4180, no line ends inside.
std::vector<std::string> csv_cells(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
        if (doubled)
            cells.back() += line[++i];
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += line[i];
    }
    return cells;
}

}  // namespace

Finished run_rif(const std::vector<std::string>& arguments, const std::filesystem::path& home) {
    std::string command = "env HOME=" + shell_quoted(home.string()) +
                          " XDG_CACHE_HOME= XDG_CONFIG_HOME= XDG_DATA_HOME= " + shell_quoted((build_folder() / "bin" / "rif").string());
    for (const std::string& argument : arguments) command += " " + shell_quoted(argument);
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start " + command);
    Finished finished;
    std::array<char, 4096> buffer;
    for (std::size_t read; (read = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) finished.output.append(buffer.data(), read);
    const int status = ::pclose(pipe);
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return finished;
}

std::vector<std::map<std::string, std::string>> csv_rows(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> columns = csv_cells(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> cells = csv_cells(line);
        if (cells.size() != columns.size()) throw std::runtime_error(file.string() + ": a row of another length: " + line);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i == 0) rows.emplace_back();
            rows.back()[columns[i]] = cells[i];
        }
    }
    return rows;
}

}  // namespace rif::test
