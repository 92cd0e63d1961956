// What the experiments must show: on planted bias the search beats the floor on every target; real data goes from file to table.
#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

#include "experiments/program.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;

namespace {

/// The row of a measure for one model, attack and target.
const Row* find(const std::vector<Row>& rates, const std::string& model, const std::string& attack, const std::string& target,
                const std::string& measure) {
    for (const Row& row : rates) {
        if (row.at("model") == model && row.at("attack") == attack && row.at("target") == target && row.at("measure") == measure)
            return &row;
    }
    return nullptr;
}

/// Sum of the outcomes of each cell.
std::map<std::string, long> pairs_by_cell(const fs::path& results) {
    std::map<std::string, long> sums;
    for (const Row& row : rif::test::csv_rows(results / "tables" / "outcomes.csv")) sums[row.at("cell")] += std::stol(row.at("pairs"));
    return sums;
}

fs::path ran(const rif::test::TemporaryFolder& folder, std::vector<std::string> arguments) {
    const fs::path results = folder / "results";
    arguments.insert(arguments.end(), {"--out", results.string()});
    const rif::test::Finished run = rif::test::run_rif(arguments, folder.path());
    BOOST_TEST_REQUIRE(run.code == 0, "exit code " << run.code << "\n" << run.output);
    return results;
}

bool has_neural_plugins() {
    if (!RIFAIR_HAS_NN) BOOST_TEST_MESSAGE("skipped: this build has no neural models");
    return RIFAIR_HAS_NN;
}

std::string experiment(const std::string& name) { return (rif::test::source_folder() / "experiments" / name).string(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(relations)

BOOST_AUTO_TEST_CASE(on_planted_bias_rifair_beats_random_on_every_target_and_the_intervals_do_not_touch) {
    if (!has_neural_plugins()) return;
    const rif::test::TemporaryFolder folder;
    const std::vector<Row> rates = rif::test::csv_rows(ran(folder, {"run", experiment("quickstart.rif")}) / "tables" / "rates.csv");
    for (const char* model : {"small", "bag"}) {
        for (const char* target : {"RB", "UB", "UF"}) {
            BOOST_TEST_CONTEXT(model << " " << target) {
                const Row *search = find(rates, model, "rifair", target, target), *floor = find(rates, model, "random", target, target);
                BOOST_TEST_REQUIRE((search && floor));
                BOOST_TEST(std::stol(search->at("n")) >= 300);
                BOOST_TEST(std::stod(search->at("low")) > std::stod(floor->at("high")));
                const Row *survives = find(rates, model, "rifair", target, "RIF"),
                          *withstands = find(rates, model, "random", target, "RIF");
                BOOST_TEST(std::stod(survives->at("high")) < std::stod(withstands->at("low")));
            }
        }
        BOOST_TEST(std::stod(find(rates, model, "rifair", "RB", "R")->at("value")) >
                   std::stod(find(rates, model, "rifair", "RB", "F")->at("value")));
        BOOST_TEST(std::stod(find(rates, model, "rifair", "UF", "F")->at("value")) >
                   std::stod(find(rates, model, "rifair", "UF", "R")->at("value")));
    }
}

BOOST_AUTO_TEST_CASE(real_biographies_run_and_every_row_is_accounted_for, *rif::test::needs_data("data/bios/per_profession")) {
    if (!has_neural_plugins()) return;
    const rif::test::TemporaryFolder folder;
    const fs::path results = ran(
        folder, {"run", experiment("bios.rif"), "--set", "dataset.bios.file=" + rif::test::test_data("data/bios/per_profession").string()});
    const auto sums = pairs_by_cell(results);
    BOOST_TEST(sums.size() == 6u);
    for (const auto& [cell, sum] : sums) BOOST_TEST(sum == sums.begin()->second, cell);
    BOOST_TEST(sums.begin()->second > 40);
}

BOOST_AUTO_TEST_CASE(sst2_runs_as_its_files_come_and_every_row_has_one_outcome, *rif::test::needs_data("data/sst2")) {
    if (!has_neural_plugins()) return;
    const rif::test::TemporaryFolder folder;
    const fs::path results =
        ran(folder, {"run", experiment("sentiment.rif"), "--set", "dataset.sst2.file=" + rif::test::test_data("data/sst2/dev.tsv").string(),
                     "--set", "dataset.training.file=" + rif::test::test_data("data/sst2/train.tsv").string()});
    for (const auto& [cell, sum] : pairs_by_cell(results)) BOOST_TEST(sum == 872, cell);
}

BOOST_AUTO_TEST_SUITE_END()
