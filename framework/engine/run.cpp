#include <rif/engine/run.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <rif/api/attack.hpp>
#include <rif/api/report.hpp>
#include <rif/base/error.hpp>
#include <rif/base/file.hpp>
#include <rif/base/statistics.hpp>
#include <rif/engine/cell_run.hpp>
#include <rif/engine/computing.hpp>
#include <rif/engine/deep_check.hpp>
#include <rif/engine/engine_services.hpp>
#include <rif/engine/facts.hpp>
#include <rif/engine/run_folder.hpp>
#include <rif/engine/setup.hpp>
#include <rif/engine/tables.hpp>
#include <rif/engine/threads.hpp>

namespace rif {

namespace {

namespace fs = std::filesystem;

std::size_t threads_wanted(const dsl::Experiment& experiment, const RunOptions& options) {
    if (options.jobs) return std::max<std::size_t>(1, *options.jobs);
    const CheckedValue* value = experiment.run->find("concurrency");
    const Number* number = value && value->word.empty() ? value->value.as<Number>() : nullptr;
    return number ? std::max<std::size_t>(1, static_cast<std::size_t>(number->value)) : usable_cores();
}

std::size_t threads_for(const dsl::Experiment& experiment, const RunOptions& options) {
    return std::min(threads_wanted(experiment, options), options.most_jobs.value_or(SIZE_MAX));
}

/// errors: rif::Error "not-offered" where the experiment leaves the device to the site, and the site names one that nothing here computes
/// on.
void refuse_device_of_site(const dsl::Experiment& experiment, const RunOptions& options) {
    const CheckedValue* device = experiment.run->find("device");
    const bool is_open = !device || print(device->value) == quoted("auto");
    if (!is_open || options.device == "auto" || options.device == "cpu") return;
    throw Error("not-offered",
                fmt::format("the site's run.device is '{}', and this version of rifair computes on the processor alone", options.device),
                "--device cpu, or rif config run.device");
}

std::uint64_t seed_of(const dsl::Experiment& experiment) {
    const CheckedValue* value = experiment.run->find("seed");
    const Number* number = value ? value->value.as<Number>() : nullptr;
    return number ? static_cast<std::uint64_t>(number->value) : 0;
}

std::string shape_of(const dsl::Experiment& experiment, const std::vector<Cell>& cells) {
    std::string shape;
    const auto add = [&](std::string_view key, std::string_view one, std::string_view many) {
        const std::size_t count = experiment.run_names(key).size();
        if (count > 0) shape += fmt::format("{}{} {}", shape.empty() ? "" : " x ", count, count == 1 ? one : many);
    };
    add("model", "model", "models");
    add("target", "target", "targets");
    add("attack", "attack", "attacks");
    if (!experiment.sweep.empty()) shape += fmt::format(" x {} swept", experiment.sweep.size());
    return fmt::format("{} = {} {}", shape, cells.size(), cells.size() == 1 ? "cell" : "cells");
}

/// "2026-03-01T14:02:11", local time.
std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::localtime(std::time(nullptr))); }

/// A cell's searches with what they need, and how many are to be done. A cell that could not be set up has its error and no run.
struct PlannedCell {
    CellRecord record;
    std::unique_ptr<CellRun> run;
    std::size_t to_search = 0, done_before = 0;
};

/// "" for none.
std::string message_of(const std::exception_ptr& failure) {
    if (!failure) return {};
    try {
        std::rethrow_exception(failure);
    } catch (...) {
        return message_of_current_exception();
    }
}

std::vector<PlannedCell> planned(const std::vector<Cell>& cells, Setup& setup, ResultsWriter& writer) {
    std::vector<PlannedCell> result;
    for (const Cell& cell : cells) {
        PlannedCell next;
        next.record = cell_record(cell);
        next.record.error = message_of(setup.of(cell).failure);
        writer.add_cell(next.record);
        if (next.record.error.empty()) {
            next.run = std::make_unique<CellRun>(cell, setup, writer);
            next.to_search = next.run->to_search();
            next.done_before = next.run->done_before();
        }
        result.push_back(std::move(next));
    }
    return result;
}

