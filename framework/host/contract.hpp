// The contract of a role, held against one plugin: made, refuses, same answers alone, among others, again and from several threads,
// odd texts survived. `rif plugins test` prints it; the tests run it over every plugin that was built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <rif/base/catalogue.hpp>
#include <rif/base/value.hpp>

namespace rif {

/// One clause. sentence: "gives the same answers again"; detail: why it is broken or was not tried.
struct Clause {
    enum class State { kept, broken, not_tried };
    State state = State::kept;
    std::string sentence, detail;
};

struct ContractInput {
    const PluginEntry* plugin = nullptr;
    Body settings;                 // of its example; empty: its defaults
    std::filesystem::path beside;  // where paths in the settings are looked up first
    std::vector<std::filesystem::path> data_path;
    std::filesystem::path work_folder;  // exists, empty: for what a plugin writes
};

/// Never throws for what a plugin does. Collaborators (a similarity, a model, …) are small stand-ins that need no file.
std::vector<Clause> contract_of(const ContractInput& input);

inline bool is_broken(const std::vector<Clause>& clauses) {
    for (const Clause& clause : clauses) {
        if (clause.state == Clause::State::broken) return true;
    }
    return false;
}

}  // namespace rif
