// rif check [--deep] [--json] [--set …] FILE…: all that can be said of .rif files without loading a plugin; with --deep every
// component is made and looks at its data.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <rif/cli/command.hpp>
#include <rif/cli/failure.hpp>
#include <rif/engine/deep_check.hpp>
#include <rif/host/catalogue.hpp>

#include "dsl/experiment.hpp"

namespace rif::cli {

namespace {

namespace options = boost::program_options;

constexpr int k_done = 0;

struct Options {
    dsl::CheckOptions check;
    bool json = false, deep = false;
    std::vector<std::string> files;
};

options::options_description described(Options& into) {
    options::options_description result("rif check [--deep] [--json] [--set ADDRESS=VALUE]... FILE...");
    auto add = result.add_options();
    add("deep", options::bool_switch(&into.deep), "also make every component and let it look at its data: columns, attributes, labels, checkpoints");
    add("json", options::bool_switch(&into.json), "diagnostics as JSON, one object a line, on standard output");
    add("set", options::value(&into.check.sets)->composing(), "ADDRESS=VALUE: a setting in the place of the file's");
    add("sweep", options::value(&into.check.sweeps)->composing(), "\"ADDRESS in [ ... ]\": one more axis");
    add("only", options::value(&into.check.only)->composing(), "\"ADDRESS in [ ... ]\": only the cells that have one of these");
    add("help,h", "this text");
    return result;
}

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
    const int code = print_diagnostics(diagnostics, chosen.json);
    if (!chosen.json) fmt::print(code == k_done ? stdout : stderr, "{}\n", outcome(file, diagnostics, experiment));
    return code;
}

}  // namespace

int command_check(const Arguments& arguments) {
    Options chosen;
    chosen.check.may_be_include = true;
    chosen.check.print_canonical = false;
    const options::options_description visible = described(chosen);
    options::options_description all;
    all.add(visible).add_options()("file", options::value(&chosen.files));
    options::positional_options_description positional;
    positional.add("file", -1);
    try {
        options::variables_map map;
        options::store(options::command_line_parser(arguments).options(all).positional(positional).run(), map);
        options::notify(map);
        if (map.count("help")) return std::cout << visible, k_done;
    } catch (const options::error& error) {
        return print_error(Error("command-line", error.what(), "rif check --help"));
    }
    chosen.check.missing_path_is_error = chosen.deep;
    if (chosen.files.empty()) return print_error(Error("command-line", "rif check needs a .rif file", "rif check experiments/quickstart.rif"));
    return guarded([&] {
        const std::shared_ptr<const Catalogue> catalogue = load_catalogue();
        int code = k_done;
        for (const std::string& file : chosen.files) code = std::max(code, check_file(file, chosen, catalogue));
        return code;
    });
}

}  // namespace rif::cli