void say_going_on(const std::vector<PlannedCell>& cells, const fs::path& folder, RunView& view) {
    std::size_t done = 0, all = 0;
    for (const PlannedCell& cell : cells) done += cell.done_before, all += cell.to_search + cell.done_before;
    if (done > 0) view.fact("going on", fmt::format("{} of {} searches are done ({})", done, all, folder.string()));
}

/// A cell whose rates are over no pair, because all that were to be asked or searched ended in an error, has failed: with the first
/// message. Else "".
std::string failure_of(const FolderResults& results, const std::string& cell) {
    const std::vector<PairRecord> pairs = results.pairs_for_rates(cell);
    const auto failed = [](const PairRecord& pair) { return pair.outcome == Outcome::error; };
    const auto first = std::ranges::find_if(pairs, failed);
    if (first == pairs.end() || !counted_pairs(pairs, results.rate_options(cell)).empty()) return {};
    return fmt::format("all {} pairs to attack ended in an error, the first with: {}", std::ranges::count_if(pairs, failed),
                       first->message);
}

/// Runs the cells one after another, each on all threads. Whether it was interrupted.
bool run_cells(std::vector<PlannedCell>& cells, std::size_t threads, const RunOptions& options, ResultsWriter& writer, RunView& view,
               RunSummary& summary) {
    RunProgress progress;
    progress.cells = cells.size();
    for (const PlannedCell& cell : cells) {
        progress.searches += cell.to_search + cell.done_before;
        progress.searches_before += cell.done_before;
    }
    progress.searches_done = progress.searches_before;
    writer.set_fact("searches", std::to_string(progress.searches));
    writer.set_fact("state", "begun");
    const auto begun = std::chrono::steady_clock::now();
    bool interrupted = false;
    for (PlannedCell& cell : cells) {
        const auto tell = [&](std::size_t queries) {
            ++progress.searches_done;
            progress.queries += queries;
            progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            view.progress(progress);
        };
        try {
            if (cell.run) cell.run->search(threads, options.cancelled, tell);
        } catch (const Cancelled&) {
            interrupted = true;
            break;
        }
        const FolderResults results(summary.folder);
        if (cell.run) cell.record.error = failure_of(results, cell.record.id);
        if (!cell.record.error.empty()) {
            if (cell.run) writer.fail_cell(cell.record.id, cell.record.error);
            view.warning(fmt::format("cell {} failed: {}", cell.record.number, cell.record.error));
            ++summary.failed_cells;
        }
        ++progress.cells_done;
        view.cell_done(cell.record, results.rates(cell.record.id), progress);
    }
    summary.searches = progress.searches;
    summary.searches_done = progress.searches_done;
    if (!interrupted) writer.set_fact("state", "finished");
    return interrupted;
}

std::size_t failed_pairs(const FolderResults& results) {
    std::size_t count = 0;
    for (const CellRecord& cell : results.cells()) {
        const auto outcomes = results.outcomes(cell.id);
        const auto at = outcomes.find("error");
        if (at != outcomes.end()) count += at->second;
    }
    return count;
}

/// With batched scores the last bits depend on the company, and a decision this close may fall otherwise another time.
void say_fragile(const Fragility& fragility, const Services& services, RunView& view) {
    const std::string text = fmt::format("{} of {} scores decide by less than {:g}", fragility.fragile, fragility.scored, k_fragile_margin);
    services.log("fragile decisions: " + text);
    view.fact("fragile decisions", text);
}

std::vector<fs::path> write_reports(const dsl::Experiment& experiment, Assembly& assembly, const FolderResults& results) {
    std::vector<fs::path> written;
    for (const dsl::Block& block : experiment.blocks) {
        if (block.role != Role::report) continue;
        const auto report = assembly.make<Report>(block, {});
        for (fs::path& path : report->write(results)) written.push_back(std::move(path));
    }
    return written;
}

}  // namespace

