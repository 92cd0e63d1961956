// What the framework does for a component, so that no component reaches for globals.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <rif/base/place.hpp>
#include <rif/base/random.hpp>

namespace rif {

/// Progress of one long step. Called from one thread at a time.
class Progress {
public:
    virtual ~Progress();
    /// done of total, both in the step's own unit.
    virtual void at(std::size_t done, std::size_t total) = 0;
    /// How it stands, in a few words, for whoever watches: "epoch 2 of 3, loss 0.312, 14 s left". Default: nobody does.
    virtual void note(std::string_view) {}
};

/// How a run wants its models to compute (run.scoring, run.device), and where what is dear to find out may be kept.
struct Computing {
    bool is_batched = false;     // scoring = batched: the last bits may depend on the company
    std::string device = "cpu";  // "cpu" or "cuda:N"
    std::filesystem::path kept;  // a folder of the cache, made where it is not there; "" where nothing is kept
};

class Services {
public:
    virtual ~Services();
    /// The stream called `name` under run.seed: the same on every machine and for every order of calls.
    virtual Random random(std::string_view name) const = 0;
    virtual std::uint64_t seed() const = 0;
    /// One line for log.txt (and the terminal for warnings). Never a secret.
    virtual void log(std::string_view line) const = 0;
    virtual void warn(std::string_view line) const = 0;
    /// A data file by name: on the data path, then in the installed data ("lexicons/gender.toml").
    /// errors: rif::Error "missing-file" with the folders that were looked in.
    virtual std::filesystem::path data_file(std::string_view name, const Place& place) const = 0;
    /// Names of the data files in a folder of the data path: {"age", "gender", …} for "lexicons" and ".toml".
    virtual std::vector<std::string> data_names(std::string_view folder, std::string_view extension) const = 0;
    /// Throws Cancelled where the user interrupted the run; long loops call it.
    virtual void check_cancelled() const = 0;
    /// By default: exact, on the processor, nothing kept.
    virtual Computing computing() const { return {}; }
    /// Threads that one long step of the set-up may keep busy, the calling one included. Default: 1.
    virtual std::size_t threads() const { return 1; }
};

}  // namespace rif
