// rif plan: every cell of an experiment and their count; with --deep also whether everything can be made, and an upper bound on queries.
#include <algorithm>

#include <fmt/core.h>

#include <rif/base/json.hpp>
#include <rif/base/shell.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/run_console.hpp>
#include <rif/engine/cell_run.hpp>
#include <rif/engine/deep_check.hpp>
#include <rif/engine/plan.hpp>

namespace rif::cli {

namespace {

std::string dash(const std::string& text) { return text.empty() ? "-" : text; }

std::string json_line(const CellRecord& cell) {
    std::string swept;
    for (const auto& [address, value] : cell.settings)
        swept += fmt::format("{}{}:{}", swept.empty() ? "" : ",", json_string(address), json_string(value));
    return fmt::format(
        R"({{"number":{},"id":{},"dataset":{},"counterpart":{},"perturbation":{},"model":{},"attack":{},"target":{},"swept":{{{}}}}})",
        cell.number, json_string(cell.id), json_string(cell.dataset), json_string(cell.counterpart), json_string(cell.perturbation),
        json_string(cell.model), json_string(cell.attack), json_string(cell.target), swept);
}

void print_cells(const std::vector<CellRecord>& records) {
    std::vector<std::vector<std::string>> rows = {{"cell", "id", "dataset", "counterpart", "perturbation", "model", "attack", "target"}};
    for (const std::string& address : swept_addresses(records)) rows.front().push_back(address);
    for (const CellRecord& cell : records) {
        rows.push_back({std::to_string(cell.number), cell.id, cell.dataset, dash(cell.counterpart), dash(cell.perturbation), cell.model,
                        cell.attack, dash(cell.target)});
        for (const std::string& address : swept_addresses(records)) rows.back().push_back(dash(swept_value(cell, address)));
    }
    fmt::print("{}", table_text(rows));
}

void print_estimate(const DeepCheck& found, std::size_t cells) {
    fmt::print("\n");
    for (const std::string& line : found.lines) fmt::print("{}\n", line);
    if (found.most_queries_per_search) {
        const double all =
            static_cast<double>(*found.most_queries_per_search) * static_cast<double>(found.individuals) * static_cast<double>(cells);
        fmt::print("at most {} queries a search where each candidate of each ranked token is asked once in each member, {} in all\n",
                   grouped(*found.most_queries_per_search), grouped(static_cast<std::size_t>(std::min(all, 1e18))));
        if (found.seconds_per_query) {
            fmt::print("about {} s at {} texts a second, measured on {} texts with one thread\n",
                       grouped(static_cast<std::size_t>(std::min(all * *found.seconds_per_query, 1e18))),
                       grouped(static_cast<std::size_t>(1.0 / *found.seconds_per_query)), found.measured_texts);
        }
    }
}

int plan_experiment(const Given& given) {
    dsl::CheckOptions check;
    check.sets = given.all("set");
    check.sweeps = given.all("sweep");
    check.only = given.all("only");
    check.missing_path_is_error = given.has("deep");
    const auto [experiment, code] = loaded(given.one("file"), check, given.has("json"));
    if (!experiment) return code;
    std::vector<CellRecord> records;
    for (const Cell& cell : plan(*experiment)) records.push_back(cell_record(cell));
    if (given.has("json")) {
        for (const CellRecord& record : records) fmt::print("{}\n", json_line(record));
        return 0;
    }
    print_cells(records);
    fmt::print("\n{} {}\n", grouped(records.size()), records.size() == 1 ? "cell" : "cells");
    if (!given.has("deep")) return 0;
    Diagnostics diagnostics;
    const DeepCheck found = deep_check(*experiment, diagnostics);
    if (print_diagnostics(diagnostics) != 0) return exit_code(diagnostics);
    print_estimate(found, records.size());
    for (const std::string& name : experiment->run_names("model")) {
        const dsl::Block* model = experiment->find(Role::model, name);
        if (model && model->body.find_group("train"))
            fmt::print("no estimate of time: {} is trained first: rif build {} {}\n", model->address(), shell_word(given.one("file")),
                       model->address());
    }
    return 0;
}

}  // namespace

int command_plan(const Arguments& arguments) {
    const Usage usage{"rif plan [--deep] x.rif [options]",
                      "Prints every cell that `rif run` would run, and runs none.",
                      {{"deep", Takes::flag, "also make every component, look at the data, and estimate queries and time"},
                       {"set", Takes::several, "ADDRESS=VALUE: another value for one setting"},
                       {"sweep", Takes::several, "\"ADDRESS in [ ... ]\": one more axis of cells"},
                       {"only", Takes::several, "\"ADDRESS in [ ... ]\": keep these cells"},
                       {"json", Takes::flag, "one JSON object a cell, one a line"}},
                      {{"file", Takes::one, "the experiment"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.has("file")) return print_error(Error("command-line", "rif plan needs a .rif file", "rif plan experiments/quickstart.rif"));
    return guarded([&] { return plan_experiment(given); });
}

}  // namespace rif::cli