RunSummary run(const dsl::Experiment& experiment, const RunOptions& options, RunView& view) {
    const std::vector<Cell> cells = plan(experiment);
    refuse_device_of_site(experiment, options);
    const std::size_t threads = threads_for(experiment, options);
    const Computing computing = computing_of(experiment, options.device, options.cache_folder);
    auto services = std::make_shared<EngineServices>(seed_of(experiment), experiment.catalogue->data_path, options.cancelled, computing);
    Setup setup(experiment, services, options.cache_folder, threads, view);
    RunSummary summary;
    deep_check(experiment, setup.assembly(), summary.faults);
    if (summary.faults.has_errors()) return summary;

    const std::string id = run_id(experiment, cells);
    RunFolder folder = open_run_folder(options.results, experiment.name, id, options.out, options.fresh);
    summary.folder = folder.path;
    summary.cells = cells.size();
    view.begins(experiment.name, shape_of(experiment, cells), folder.path);
    services->log_to(folder.path / "log.txt");
    services->log(fmt::format("{} begins: {}, {} searches at once", now(), shape_of(experiment, cells), threads));
    bool interrupted = false;
    std::size_t warned = 0;
    const auto say_warnings = [&] {
        for (const std::vector<std::string> all = services->warnings(); warned < all.size(); ++warned) view.warning(all[warned]);
    };
    ResultsWriter writer(folder.path);
    writer.set_fact("run_id", id);
    writer.set_fact("experiment", experiment.name);
    try {
        setup.prepare(cells);
        say_warnings();
        writer.set_fact("seed", std::to_string(seed_of(experiment)));
        writer.set_fact("ambiguous", print(experiment.run->find("ambiguous")->value));
        check_inputs(writer, setup.inputs(), folder.goes_on);
        for (const auto& [dataset, labels] : setup.labels()) writer.set_labels(dataset, labels);
        write_file(folder.path / "experiment.rif", experiment.canonical);
        std::map<std::string, std::string> facts = machine_facts(threads, computing);
        for (const auto& [key, value] : setup.inputs()) facts[key] = value;
        write_environment(folder.path, facts);

        std::vector<PlannedCell> planned_cells = planned(cells, setup, writer);
        say_going_on(planned_cells, folder.path, view);
        interrupted = run_cells(planned_cells, threads, options, writer, view, summary);
    } catch (const Cancelled&) {
        interrupted = true;
    } catch (...) {
        services->log(fmt::format("{} ends: {}", now(), message_of_current_exception()));
        throw;
    }
    writer.finish();
    if (computing.is_batched) say_fragile(setup.fragility(), *services, view);
    say_warnings();
    summary.interrupted = interrupted;
    services->log(fmt::format("{} {}: {} of {} searches are done, {} of {} cells failed", now(), interrupted ? "is interrupted" : "ends",
                              summary.searches_done, summary.searches, summary.failed_cells, summary.cells));
    if (const std::size_t removed = hold_below(options.cache_folder / "models", options.cache_bytes))
        services->log(fmt::format("cache.size: {} trained models, those not used for longest, were removed", removed));
    if (interrupted) return summary;
    const FolderResults results(folder.path);
    summary.failed_pairs = failed_pairs(results);
    summary.tables = write_tables(results);
    summary.reports = write_reports(experiment, setup.assembly(), results);
    return summary;
}

std::vector<fs::path> write_reports(const dsl::Experiment& experiment, const fs::path& folder, const fs::path& cache_folder) {
    auto services = std::make_shared<EngineServices>(0, experiment.catalogue->data_path, nullptr);
    Assembly assembly(experiment, services, cache_folder);
    const FolderResults results(folder);
    std::vector<fs::path> written = write_tables(results);
    for (fs::path& path : write_reports(experiment, assembly, results)) written.push_back(std::move(path));
    return written;
}

}  // namespace rif
