#include <rif/engine/run_folder.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/hash.hpp>
#include <rif/engine/results_db.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_id_digits_in_name = 4;

std::string recorded_id(const fs::path& folder) {
    if (!fs::exists(folder / "run.sqlite")) return {};
    try {
        return FolderResults(folder).fact("run_id");
    } catch (const Error&) {
        return {};  // unreadable or newer: not one to go on with
    }
}

constexpr const char* k_take_another = "name another folder with --out, or remove this one yourself";

bool has_no_table(const fs::path& folder) {
    try {
        const Database database(folder / "run.sqlite", Database::Mode::read);
        return !database.prepare("SELECT name FROM sqlite_master").step();
    } catch (const Error&) {
        return false;
    }
}

/// Whether what the folder records is of the run `id`, or of one that was ended before it had begun. errors: what keeps it from being read.
bool belongs_to(const fs::path& folder, const std::string& id) {
    if (has_no_table(folder)) return true;
    try {
        const std::string recorded = FolderResults(folder).fact("run_id");
        return recorded.empty() || recorded == id;
    } catch (const Error& error) {
        throw Error(error.slug(), error.message(), k_take_another);
    }
}

std::optional<fs::path> last_of(const fs::path& parent, const std::string& id) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > k_id_digits_in_name && name.ends_with(id.substr(0, k_id_digits_in_name)) && recorded_id(entry.path()) == id) {
            found.push_back(entry.path());
        }
    }
    if (found.empty()) return std::nullopt;
    return *std::max_element(found.begin(), found.end());
}

fs::path new_folder(const fs::path& parent, const std::string& id) {
    const std::string stem = fmt::format("{:%Y-%m-%dT%H-%M-%S}", fmt::localtime(std::time(nullptr)));
    fs::path path = parent / fmt::format("{}-{}", stem, id.substr(0, k_id_digits_in_name));
    for (int again = 2; fs::exists(path); ++again) path = parent / fmt::format("{}-{}-{}", stem, again, id.substr(0, k_id_digits_in_name));
    return path;
}

/// otherwise: what to type where another run holds the folder.
std::unique_ptr<FileLock> locked(const fs::path& folder, const std::string& otherwise) {
    std::error_code code;
    fs::create_directories(folder, code);
    if (code)
        throw Error("cannot-write", fmt::format("cannot make the folder '{}': {}", folder.string(), code.message()),
                    "name another with --out");
    auto lock = FileLock::attempt(folder / "lock");
    if (!lock) {
        throw Error("results-in-use", fmt::format("another rif run is at work in '{}'", folder.string()), "wait for it, or " + otherwise);
    }
    return lock;
}

}  // namespace

std::string run_id(const dsl::Experiment& experiment, const std::vector<Cell>& cells) {
    Hasher hasher;
    hasher.add(experiment.name);
    for (const Cell& cell : cells) hasher.add(cell.id);
    return hasher.hex();
}

RunFolder open_run_folder(const fs::path& results, const std::string& experiment, const std::string& id, const std::optional<fs::path>& out,
                          bool fresh) {
    if (!out) {
        const fs::path parent = results / experiment;
        const std::optional<fs::path> earlier = fresh ? std::nullopt : last_of(parent, id);
        const fs::path path = earlier.value_or(new_folder(parent, id));
        return {path, locked(path, "start another folder with --fresh"), earlier.has_value()};
    }
    RunFolder folder{*out, locked(*out, "name another folder with --out"), false};
    const bool there = fs::exists(*out / "run.sqlite");
    if (there && !belongs_to(*out, id)) {
        throw Error("other-results", fmt::format("'{}' holds the results of another run", out->string()), k_take_another);
    }
    if (there && fresh) {
        for (const char* name : {"run.sqlite", "run.sqlite-wal", "run.sqlite-shm", "run.sqlite-journal"}) fs::remove(*out / name);
    }
    folder.goes_on = there && !fresh;
    return folder;
}

void check_inputs(ResultsWriter& writer, const std::map<std::string, std::string>& inputs, bool goes_on) {
    std::string changed;
    for (const auto& [key, value] : inputs) {
        const std::string recorded = goes_on ? writer.fact(key) : std::string();
        if (!recorded.empty() && recorded != value) changed += (changed.empty() ? "" : ", ") + key;
    }
    if (!changed.empty()) {
        throw Error("inputs-changed", fmt::format("since this run was begun these changed: {}", changed),
                    "put them back (a transformer's include the BLAS kernel in environment.toml), or start anew with --fresh");
    }
    for (const auto& [key, value] : inputs) writer.set_fact(key, value);
}

void write_environment(const fs::path& folder, const std::map<std::string, std::string>& facts) {
    std::string text = "# What this run was made with. Keys: share/doc/results_folder.md.\n";
    for (const auto& [key, value] : facts) text += fmt::format("{} = {}\n", rif::quoted(key), rif::quoted(value));
    write_file(folder / "environment.toml", text);
}

}  // namespace rif
