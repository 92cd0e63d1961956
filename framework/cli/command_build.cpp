// rif build: makes and keeps what a component makes once: a dictionary, a trained model.
#include <algorithm>
#include <atomic>
#include <csignal>

#include <unistd.h>

#include <fmt/core.h>

#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/engine/build.hpp>
#include <rif/engine/threads.hpp>
#include <rif/host/site_config.hpp>

namespace rif::cli {

namespace {

std::atomic<bool> cancelled{false};

/// The first signal ends the building and keeps what is done; a second one ends the program at once.
void interrupt(int signal) {
    if (cancelled.exchange(true)) std::_Exit(128 + signal);
}

/// A count that runs, on a terminal.
class Counter final : public Progress {
public:
    explicit Counter(bool shown) : shown_(shown) {}
    void at(std::size_t done, std::size_t total) override {
        if (!shown_) return;
        fmt::print(stderr, "\r\033[K{}{} of {}", note_.empty() ? "" : note_ + " … ", done, total);
        if (done == total) fmt::print(stderr, "\r\033[K");
    }
    void note(std::string_view text) override { note_ = text; }

private:
    bool shown_;
    std::string note_;
};

int build_block(const Given& given) {
    dsl::CheckOptions check;
    check.sets = given.all("set");
    check.needs_run = false;
    const auto [experiment, code] = loaded(given.one("x"), check);
    if (!experiment) return code;
    Counter counter(::isatty(STDERR_FILENO) != 0);
    const std::size_t jobs = std::min(given.count("jobs").value_or(usable_cores()), load_site_config().most_jobs().value_or(SIZE_MAX));
    const BuildOptions options{cache_folder(), jobs, &cancelled, &counter};
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    const BuildSummary summary = build(*experiment, addressed(*experiment, given.one("address"), "rif build"), options);
    for (const std::string& fact : summary.facts) fmt::print("{}\n", fact);
    for (const std::string& warning : summary.warnings) fmt::print(stderr, "warning: {}\n", warning);
    return 0;
}

}  // namespace

int command_build(const Arguments& arguments) {
    const Usage usage{
        "rif build x.rif ADDRESS",
        "Makes and keeps what a component makes once: the dictionary of perturbation.NAME, for the words of run.dataset; the weights of\n"
        "model.NAME. What is there already is kept: an interrupted build goes on, a new threshold asks nothing anew.",
        {{"set", Takes::several, "ADDRESS=VALUE: another value for one setting"},
         {"jobs,j", Takes::one, "words at once (default: the cores)"}},
        {{"x", Takes::one, "the experiment"}, {"address", Takes::one, "ROLE.NAME"}}};
    Given options;
    if (const auto code = parse(arguments, usage, options)) return *code;
    if (!options.has("x") || !options.has("address")) {
        return print_error(Error("command-line", "rif build needs a .rif file and the address of a block",
                                 "rif build experiments/quickstart.rif model.small"));
    }
    return guarded([&] { return build_block(options); });
}

}  // namespace rif::cli
