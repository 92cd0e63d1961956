// rif bench model: how many texts a second a transformer scores here, beside what bounds it and beside a textbook's forward pass.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <utility>

#include <dlfcn.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/api/table.hpp>
#include <rif/base/error.hpp>
#include <rif/base/installation.hpp>
#include <rif/base/json.hpp>
#include <rif/base/model_bench.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>

namespace rif::cli {

namespace {

namespace fs = std::filesystem;

constexpr ModelBench::Network k_networks[] = {{2, 128}, {6, 768}, {12, 768}};
constexpr std::size_t k_tokens[] = {16, 32, 64, 128};
constexpr std::size_t k_workers[] = {1, 2};
constexpr double k_seconds = 4;

/// A folder that is gone at the end.
class Workplace {
public:
    Workplace() : path_(fs::temp_directory_path() / fmt::format("rif_bench_{}", ::getpid())) { fs::create_directories(path_); }
    ~Workplace() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// Opens libtorch with it: what `rif check` must not pay.
RunModelBench* opened(bool is_busy, double& seconds) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t used = std::clock();
    const fs::path file = installation_root() / "lib" / "librif_bench.so";
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        throw Error("bench-missing", fmt::format("'{}' cannot be opened: {}", file.string(), ::dlerror()),
                    "build with libtorch: cmake -DRIFAIR_NN=ON");
    }
    auto* run = reinterpret_cast<RunModelBench*>(::dlsym(library, k_run_model_bench));
    if (!run) throw Error("bench-missing", fmt::format("'{}' is of another version of rifair", file.string()), "build and install again");
    seconds = is_busy ? static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC
                      : std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return run;
}

ModelBench::Network network(const std::string& text) {
    unsigned layers = 0, hidden = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%ux%u%c", &layers, &hidden, &rest) == 2 && layers >= 1 && layers <= 96 && hidden >= 64 &&
        hidden <= 8192 && hidden % 64 == 0)
        return {layers, hidden};
    throw Error("command-line", fmt::format("'{}' is no size: it takes layers x hidden, of whole heads of 64", text), "--model 12x768");
}

/// "data/sst2/dev.tsv:sentence"
ModelBench::Texts texts(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos)
        throw Error("command-line", fmt::format("'{}' names no column", text), "--texts data/sst2/dev.tsv:sentence");
    const fs::path file = text.substr(0, colon);
    const Table table = read_table({{file}}, {});
    const std::size_t column = table.column(text.substr(colon + 1), {});
    ModelBench::Texts result{file.filename().string(), {}};
    for (const auto& row : table.rows) result.texts.push_back(row[column]);
    return result;
}

std::size_t whole(const std::string& text, std::size_t most) {
    char* end = nullptr;
    const unsigned long value = std::strtoul(text.c_str(), &end, 10);
    if (!text.empty() && *end == 0 && value >= 1 && value <= most) return value;
    throw Error("command-line", fmt::format("'{}' is no whole number from 1 to {}", text, most), "rif bench --help");
}

ModelBench request(const Given& given, const fs::path& folder) {
    constexpr std::size_t k_longest = 512, k_most_workers = 256, k_most_seconds = 3600;
    ModelBench what;
    what.folder = folder;
    what.kept = cache_folder();
    what.on_busy_machine = given.has("busy");
    what.starts_up = given.has("start-up");
    if (given.has("seconds")) what.seconds = static_cast<double>(whole(given.one("seconds"), k_most_seconds));
    for (const std::string& each : given.all("model")) what.networks.push_back(network(each));
    for (const std::string& each : given.all("tokens")) what.tokens.push_back(whole(each, k_longest));
    for (const std::string& each : given.all("workers")) what.workers.push_back(whole(each, k_most_workers));
    for (const std::string& each : given.all("texts")) what.texts.push_back(texts(each));
    if (what.networks.empty()) what.networks.assign(std::begin(k_networks), std::end(k_networks));
    if (what.workers.empty()) what.workers.assign(std::begin(k_workers), std::end(k_workers));
    if (what.tokens.empty() && what.texts.empty() && !what.starts_up) what.tokens.assign(std::begin(k_tokens), std::end(k_tokens));
    return what;
}

std::string size_of(const ModelBench::Network& network) { return fmt::format("{}x{}", network.layers, network.hidden); }

double value(const std::vector<std::pair<std::string, double>>& of, std::string_view name) {
    for (const auto& [key, number] : of) {
        if (key == name) return number;
    }
    return 0;
}

/// Three digits that count: "1,234" has no place in a table that is copied.
std::string rate(double number) { return number < 100 ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number); }

