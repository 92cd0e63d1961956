// What `rif bench model` asks of librif_bench.so and gets back: plain data, so that the program itself needs no libtorch.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rif {

struct ModelBench {
    struct Network {
        std::size_t layers = 0, hidden = 0;
    };
    /// Real texts, in the order of their file.
    struct Texts {
        std::string name;
        std::vector<std::string> texts;
    };
    std::vector<Network> networks;
    std::vector<std::size_t> tokens;  // of texts of equal length
    std::vector<Texts> texts;
    std::vector<std::size_t> workers;
    double seconds = 4;            // for one line of the table, at least
    bool on_busy_machine = false;  // times are processor times, and a plain pass runs on one thread, counted once for each worker
    bool starts_up = false;        // measures the start-up as well
    std::filesystem::path folder;  // for random checkpoints; is there
    std::filesystem::path kept;    // of the cache, for the probe's verdicts
};

/// One network on one kind of text. Rates are medians of rounds in which each way has its turn, in sentences a second.
struct ModelBenchLine {
    ModelBench::Network network;
    std::string texts;  // "64 tokens" or a name
    std::size_t workers = 0, rounds = 0;
    std::vector<std::pair<std::string, double>> rates;   // "alone", "groups", "batched", "products alone", "products groups", "plain"
    std::vector<std::pair<std::string, double>> ratios;  // "alone / products", …: medians of the rounds' own
};

struct ModelBenchStartUp {
    ModelBench::Network network;
    double probe = 0, load = 0, first = 0;  // seconds: the first trial of BLAS, reading the checkpoint, the first prediction
};

struct ModelBenchSink {
    std::function<void(const std::string& arithmetic)> begins;
    std::function<void(const ModelBenchLine&)> line;
    std::function<void(const ModelBenchStartUp&)> start_up;
};

/// The one name that librif_bench.so is asked for. errors: std::exception.
using RunModelBench = void(const ModelBench& what, const ModelBenchSink& sink);
constexpr const char* k_run_model_bench = "rif_run_model_bench";

}  // namespace rif
