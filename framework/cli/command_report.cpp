// rif report: tables and reports made again from a results folder alone.
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/run_console.hpp>
#include <rif/cli/terminal.hpp>
#include <rif/engine/run.hpp>

namespace rif::cli {

namespace {

/// A run writes the experiment beside its results before the first search.
void check_whole(const std::filesystem::path& folder) {
    if (std::filesystem::exists(folder / "experiment.rif")) return;
    throw Error("no-results", fmt::format("'{}' is no whole results folder: it holds no experiment.rif", folder.string()),
                "name the folder that rif run printed, results/NAME/TIME");
}

}  // namespace

int command_report(const Arguments& arguments) {
    const Usage usage{"rif report RESULTS",
                      "Writes the tables and reports of a results folder again, from the folder alone.",
                      {{"quiet,q", Takes::flag, "do not print the rates"}},
                      {{"results", Takes::one, "the results folder"}}};
    Given given;
    if (const auto code = parse(arguments, usage, given)) return *code;
    if (!given.has("results"))
        return print_error(Error("command-line", "rif report needs a results folder", "rif report results/NAME/TIME"));
    return guarded([&] {
        const std::filesystem::path folder = given.one("results");
        const FolderResults results(folder);
        check_whole(folder);
        dsl::CheckOptions check;
        check.needs_run = false;
        check.only_reports = true;
        const auto [experiment, code] = loaded((folder / "experiment.rif").string(), check, true);
        if (!experiment) return code;
        warn_of_unfinished(results);
        const auto written = write_reports(*experiment, folder, cache_folder());
        if (!given.has("quiet")) fmt::print("{}\n", rates_text(results, table_width()));
        for (const auto& path : written) fmt::print("report    {}\n", path.string());
        return 0;
    });
}

}  // namespace rif::cli
