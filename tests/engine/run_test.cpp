// A run whole: the same tables on any number of threads, after any interruption; one bad individual ends nothing.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <fstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rif/base/error.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/engine/results_db.hpp>

#include "engine/run_fixture.hpp"

namespace {

using namespace rif;
using rif::test::RunFixture;
using rif::test::SilentView;

constexpr std::size_t k_rows = 61;

/// Starts build/bin/rif on the fixture's experiment, as a user would.
pid_t start_program(const RunFixture& fixture, const std::string& out, const std::string& delay = "300") {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    const std::string program = (rif::test::build_folder() / "bin" / "rif").string(), file = (fixture / "people.rif").string(),
                      folder = (fixture / out).string();
    ::execl(program.c_str(), "rif", "run", file.c_str(), "--out", folder.c_str(), "--jobs", "2", "--set",
            ("model.weights.delay=" + delay).c_str(), nullptr);
    std::_Exit(127);
}

int ended(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(runs, RunFixture)

BOOST_AUTO_TEST_CASE(every_row_has_one_outcome_in_every_cell) {
    const RunSummary summary = run("out");
    BOOST_CHECK_EQUAL(summary.cells, 4u);
    const FolderResults results(summary.folder);
    for (const CellRecord& cell : results.cells()) {
        std::size_t sum = 0;
        for (const auto& [outcome, count] : results.outcomes(cell.id)) sum += count;
        BOOST_CHECK_EQUAL(sum, k_rows);
        BOOST_CHECK_EQUAL(results.outcomes(cell.id).at("no_editable_token"), 1u);
        BOOST_CHECK_EQUAL(results.outcomes(cell.id).at("no_sensitive_token"), 12u);
        BOOST_CHECK_GT(results.outcomes(cell.id)["attacked"], 0u);
    }
}

BOOST_AUTO_TEST_CASE(final_texts_and_quadrants_are_what_the_model_says_of_them) {
    const RunSummary summary = run("out");
    const FolderResults results(summary.folder);
    std::size_t reached = 0;
    for (const CellRecord& cell : results.cells()) {
        for (const PairRecord& pair : results.pairs(cell.id)) {
            if (!pair.stop) continue;
            const Quadrant end =
                quadrant_of(predicted_label(pair.v.final_probabilities), predicted_label(pair.v_prime.final_probabilities), pair.label);
            BOOST_CHECK(end == *pair.quadrant);
            reached += *pair.stop == Stop::reached;
            if (*pair.stop == Stop::reached) BOOST_CHECK_EQUAL(quadrant_name(end), cell.target);
            for (const MadeSubstitution& made : pair.v.substitutions) {
                BOOST_CHECK_EQUAL(made.span.of(pair.v.clean_text), made.word);
                BOOST_CHECK(pair.v.final_text.find(made.replacement) != std::string::npos);
            }
            BOOST_CHECK_EQUAL(pair.v.substitutions.empty(), pair.v.final_text == pair.v.clean_text);
        }
    }
    BOOST_CHECK_GT(reached, 0u);
}

BOOST_AUTO_TEST_CASE(tables_do_not_depend_on_the_number_of_threads) {
    run("one", 1);
    run("four", 4);
    BOOST_CHECK(!table("one", "rates.csv").empty());
    BOOST_CHECK_EQUAL(table("one", "rates.csv"), table("four", "rates.csv"));
    BOOST_CHECK_EQUAL(table("one", "outcomes.csv"), table("four", "outcomes.csv"));
    BOOST_CHECK_EQUAL(table("one", "paper_tables.md"), table("four", "paper_tables.md"));
}

BOOST_AUTO_TEST_CASE(an_interrupted_run_goes_on_and_ends_with_the_same_tables) {
    run("whole");
    for (const std::size_t stop_after : {1u, 17u, 60u}) {
        const std::string out = "after_" + std::to_string(stop_after);
        SilentView stopping;
        stopping.on_progress = [&](const RunProgress& progress) { cancelled = progress.searches_done >= stop_after; };
        const RunSummary first = RunFixture::run(out, 2, {}, stopping);
        BOOST_CHECK(first.interrupted);
        BOOST_CHECK_LT(first.searches_done, first.searches);
        cancelled = false;
        SilentView going_on;
        const RunSummary second = RunFixture::run(out, 2, {}, going_on);
        BOOST_CHECK(!second.interrupted);
        BOOST_CHECK_GE(going_on.last.searches_before, stop_after);
        BOOST_CHECK_EQUAL(table(out, "rates.csv"), table("whole", "rates.csv"));
    }
}

BOOST_AUTO_TEST_CASE(a_complete_run_given_again_searches_nothing_and_writes_its_tables_again) {
    const RunSummary first = run("out");
    const std::string rates = table("out", "rates.csv");
    std::filesystem::remove_all(first.folder / "tables");
    SilentView again;
    const RunSummary second = RunFixture::run("out", 2, {}, again);
    BOOST_CHECK_EQUAL(again.last.searches, 0u);  // progress() was never called
    BOOST_CHECK_EQUAL(second.searches_done, second.searches);
    BOOST_CHECK_EQUAL(table("out", "rates.csv"), rates);
}

BOOST_AUTO_TEST_CASE(reports_made_again_from_the_folder_alone_are_the_same_files) {
    const RunSummary summary = run("out");
    const std::string report = table("out", "paper_tables.md"), rates = table("out", "rates.csv");
    BOOST_REQUIRE(!report.empty());
    std::filesystem::remove_all(summary.folder / "tables");
    std::filesystem::remove(folder / "people.csv");
    write_reports(experiment(), summary.folder, folder / "cache");
    BOOST_CHECK_EQUAL(table("out", "paper_tables.md"), report);
    BOOST_CHECK_EQUAL(table("out", "rates.csv"), rates);
}

BOOST_AUTO_TEST_CASE(a_run_on_other_data_does_not_go_on) {
    run("out");
    std::ofstream(folder / "people.csv", std::ios::app) << "late,He came late.,nurse\n";
    BOOST_CHECK_EXCEPTION(run("out"), Error, [](const Error& error) {
        return error.slug() == "inputs-changed" && error.message().find("input.dataset.people") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(what_a_model_throws_is_that_individuals_error_and_the_others_go_on) {
    const RunSummary summary = run("out", 2, {"model.weights.throws_on=sick", "model.weights.nan_on=old car"});
    BOOST_CHECK_GT(summary.failed_pairs, 0u);
    BOOST_CHECK_EQUAL(summary.failed_cells, 0u);
    const FolderResults results(summary.folder);
    for (const CellRecord& cell : results.cells()) {
        std::size_t sum = 0;
        for (const auto& [outcome, count] : results.outcomes(cell.id)) sum += count;
        BOOST_CHECK_EQUAL(sum, k_rows);
        for (const PairRecord& pair : results.pairs(cell.id)) {
            if (pair.outcome != Outcome::error) continue;
            const bool thrown = pair.v.clean_text.find("sick") != std::string::npos;
            BOOST_CHECK(pair.message.find(thrown ? "no exception" : "gave nan") != std::string::npos ||
                        pair.message.find("gave -nan") != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_cell_in_which_every_pair_fails_is_a_failed_cell) {
    const RunSummary summary = run("out", 2, {"model.weights.throws_on=."});
    BOOST_CHECK_EQUAL(summary.failed_cells, summary.cells);
    for (const CellRecord& cell : FolderResults(summary.folder).cells()) BOOST_CHECK(cell.error.find("no exception") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_ended_in_an_error_is_asked_again_by_the_next_run) {
    const std::vector<std::string> down = {"model.weights.throws_in=\"" + (folder / "down").string() + "\""};
    const RunSummary whole = run("whole", 2, down);
    BOOST_CHECK_EQUAL(whole.failed_pairs, 0u);
    std::ofstream(folder / "down") << "now";
    const RunSummary first = run("out", 2, down);
    BOOST_CHECK_GT(first.failed_pairs, 0u);
    BOOST_CHECK_GT(first.failed_cells, 0u);
    std::filesystem::remove(folder / "down");
    const RunSummary again = run("out", 2, down);
    BOOST_CHECK_EQUAL(again.failed_pairs, 0u);
    BOOST_CHECK_EQUAL(again.failed_cells, 0u);
    BOOST_CHECK_EQUAL(table("out", "rates.csv"), table("whole", "rates.csv"));
}

BOOST_AUTO_TEST_CASE(a_cell_that_cannot_be_set_up_fails_alone) {
    sweeps = {"model.weights.vanishes in [off, on]"};
    const RunSummary summary = run("out");
    BOOST_CHECK_EQUAL(summary.cells, 8u);
    BOOST_CHECK_EQUAL(summary.failed_cells, 4u);
    const FolderResults results(summary.folder);
    for (const CellRecord& cell : results.cells()) {
        const bool vanishes = cell.settings.front().second == "on";
        BOOST_CHECK_EQUAL(cell.error, vanishes ? "the weights are gone" : "");
        BOOST_CHECK_EQUAL(results.outcomes(cell.id).empty(), vanishes);
    }
    BOOST_CHECK_EQUAL(std::count_if(view.warnings.begin(), view.warnings.end(),
                                    [](const std::string& warning) { return warning.find("the weights are gone") != std::string::npos; }),
                      4);
}

BOOST_AUTO_TEST_CASE(where_no_cell_can_be_set_up_the_run_ends_with_the_reason) {
    BOOST_CHECK_EXCEPTION(run("out", 2, {"model.weights.vanishes=on"}), Error,
                          [](const Error& error) { return error.slug() == "vanished"; });
}

BOOST_AUTO_TEST_CASE(a_bound_that_admits_nothing_is_warned_of) {
    run("out", 2, {"perturbation.synonyms.admit=spelling >= 0.999"});
    BOOST_CHECK(std::any_of(view.warnings.begin(), view.warnings.end(), [](const std::string& warning) {
        return warning.find("perturbation.synonyms admits none") != std::string::npos;
    }));
}

BOOST_AUTO_TEST_CASE(reports_need_no_plugin_but_their_own) {
    const RunSummary summary = run("out");
    Diagnostics diagnostics;
    dsl::CheckOptions options;
    options.needs_run = false;
    options.only_reports = true;
    const auto experiment = dsl::load_experiment((summary.folder / "experiment.rif").string(), load_catalogue(), options, diagnostics);
    BOOST_REQUIRE(experiment);
    BOOST_REQUIRE_EQUAL(experiment->blocks.size(), 1u);
    BOOST_CHECK(experiment->blocks.front().role == Role::report);
}

BOOST_AUTO_TEST_CASE(a_constant_model_leaves_nothing_to_attack_and_rates_that_are_n_a_or_resist) {
    const RunSummary summary = run("out", 2, {"model.weights.temperature=100", "perturbation.synonyms.vocabulary=1"});
    const FolderResults results(summary.folder);
    for (const CellRecord& cell : results.cells()) {
        const auto outcomes = results.outcomes(cell.id);
        BOOST_CHECK(outcomes.count("no_candidates") || outcomes.count("violates_clean"));
        const std::vector<Rate> rates = results.rates(cell.id);
        const Rate* rif = find_rate(rates, "RIF");
        BOOST_CHECK(rif->n == 0 ? !rif->value : *rif->value == 1.0 || outcomes.count("attacked"));
    }
}

BOOST_AUTO_TEST_CASE(the_whole_population_searches_pairs_that_violate_clean) {
    const RunSummary part = run("part"), whole = run("whole", 2, {"run.population=all"});
    BOOST_CHECK_GT(whole.searches, part.searches);
    const FolderResults results(whole.folder);
    for (const CellRecord& cell : results.cells()) BOOST_CHECK_EQUAL(cell.population, "all");
}

BOOST_AUTO_TEST_CASE(a_query_budget_is_never_exceeded) {
    const RunSummary summary = run("out", 2, {"run.queries=25"});
    const FolderResults results(summary.folder);
    std::size_t ended_by_budget = 0;
    for (const CellRecord& cell : results.cells()) {
        for (const PairRecord& pair : results.pairs(cell.id)) {
            BOOST_CHECK_LE(pair.queries, 25u);
            ended_by_budget += pair.stop == Stop::budget;
        }
    }
    BOOST_CHECK_GT(ended_by_budget, 0u);
}

BOOST_AUTO_TEST_CASE(a_component_that_cannot_be_made_is_said_before_anything_is_written) {
    const RunSummary summary = run("out", 2, {"counterpart.swapped.attributes=[gendr]"});
    BOOST_REQUIRE(summary.faults.has_errors());
    BOOST_CHECK_EQUAL(summary.faults.all().front().slug, "unknown-attribute");
    BOOST_CHECK(!std::filesystem::exists(folder / "out"));
}

BOOST_AUTO_TEST_CASE(killed_at_any_moment_the_program_goes_on_to_the_same_tables) {
    BOOST_REQUIRE_EQUAL(ended(start_program(*this, "whole")), 0);
    for (int round = 0; round < 4; ++round) {
        const pid_t child = start_program(*this, "killed");
        ::usleep(static_cast<useconds_t>(120'000 + 90'000 * round));
        ::kill(child, SIGKILL);
        ended(child);
    }
    BOOST_REQUIRE_EQUAL(ended(start_program(*this, "killed")), 0);
    BOOST_CHECK(!table("whole", "rates.csv").empty());
    BOOST_CHECK_EQUAL(table("killed", "rates.csv"), table("whole", "rates.csv"));
    BOOST_CHECK_EQUAL(table("killed", "outcomes.csv"), table("whole", "outcomes.csv"));
}

BOOST_AUTO_TEST_CASE(ctrl_c_ends_with_130_and_keeps_what_is_finished) {
    const pid_t child = start_program(*this, "out", "1500");  // some seconds, so that it is met at work
    while (!std::filesystem::exists(folder / "out" / "run.sqlite")) ::usleep(10'000);
    ::usleep(300'000);
    ::kill(child, SIGINT);
    const int code = ended(child);
    BOOST_CHECK_EQUAL(code, 130);
    BOOST_REQUIRE_EQUAL(ended(start_program(*this, "out", "1500")), 0);
    BOOST_CHECK(!table("out", "rates.csv").empty());
}

BOOST_AUTO_TEST_SUITE_END()
