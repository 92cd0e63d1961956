// rif run: checks, runs and shows an experiment.
#include <atomic>
#include <csignal>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/run_console.hpp>
#include <rif/cli/terminal.hpp>
#include <rif/engine/run.hpp>

namespace rif::cli {

namespace {

namespace po = boost::program_options;

constexpr int k_interrupted = 130, k_terminated = 143;

std::atomic<bool> cancelled{false};
std::atomic<int> caught_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// The first signal lets running searches end and keeps what is finished; a second one ends the program at once.
void interrupt(int signal) {
    if (cancelled.exchange(true)) std::_Exit(128 + signal);
    caught_signal = signal;
}

dsl::CheckOptions check_options(const po::variables_map& given) {
    dsl::CheckOptions check;
    check.missing_path_is_error = true;
    check.sets = all_of(given, "set");
    check.sweeps = all_of(given, "sweep");
    check.only = all_of(given, "only");
    if (given.count("device")) check.sets.push_back("run.device=" + one_of(given, "device"));
    return check;
}

void warn_of_empty_cells(const FolderResults& results, RunConsole& console) {
    std::size_t empty = 0;
    for (const CellRecord& cell : results.cells()) {
        const auto outcomes = results.outcomes(cell.id);
        empty += !outcomes.count("attacked") && !outcomes.count("no_candidates");
    }
    if (empty > 0) console.warning(fmt::format("{} cells have no pair to attack, so their rates are n/a: tables/outcomes.csv says why", empty));
}

void print_end(const RunSummary& summary, RunConsole& console) {
    const FolderResults results(summary.folder);
    fmt::print("\n{}\n", rates_text(results));
    std::fflush(stdout);
    warn_of_empty_cells(results, console);
    if (summary.failed_pairs > 0) {
        console.warning(fmt::format("{} searches failed; rif show {} --errors lists them", summary.failed_pairs, summary.folder.string()));
    }
    for (const auto& path : summary.tables) fmt::print("tables    {}\n", path.string());
    for (const auto& path : summary.reports) fmt::print("report    {}\n", path.string());
    fmt::print("look at   rif show {} --pair worst\n", summary.folder.string());
}

int run_experiment(const po::variables_map& given) {
    const auto experiment = loaded(given["file"].as<std::string>(), check_options(given), given.count("quiet") > 0);
    if (!experiment) return 2;
    RunOptions options;
    options.cache_folder = cache_folder();
    options.fresh = given.count("fresh") > 0;
    options.cancelled = &cancelled;
    if (given.count("out")) options.out = given["out"].as<std::string>();
    if (given.count("jobs")) options.jobs = given["jobs"].as<std::size_t>();
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    RunConsole console(given.count("quiet") > 0, ::isatty(STDOUT_FILENO) != 0, terminal_width());
    const RunSummary summary = run(*experiment, options, console);
    console.clear();
    if (const int code = print_diagnostics(summary.faults)) return code;
    if (summary.interrupted) {
        fmt::print("interrupted after {} of {} searches; run the same command to go on\n", grouped(summary.searches_done), grouped(summary.searches));
        return caught_signal == SIGTERM ? k_terminated : k_interrupted;
    }
    print_end(summary, console);
    return summary.failed_cells > 0 ? 1 : 0;
}

}  // namespace

int command_run(const Arguments& arguments) {
    Usage usage{"rif run x.rif [options]",
                "Runs every cell of the experiment and writes tables and reports into a results folder.\n"
                "An interrupted run goes on when the same command is given again.",
                {},
                {"file"}};
    usage.options.add_options()("set", several(), "ADDRESS=VALUE: another value for one setting")("sweep", several(), "\"ADDRESS in [ … ]\": one more axis of cells")(
        "only", several(), "\"ADDRESS in [ … ]\": keep these cells")("out", one(), "the results folder (default: results/NAME/TIME-HASH)")(
        "jobs,j", po::value<std::size_t>(), "searches at once, over run.concurrency")("device", one(), "cpu or auto, over run.device")(
        "fresh", "start anew instead of going on")("quiet,q", "only warnings and the table")("file", one(), "the experiment");
    po::variables_map given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.count("file")) return print_error(Error("command-line", "rif run needs a .rif file", "rif run experiments/quickstart.rif"));
    return guarded([&] { return run_experiment(given); });
}

}  // namespace rif::cli
