// A small run for tests of the engine: 60 texts written here, gender counterparts, WordNet synonyms, a victim that needs no libtorch.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <rif/engine/run.hpp>

#include "support/test_data.hpp"

namespace rif::test {

/// Remembers what a run told, and calls `on_progress` at each step.
class SilentView final : public RunView {
public:
    std::function<void(const RunProgress&)> on_progress = [](const RunProgress&) {};
    std::vector<std::string> warnings, facts;
    RunProgress last;

    void begins(const std::string&, const std::string&, const std::filesystem::path&) override {}
    void fact(const std::string& name, const std::string& text) override { facts.push_back(name + ": " + text); }
    void step(const std::string&, std::size_t, std::size_t) override {}
    void progress(const RunProgress& progress) override {
        last = progress;
        on_progress(progress);
    }
    void cell_done(const CellRecord&, const std::vector<Rate>&, const RunProgress&) override {}
    void warning(const std::string& text) override { warnings.push_back(text); }
};

/// The experiment and its data in a folder of their own.
class RunFixture {
public:
    RunFixture();
    /// Loaded with --set options. errors: the first diagnostic as rif::Error.
    dsl::Experiment experiment(const std::vector<std::string>& sets = {}) const;
    /// Runs it into `out` (a name below the folder).
    RunSummary run(const std::string& out, std::size_t jobs = 2, const std::vector<std::string>& sets = {}) {
        return run(out, jobs, sets, view);
    }
    RunSummary run(const std::string& out, std::size_t jobs, const std::vector<std::string>& sets, RunView& shown) const;

    std::filesystem::path operator/(const std::string& name) const { return folder / name; }
    std::string table(const std::string& out, const std::string& name) const;

    std::vector<std::string> sweeps;  // --sweep options of every run
    TemporaryFolder folder;
    SilentView view;
    std::atomic<bool> cancelled{false};
};

/// Where the built plugins of the tests and of this tree lie, as RIFAIR_PLUGIN_PATH has it.
std::string plugin_path();

}  // namespace rif::test
