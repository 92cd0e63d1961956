// The results database: what is written is read, a record is whole or not there, newer and foreign files are refused.
#include <boost/test/unit_test.hpp>

#include <fstream>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rif/base/error.hpp>
#include <rif/engine/results_db.hpp>
#include <rif/engine/run_folder.hpp>
#include <rif/engine/tables.hpp>
#include <rif/engine/threads.hpp>

#include "support/test_data.hpp"

namespace {

using namespace rif;
using rif::test::TemporaryFolder;

CellRecord cell(const std::string& id = "c1") {
    CellRecord record;
    record.id = id;
    record.number = 1;
    record.dataset = "people", record.counterpart = "swapped", record.perturbation = "synonyms", record.model = "small",
    record.attack = "rifair";
    record.target = "RB", record.population = "robust_fair";
    record.settings = {{"run.tokens", "5 tokens"}, {"odd, \"address\"", "a,b"}};
    return record;
}

PairRecord attacked(const std::string& pair, Quadrant end = Quadrant::RB) {
    PairRecord record;
    record.cell = "c1", record.pair = pair, record.individual = pair;
    record.outcome = Outcome::attacked;
    record.label = 1;
    record.residual_cues = {"Anna", "sorority"};
    record.v = {"She is a nurse.", "She is a [nurse].", {0.25f, 0.75f}, {0.125f, 0.875f}, {{3, {9, 14}, "nurse", "[nurse]", "test", 0.5}}};
    record.v_prime = {"He is a nurse.", "He is a nurse.", {0.25f, 0.75f}, {0.625f, 0.375f}, {}};
    record.stop = Stop::reached;
    record.clean_quadrant = Quadrant::RF;
    record.quadrant = end;
    record.ever_violated = end != Quadrant::RF;
    record.rounds = 2, record.queries = 17;
    record.steps = {{1, 9, "nurse", "[nurse]", "", {0.125f, 0.875f}, {0.625f, 0.375f}}};
    return record;
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(results_db)

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
    const TemporaryFolder folder;
    {
        ResultsWriter writer(folder.path());
        writer.set_fact("experiment", "e");
        writer.set_labels("people", {"surgeon", "nurse"});
        writer.add_cell(cell());
        writer.record(attacked("17"), 4, {{17, 10, 5, 2}, 0.25});
    }
    const FolderResults results(folder.path());
    BOOST_CHECK_EQUAL(results.experiment(), "e");
    BOOST_CHECK_EQUAL(results.labels("people")[1], "nurse");
    BOOST_REQUIRE_EQUAL(results.cells().size(), 1u);
    BOOST_CHECK(results.cells().front().settings == cell().settings);
    const std::vector<PairRecord> pairs = results.pairs("c1");
    BOOST_REQUIRE_EQUAL(pairs.size(), 1u);
    const PairRecord &read = pairs.front(), written = attacked("17");
    BOOST_CHECK(read.outcome == written.outcome && read.stop == written.stop && read.quadrant == written.quadrant &&
                read.clean_quadrant == written.clean_quadrant);
    BOOST_CHECK(read.residual_cues == written.residual_cues);
    BOOST_CHECK_EQUAL(read.v.final_text, written.v.final_text);
    BOOST_CHECK(read.v_prime.final_probabilities == written.v_prime.final_probabilities);
    BOOST_REQUIRE_EQUAL(read.v.substitutions.size(), 1u);
    BOOST_CHECK(read.v.substitutions[0].span == written.v.substitutions[0].span);
    BOOST_CHECK_EQUAL(*read.v.substitutions[0].value, 0.5);
    BOOST_REQUIRE_EQUAL(read.steps.size(), 1u);
    BOOST_CHECK(read.steps[0].p_v == written.steps[0].p_v);
    BOOST_CHECK_EQUAL(results.cost("c1").counts.model_calls, 10u);
}

BOOST_AUTO_TEST_CASE(the_same_pair_recorded_again_replaces_itself) {
    const TemporaryFolder folder;
    ResultsWriter writer(folder.path());
    writer.add_cell(cell());
    for (int i = 0; i < 3; ++i) writer.record(attacked("17"), 0, {});
    BOOST_CHECK_EQUAL(writer.recorded("c1").size(), 1u);
    BOOST_CHECK_EQUAL(FolderResults(folder.path()).pairs("c1").size(), 1u);
}

BOOST_AUTO_TEST_CASE(many_threads_record_and_the_order_is_that_of_the_data) {
    const TemporaryFolder folder;
    ResultsWriter writer(folder.path());
    writer.add_cell(cell());
    for_each_parallel(4, 60, [&](std::size_t i) { writer.record(attacked(std::to_string(59 - i)), 59 - i, {}); });
    const auto pairs = FolderResults(folder.path()).pairs("c1");
    BOOST_REQUIRE_EQUAL(pairs.size(), 60u);
    for (std::size_t i = 0; i < pairs.size(); ++i) BOOST_CHECK_EQUAL(pairs[i].pair, std::to_string(i));
}

BOOST_AUTO_TEST_CASE(a_process_killed_while_recording_leaves_whole_records) {
    const TemporaryFolder folder;
    { ResultsWriter(folder.path()).add_cell(cell()); }
    const pid_t child = ::fork();
    if (child == 0) {
        ResultsWriter writer(folder.path());
        for (std::size_t i = 0;; ++i) writer.record(attacked(std::to_string(i)), i, {});
    }
    ::usleep(150'000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ResultsWriter writer(folder.path());
    const std::size_t recorded = writer.recorded("c1").size();
    BOOST_CHECK_GT(recorded, 0u);
    const auto pairs = FolderResults(folder.path()).pairs("c1");
    BOOST_CHECK_EQUAL(pairs.size(), recorded);
    for (const PairRecord& pair : pairs) BOOST_CHECK(pair.steps.size() == 1 && pair.v.substitutions.size() == 1);
}

BOOST_AUTO_TEST_CASE(what_a_process_was_killed_in_the_middle_of_changing_in_place_is_put_back_by_a_reader) {
    const TemporaryFolder folder;
    {
        ResultsWriter writer(folder.path());
        writer.add_cell(cell());
        for (std::size_t i = 0; i < 200; ++i) writer.record(attacked(std::to_string(i)), i, {});
        writer.finish();
    }
    const pid_t child = ::fork();
    if (child == 0) {
        Database database(folder / "run.sqlite", Database::Mode::write);
        database.run("PRAGMA journal_mode = DELETE");
        database.run("PRAGMA cache_size = 2");  // so that pages reach the file before the end
        database.run("BEGIN");
        database.run("DELETE FROM searches WHERE position % 2 = 0");
        database.run("UPDATE searches SET message = hex(randomblob(2000))");
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    BOOST_REQUIRE(std::filesystem::file_size(folder / "run.sqlite-journal") > 0);
    const auto pairs = FolderResults(folder.path()).pairs("c1");
    BOOST_CHECK_EQUAL(pairs.size(), 200u);
    for (const PairRecord& pair : pairs) BOOST_CHECK_EQUAL(pair.message, "");
}

BOOST_AUTO_TEST_CASE(a_folder_without_results_and_a_newer_form_are_refused) {
    const TemporaryFolder folder;
    BOOST_CHECK_EXCEPTION(FolderResults(folder.path()), Error, [](const Error& error) { return error.slug() == "no-results"; });
    Database(folder / "run.sqlite", Database::Mode::write).run("PRAGMA user_version = 99");
    BOOST_CHECK_EXCEPTION(FolderResults(folder.path()), Error, [](const Error& error) { return error.slug() == "newer-results"; });
    BOOST_CHECK_EXCEPTION(ResultsWriter(folder.path()), Error, [](const Error& error) { return error.slug() == "newer-results"; });
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_database_is_named) {
    const TemporaryFolder folder;
    std::ofstream(folder / "run.sqlite") << std::string(4096, 'x');
    BOOST_CHECK_EXCEPTION(FolderResults(folder.path()), Error, [](const Error& error) {
        return error.slug() == "results-database" && error.message().find("run.sqlite") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(tables_have_a_column_for_each_swept_address_and_quote_what_needs_it) {
    const TemporaryFolder folder;
    {
        ResultsWriter writer(folder.path());
        writer.set_fact("experiment", "e");
        writer.add_cell(cell());
        writer.record(attacked("1"), 0, {});
        writer.record(attacked("2", Quadrant::RF), 1, {});
    }
    const FolderResults results(folder.path());
    write_tables(results);
    const std::string rates = contents(folder.path() / "tables" / "rates.csv");
    BOOST_CHECK(rates.find("population,run.tokens,\"odd, \"\"address\"\"\",measure,k,n,value,low,high,interval\n") != std::string::npos);
    BOOST_CHECK(rates.find("5 tokens,\"a,b\",RIF,1,2,0.5,") != std::string::npos);
    BOOST_CHECK(contents(folder.path() / "tables" / "outcomes.csv").find(",attacked,2\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_second_run_on_a_folder_is_told_and_another_run_s_folder_refused) {
    const TemporaryFolder folder;
    const auto first = open_run_folder(folder.path(), "e", std::string(64, 'a'), std::nullopt, false);
    ResultsWriter(first.path).set_fact("run_id", std::string(64, 'a'));
    BOOST_CHECK_EXCEPTION(open_run_folder(folder.path(), "e", std::string(64, 'a'), std::nullopt, false), Error,
                          [](const Error& error) { return error.slug() == "results-in-use"; });
    BOOST_CHECK_EXCEPTION(open_run_folder(folder.path(), "e", std::string(64, 'b'), first.path, false), Error,
                          [](const Error& error) { return error.slug() == "results-in-use"; });
}

BOOST_AUTO_TEST_CASE(a_run_is_found_again_by_its_id_and_fresh_starts_another) {
    const TemporaryFolder folder;
    std::filesystem::path path;
    {
        const auto first = open_run_folder(folder.path(), "e", std::string(64, 'a'), std::nullopt, false);
        BOOST_CHECK(!first.goes_on);
        ResultsWriter(first.path).set_fact("run_id", std::string(64, 'a'));
        path = first.path;
    }
    {
        const auto again = open_run_folder(folder.path(), "e", std::string(64, 'a'), std::nullopt, false);
        BOOST_CHECK(again.goes_on);
        BOOST_CHECK_EQUAL(again.path, path);
    }
    BOOST_CHECK_EXCEPTION(open_run_folder(folder.path(), "e", std::string(64, 'b'), path, false), Error,
                          [](const Error& error) { return error.slug() == "other-results"; });
    BOOST_CHECK(!open_run_folder(folder.path(), "e", std::string(64, 'a'), std::nullopt, true).goes_on);
    BOOST_CHECK(!open_run_folder(folder.path(), "e", "aaaab" + std::string(59, 'a'), std::nullopt, false).goes_on);
}

BOOST_AUTO_TEST_CASE(inputs_that_changed_are_named) {
    const TemporaryFolder folder;
    ResultsWriter writer(folder.path());
    check_inputs(writer, {{"input.dataset.people", "1"}, {"plugin.model/x", "2"}}, false);
    BOOST_CHECK_NO_THROW(check_inputs(writer, {{"input.dataset.people", "1"}, {"plugin.model/x", "2"}}, true));
    BOOST_CHECK_EXCEPTION(check_inputs(writer, {{"input.dataset.people", "1"}, {"plugin.model/x", "3"}}, true), Error,
                          [](const Error& error) {
                              return error.slug() == "inputs-changed" && error.message().find("plugin.model/x") != std::string::npos &&
                                     error.message().find("people") == std::string::npos;
                          });
}

BOOST_AUTO_TEST_CASE(a_read_only_folder_is_said_to_be_one) {
    const TemporaryFolder folder;
    if (::getuid() == 0) {  // root may write everywhere: a file in the folder's place is what it cannot open
        std::ofstream(folder / "file") << "";
        BOOST_CHECK_EXCEPTION(ResultsWriter(folder / "file"), Error, [](const Error& error) { return error.slug() == "read-only"; });
        return;
    }
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    BOOST_CHECK_EXCEPTION(ResultsWriter(folder.path()), Error, [](const Error& error) { return error.slug() == "read-only"; });
}

BOOST_AUTO_TEST_SUITE_END()
