// rif check [--deep] [--json] [--set …] FILE…: all that can be said of .rif files without loading a plugin; with --deep every
// component is made and looks at its data.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/engine/deep_check.hpp>
#include <rif/host/catalogue.hpp>

#include "dsl/experiment.hpp"

namespace rif::cli {

namespace {

constexpr int k_done = 0;

struct Options {
    dsl::CheckOptions check;
    bool json = false, deep = false;
};

std::string counted(std::size_t count, std::string_view what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

/// The last line about a file: that it was looked at, and with what outcome.
std::string outcome(const std::string& file, const Diagnostics& diagnostics, const std::optional<dsl::Experiment>& experiment) {
    std::string result = file + ": ";
    if (diagnostics.has_errors()) result += counted(diagnostics.errors(), "error") + (diagnostics.warnings() > 0 ? ", " : "");
    if (diagnostics.warnings() > 0) result += counted(diagnostics.warnings(), "warning");
    if (!diagnostics.has_errors() && diagnostics.warnings() == 0) result += "no faults";
    if (experiment && !experiment->run) result += " (it has no run: checked as a file that others include)";
    return result;
}

int check_file(const std::string& file, const Options& chosen, const std::shared_ptr<const Catalogue>& catalogue) {
    Diagnostics diagnostics;
    const std::optional<dsl::Experiment> experiment = dsl::load_experiment(file, catalogue, chosen.check, diagnostics);
    if (chosen.deep && experiment) {
        for (const std::string& line : deep_check(*experiment, diagnostics).lines) {
            if (!chosen.json) fmt::print("{}\n", line);
        }
        std::fflush(stdout);
    }
    const int fault = print_diagnostics(diagnostics, chosen.json);
    const int code = chosen.deep ? exit_code(diagnostics) : fault;
    if (!chosen.json) fmt::print(code == k_done ? stdout : stderr, "{}\n", outcome(file, diagnostics, experiment));
    return code;
}

}  // namespace

int command_check(const Arguments& arguments) {
    const Usage usage{
        "rif check [--deep] [--json] [--set ADDRESS=VALUE]... x.rif...",
        "Says all that is wrong with .rif files, with the line to type. Loads no plugin unless --deep.",
        {{"deep", Takes::flag, "also make every component and let it look at its data: columns, attributes, labels, checkpoints"},
         {"json", Takes::flag, "diagnostics as JSON, one object a line, on standard output"},
         {"set", Takes::several, "ADDRESS=VALUE: another value for one setting"},
         {"sweep", Takes::several, "\"ADDRESS in [ ... ]\": one more axis of cells"},
         {"only", Takes::several, "\"ADDRESS in [ ... ]\": keep these cells"}},
        {{"file", Takes::several, "the files"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.has("file"))
        return print_error(Error("command-line", "rif check needs a .rif file", "rif check experiments/quickstart.rif"));
    Options chosen;
    chosen.deep = given.has("deep");
    chosen.json = given.has("json");
    chosen.check.sets = given.all("set");
    chosen.check.sweeps = given.all("sweep");
    chosen.check.only = given.all("only");
    chosen.check.may_be_include = true;
    chosen.check.print_canonical = false;
    chosen.check.missing_path_is_error = chosen.deep;
    return guarded([&] {
        const std::shared_ptr<const Catalogue> catalogue = load_catalogue();
        int code = k_done;
        for (const std::string& file : given.all("file")) code = std::max(code, check_file(file, chosen, catalogue));
        return code;
    });
}

}  // namespace rif::cli
