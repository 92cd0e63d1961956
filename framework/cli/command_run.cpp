// rif run: checks, runs and shows an experiment.
#include <atomic>
#include <cmath>
#include <csignal>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/shell.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/run_console.hpp>
#include <rif/cli/terminal.hpp>
#include <rif/engine/run.hpp>
#include <rif/host/site_config.hpp>

namespace rif::cli {

namespace {

constexpr int k_interrupted = 130, k_terminated = 143;

std::atomic<bool> cancelled{false};
std::atomic<int> caught_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// The first signal lets running searches end and keeps what is finished; a second one ends the program at once.
void interrupt(int signal) {
    if (cancelled.exchange(true)) std::_Exit(128 + signal);
    caught_signal = signal;
}

dsl::CheckOptions check_options(const Given& given) {
    dsl::CheckOptions check;
    check.missing_path_is_error = true;
    check.sets = given.all("set");
    check.sweeps = given.all("sweep");
    check.only = given.all("only");
    if (given.has("device")) check.sets.push_back("run.device=" + given.one("device"));
    return check;
}

void warn_of_empty_cells(const FolderResults& results, RunConsole& console) {
    std::size_t empty = 0;
    for (const CellRecord& cell : results.cells()) {
        const auto outcomes = results.outcomes(cell.id);
        empty += !outcomes.count("attacked") && !outcomes.count("no_candidates");
    }
    if (empty > 0)
        console.warning(fmt::format("{} cells have no pair to attack, so their rates are n/a: tables/outcomes.csv says why", empty));
}

/// Pairs whose grammar is undecided, and what RIF is without them in the cell where that changes most.
void warn_of_ambiguous_pairs(const FolderResults& results, RunConsole& console) {
    std::size_t pairs = 0;
    double most = -1;
    std::string where;
    for (const CellRecord& cell : results.cells()) {
        const std::vector<Rate> rates = results.rates(cell.id);
        const Rate *all = find_rate(rates, "RIF"), *decided = find_rate(rates, "RIF_unambiguous");
        if (!all || !decided || all->n <= decided->n) continue;
        pairs = std::max(pairs, all->n - decided->n);
        if (!all->value || !decided->value || std::abs(*all->value - *decided->value) <= most) continue;
        most = std::abs(*all->value - *decided->value);
        where = fmt::format("; without them RIF of {} under {}{} is {:.3f} instead of {:.3f}", cell.model, cell.attack,
                            cell.target.empty() ? "" : " / " + cell.target, *decided->value, *all->value);
    }
    if (pairs > 0) console.warning(fmt::format("{} pairs have an ambiguous grammatical role and are counted{}", pairs, where));
}

void print_end(const RunSummary& summary, RunConsole& console) {
    const FolderResults results(summary.folder);
    fmt::print("\n{}\n", rates_text(results, table_width()));
    std::fflush(stdout);
    warn_of_empty_cells(results, console);
    warn_of_ambiguous_pairs(results, console);
    if (summary.failed_pairs > 0) {
        console.warning(
            fmt::format("{} searches failed; rif show {} --errors lists them", summary.failed_pairs, shell_word(summary.folder.string())));
    }
    for (const auto& path : summary.tables) fmt::print("tables    {}\n", path.string());
    for (const auto& path : summary.reports) fmt::print("report    {}\n", path.string());
    fmt::print("look at   rif show {} --pair worst\n", shell_word(summary.folder.string()));
}

int run_experiment(const Given& given) {
    const auto [experiment, code] = loaded(given.one("file"), check_options(given), given.has("quiet"));
    if (!experiment) return code;
    RunOptions options;
    const SiteConfig site = load_site_config();
    options.cache_folder = site.cache_folder();
    options.cache_bytes = site.cache_bytes();
    options.most_jobs = site.most_jobs();
    options.device = site.device();
    options.fresh = given.has("fresh");
    options.cancelled = &cancelled;
    if (given.has("out")) options.out = given.one("out");
    options.jobs = given.count("jobs");
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    RunConsole console(given.has("quiet"), ::isatty(STDOUT_FILENO) != 0, terminal_width());
    const RunSummary summary = run(*experiment, options, console);
    console.clear();
    if (print_diagnostics(summary.faults) != 0) return exit_code(summary.faults);
    if (summary.interrupted) {
        fmt::print("interrupted after {} of {} searches; run the same command to go on\n", grouped(summary.searches_done),
                   grouped(summary.searches));
        return caught_signal == SIGTERM ? k_terminated : k_interrupted;
    }
    print_end(summary, console);
    return summary.failed_cells > 0 ? 1 : 0;
}

}  // namespace

int command_run(const Arguments& arguments) {
    const Usage usage{"rif run x.rif [options]",
                      "Runs every cell of the experiment and writes tables and reports into a results folder.\n"
                      "An interrupted run goes on when the same command is given again.",
                      {{"set", Takes::several, "ADDRESS=VALUE: another value for one setting"},
                       {"sweep", Takes::several, "\"ADDRESS in [ ... ]\": one more axis of cells"},
                       {"only", Takes::several, "\"ADDRESS in [ ... ]\": keep these cells"},
                       {"out", Takes::one, "the results folder (default: results/NAME/TIME-HASH)"},
                       {"jobs,j", Takes::one, "searches at once, over run.concurrency, up to the site's limits.jobs"},
                       {"device", Takes::one, "cpu or auto, over run.device"},
                       {"fresh", Takes::flag, "start anew instead of going on"},
                       {"quiet,q", Takes::flag, "only warnings and the table"}},
                      {{"file", Takes::one, "the experiment"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.has("file")) return print_error(Error("command-line", "rif run needs a .rif file", "rif run experiments/quickstart.rif"));
    return guarded([&] { return run_experiment(given); });
}

}  // namespace rif::cli
