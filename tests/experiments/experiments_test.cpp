// Every plugin's example.rif and experiments/quickstart.rif, run by the program as a user would: they end well, their tables are
// there, no pair is lost and the rates of a cell fit together. Every experiment of the tree passes `rif check`.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "experiments/program.hpp"
#include "experiments/word_server.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;

namespace {

std::vector<std::string> examples() {
    std::vector<std::string> result;
    for (const auto& entry : fs::recursive_directory_iterator(rif::test::source_folder() / "plugins")) {
        if (entry.path().filename() == "example.rif")
            result.push_back(entry.path().lexically_relative(rif::test::source_folder()).string());
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Files under experiments/ that are whole experiments; shared/ holds what they include.
std::vector<std::string> experiments() {
    std::vector<std::string> result;
    for (const auto& entry : fs::recursive_directory_iterator(rif::test::source_folder() / "experiments")) {
        if (entry.path().extension() == ".rif") result.push_back(entry.path().lexically_relative(rif::test::source_folder()).string());
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<std::string> with(std::vector<std::string> first, const std::vector<std::string>& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

/// A plugin that the file names and this build lacks, or "". A build without libtorch lacks the neural ones; any other lacks none.
std::string plugin_not_built(const fs::path& file) {
    if (RIFAIR_HAS_NN) return {};
    static const std::regex block(R"(^\s*([a-z]+)\s+\w+\s*=\s*([a-z_0-9]+).*)");
    std::ifstream in(file);
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
        if (!std::regex_match(line, match, block)) continue;
        const std::string plugin = match[1].str() + "/" + match[2].str();
        if (fs::exists(rif::test::source_folder() / "plugins" / plugin) && !fs::exists(rif::test::build_folder() / "plugins" / plugin))
            return plugin;
    }
    return {};
}

bool can_be_used(const std::string& file) {
    const std::string lacking = plugin_not_built(rif::test::source_folder() / file);
    if (!lacking.empty()) BOOST_TEST_MESSAGE(file << " is skipped: this build has no " << lacking);
    return lacking.empty();
}

double number(const Row& row, const std::string& column) { return std::stod(row.at(column)); }

/// Pairs by cell, from tables/outcomes.csv; and, of them, those of the given outcomes.
std::map<std::string, long> pairs_by_cell(const std::vector<Row>& outcomes, const std::set<std::string>& wanted = {}) {
    std::map<std::string, long> result;
    for (const Row& row : outcomes) {
        result[row.at("cell")] += wanted.empty() || wanted.contains(row.at("outcome")) ? std::stol(row.at("pairs")) : 0;
    }
    return result;
}

/// Within a cell RB + UF + UB + RIF = n, RB = R - RIF, UF = F - RIF; each rate lies in its interval and n is what was attacked.
void check_cell(const std::map<std::string, Row>& rates, long population) {
    for (const char* measure : {"R", "F", "RIF", "RB", "UF", "UB"}) BOOST_TEST_REQUIRE(rates.contains(measure));
    const auto k = [&](const std::string& measure) { return std::stol(rates.at(measure).at("k")); };
    const long n = std::stol(rates.at("R").at("n"));
    BOOST_TEST(n == population);
    BOOST_TEST(k("RB") + k("UF") + k("UB") + k("RIF") == n);
    BOOST_TEST(k("RB") == k("R") - k("RIF"));
    BOOST_TEST(k("UF") == k("F") - k("RIF"));
    for (const auto& [measure, rate] : rates) {
        if (rate.at("k").empty() || rate.at("value") == "n/a") continue;
        BOOST_TEST_CONTEXT(measure) {
            BOOST_TEST(std::abs(number(rate, "value") - number(rate, "k") / number(rate, "n")) < 1e-12);
            BOOST_TEST(number(rate, "low") <= number(rate, "value"));
            BOOST_TEST(number(rate, "value") <= number(rate, "high"));
        }
    }
}

void check_tables(const fs::path& folder) {
    const std::vector<Row> rates = rif::test::csv_rows(folder / "tables" / "rates.csv");
    const std::vector<Row> outcomes = rif::test::csv_rows(folder / "tables" / "outcomes.csv");
    BOOST_TEST_REQUIRE(!rates.empty());
    BOOST_TEST_REQUIRE(!outcomes.empty());
    std::map<std::string, std::map<std::string, Row>> by_cell;
    for (const Row& row : rates) by_cell[row.at("cell")][row.at("measure")] = row;
    const std::map<std::string, long> attacked = pairs_by_cell(outcomes, {"attacked", "no_candidates"});
    for (const auto& [cell, total] : pairs_by_cell(outcomes)) {
        BOOST_TEST_CONTEXT("cell " << cell) {
            BOOST_TEST(total > 0);
            check_cell(by_cell[cell], attacked.at(cell));
        }
    }
}

/// All pairs of a run come out of the same data, so every cell has as many.
void check_that_no_pair_is_lost(const fs::path& folder) {
    std::map<std::string, std::set<long>> by_data;
    const std::vector<Row> outcomes = rif::test::csv_rows(folder / "tables" / "outcomes.csv");
    const std::map<std::string, long> totals = pairs_by_cell(outcomes);
    for (const Row& row : outcomes) by_data[row.at("dataset") + " " + row.at("counterpart")].insert(totals.at(row.at("cell")));
    for (const auto& [data, counts] : by_data) BOOST_TEST_CONTEXT(data) BOOST_TEST(counts.size() == 1u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(experiments_of_the_tree)

BOOST_DATA_TEST_CASE(passes_check, boost::unit_test::data::make(with(examples(), experiments())), file) {
    if (!can_be_used(file)) return;
    const rif::test::TemporaryFolder home;
    const rif::test::Finished check = rif::test::run_rif({"check", (rif::test::source_folder() / file).string()}, home.path());
    BOOST_TEST(check.code == 0, file << ": exit code " << check.code << "\n" << check.output);
}

BOOST_DATA_TEST_CASE(stands_in_the_one_layout, boost::unit_test::data::make(with(examples(), experiments())), file) {
    const rif::test::TemporaryFolder home;
    const rif::test::Finished layout = rif::test::run_rif({"fmt", "--check", (rif::test::source_folder() / file).string()}, home.path());
    BOOST_TEST(layout.code == 0, file << ": rif fmt would change it\n" << layout.output);
}

BOOST_DATA_TEST_CASE(runs_to_tables_that_fit_together, boost::unit_test::data::make(with(examples(), {"experiments/quickstart.rif"})),
                     file) {
    if (!can_be_used(file)) return;
    const rif::test::TemporaryFolder folder;
    const fs::path results = folder / "results";
    std::vector<std::string> arguments = {"run", (rif::test::source_folder() / file).string(), "--out", results.string()};
    const rif::test::HttpServer server(rif::test::answer_by_words);  // where an example needs one
    if (file.find("/http/") != std::string::npos) arguments.insert(arguments.end(), {"--set", "model.vendor.endpoint=" + server.url()});
    const rif::test::Finished run = rif::test::run_rif(arguments, folder.path());
    BOOST_TEST_REQUIRE(run.code == 0, file << ": exit code " << run.code << "\n" << run.output);
    for (const char* name : {"experiment.rif", "environment.toml", "run.sqlite", "log.txt"}) BOOST_TEST(fs::exists(results / name), name);
    check_tables(results);
    check_that_no_pair_is_lost(results);
}

BOOST_AUTO_TEST_CASE(every_command_stands_in_the_man_page_and_in_the_completion) {
    const rif::test::TemporaryFolder home;
    const std::string help = rif::test::run_rif({"--help"}, home.path()).output;
    const auto text_of = [](const std::string& file) {
        std::ifstream in(rif::test::source_folder() / "share" / file);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    static const std::regex command(R"(\n  ([a-z]+) )");
    std::size_t found = 0;
    for (std::sregex_iterator match(help.begin(), help.end(), command), end; match != end; ++match, ++found) {
        const std::string name = (*match)[1];
        BOOST_TEST(text_of("man/rif.1").find("rif " + name) != std::string::npos, "share/man/rif.1 lacks " << name);
        BOOST_TEST(std::regex_search(text_of("completion/rif"), std::regex("commands='[^']*\\b" + name + "\\b")),
                   "share/completion/rif lacks " << name);
    }
    BOOST_TEST(found >= 5u);
}

BOOST_AUTO_TEST_SUITE_END()