void print_head() {
    fmt::print("sentences a second; ratios are medians of rounds in which each way has its turn\n\n");
    fmt::print("{:<7} {:<14} {:>7}  {:>6} {:>6} {:>7} {:>6}  {:>9} {:>10}  {:>7} {:>8} {:>9}\n", "model", "texts", "workers", "alone",
               "groups", "batched", "plain", "alone /", "groups /", "alone /", "groups /", "batched /");
    fmt::print("{:<7} {:<14} {:>7}  {:>6} {:>6} {:>7} {:>6}  {:>9} {:>10}  {:>7} {:>8} {:>9}\n", "", "", "", "", "", "", "", "products",
               "products", "plain", "plain", "plain");
}

void print_line(const ModelBenchLine& line) {
    fmt::print("{:<7} {:<14} {:>7}  {:>6} {:>6} {:>7} {:>6}  {:>9.2f} {:>10.2f}  {:>7.2f} {:>8.2f} {:>9.2f}\n", size_of(line.network),
               line.texts, line.workers, rate(value(line.rates, "alone")), rate(value(line.rates, "groups")),
               rate(value(line.rates, "batched")), rate(value(line.rates, "plain")), value(line.ratios, "alone / products"),
               value(line.ratios, "groups / products"), value(line.ratios, "alone / plain"), value(line.ratios, "groups / plain"),
               value(line.ratios, "batched / plain"));
    std::fflush(stdout);
}

std::string json_object(const std::vector<std::pair<std::string, double>>& of) {
    std::string result;
    for (const auto& [key, number] : of) result += fmt::format("{}{}:{}", result.empty() ? "" : ",", json_string(key), json_number(number));
    return "{" + result + "}";
}

ModelBenchSink as_json(double opening) {
    return {[](const std::string& arithmetic) { fmt::print("{{\"arithmetic\":{}}}\n", json_string(arithmetic)); },
            [](const ModelBenchLine& line) {
                fmt::print("{{\"model\":{},\"texts\":{},\"workers\":{},\"rounds\":{},\"rates\":{},\"ratios\":{}}}\n",
                           json_string(size_of(line.network)), json_string(line.texts), line.workers, line.rounds, json_object(line.rates),
                           json_object(line.ratios));
                std::fflush(stdout);
            },
            [opening](const ModelBenchStartUp& times) {
                fmt::print("{{\"model\":{},\"start_up\":{}}}\n", json_string(size_of(times.network)),
                           json_object({{"open", opening}, {"load", times.load}, {"first", times.first}, {"probe", times.probe}}));
            }};
}

ModelBenchSink as_table(double opening) {
    const auto is_begun = std::make_shared<bool>(false);
    const auto line = [is_begun](const ModelBenchLine& line) {
        if (!std::exchange(*is_begun, true)) print_head();
        print_line(line);
    };
    return {[](const std::string& arithmetic) { fmt::print("{}\n", arithmetic); }, line,
            [opening](const ModelBenchStartUp& times) {
                fmt::print(
                    "{:<7} start-up to the first prediction {:.2f} s: libtorch {:.2f}, checkpoint {:.2f}, prediction {:.2f}; the first "
                    "trial of BLAS took {:.2f} more\n",
                    size_of(times.network), opening + times.load + times.first, opening, times.load, times.first, times.probe);
            }};
}

int bench(const Given& given) {
    if (given.one("what") != "model") throw Error("command-line", "rif bench knows how to bench a model", "rif bench model");
    const Workplace workplace;
    const ModelBench what = request(given, workplace.path());
    double opening = 0;
    RunModelBench* run = opened(what.on_busy_machine, opening);
    run(what, given.has("json") ? as_json(opening) : as_table(opening));
    return 0;
}

}  // namespace

int command_bench(const Arguments& arguments) {
    const Usage usage{
        "rif bench model [options]",
        "Scores texts with BERTs of random weights (nothing is downloaded): alone, in the groups that `scoring = exact` allows here, and\n"
        "batched; in turns with the bare matrix products at the same shapes, which no pass on this BLAS can be quicker than, and with a\n"
        "plain libtorch forward pass (batches of 32, padded, as many threads as workers). Without options: 2x128, 6x768 and 12x768, 16 to\n"
        "128 tokens, one and two workers.",
        {{"model", Takes::several, "LAYERSxHIDDEN, as 12x768"},
         {"tokens", Takes::several, "the length of the texts"},
         {"texts", Takes::several, "FILE:COLUMN, real texts in their order, a token for each word and mark"},
         {"workers", Takes::several, "texts in the network at once, each on one thread"},
         {"seconds", Takes::one, "for each line of the table (4)"},
         {"busy", Takes::flag, "others use the machine: count processor time, and a plain pass on one thread once for each worker"},
         {"start-up", Takes::flag, "time to the first prediction of a checkpoint with BERT's vocabulary"},
         {"json", Takes::flag, "one JSON object a line"}},
        {{"what", Takes::one, "model"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    return guarded([&] { return bench(given); });
}

}  // namespace rif::cli
