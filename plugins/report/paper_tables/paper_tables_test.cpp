// report/paper_tables: made, refuses, values, property.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

#include <rif/api/report.hpp>
#include <rif/base/error.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace {

using namespace rif;

/// One cell whose rates were written by hand.
class HandMade final : public Results {
public:
    explicit HandMade(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::filesystem::path folder() const override { return folder_; }
    std::string experiment() const override { return "hand_made"; }
    std::vector<std::string> labels(const std::string&) const override { return {"nurse", "surgeon"}; }
    std::vector<CellRecord> cells() const override {
        CellRecord cell;
        cell.id = "c1";
        cell.number = 1;
        cell.dataset = "people", cell.model = "small_model", cell.counterpart = "swapped", cell.attack = "rifair", cell.target = "RB";
        cell.population = "robust_fair";
        cell.settings = {{"run.tokens", "5 tokens"}};
        return {cell};
    }
    std::vector<Rate> rates(const std::string&) const override {
        return {{"R", 9, 10, 0.9, 0.596, 0.982, "wilson"}, {"RIF", 0, 0, {}, {}, {}, "none"}, {"N_attack", {}, 10, 2.5, {}, {}, "none"}};
    }
    std::map<std::string, std::size_t> outcomes(const std::string&) const override {
        return {{"attacked", 10}, {"no_sensitive_token", 3}, {"error", 1}};
    }
    std::vector<PairRecord> pairs(const std::string&) const override { return {}; }
    std::map<std::string, std::string> facts() const override { return {}; }

private:
    std::filesystem::path folder_;
};

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(paper_tables)

BOOST_AUTO_TEST_CASE(is_made_with_its_defaults_and_writes_markdown) {
    const rif::test::TemporaryFolder folder;
    const auto report = rif::test::make<Report>("report/paper_tables", "");
    const auto written = report->write(HandMade(folder.path()));
    BOOST_REQUIRE_EQUAL(written.size(), 1u);
    BOOST_CHECK_EQUAL(written.front().filename().string(), "paper_tables.md");
}

BOOST_AUTO_TEST_CASE(refuses_a_format_that_it_does_not_know) {
    BOOST_CHECK_EXCEPTION(rif::test::make<Report>("report/paper_tables", "formats = [word]"), Error,
                          [](const Error& error) { return error.slug() == "unknown-choice"; });
    BOOST_CHECK_EXCEPTION(rif::test::make<Report>("report/paper_tables", "digits = 9"), Error,
                          [](const Error& error) { return error.slug() == "out-of-range"; });
}

BOOST_AUTO_TEST_CASE(prints_value_interval_and_counts_and_says_n_a_for_nothing_out_of_nothing) {
    const rif::test::TemporaryFolder folder;
    const auto report = rif::test::make<Report>("report/paper_tables", "digits = 2");
    const std::string text = contents(report->write(HandMade(folder.path())).front());
    BOOST_CHECK(text.find("0.90 [0.60, 0.98] 9/10") != std::string::npos);
    BOOST_CHECK(text.find("| n/a ") != std::string::npos);
    BOOST_CHECK(text.find("| 2.50 ") != std::string::npos);
    BOOST_CHECK(text.find("5 tokens") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_outcomes_of_a_row_add_up) {
    const rif::test::TemporaryFolder folder;
    const auto report = rif::test::make<Report>("report/paper_tables", "formats = [csv]");
    const std::string text = contents(report->write(HandMade(folder.path())).front());
    BOOST_CHECK(text.find("Outcome of every pair,1,all,14\n") != std::string::npos);
    BOOST_CHECK(text.find("Outcome of every pair,1,no_candidates,0\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(latex_escapes_what_it_would_stumble_over) {
    const rif::test::TemporaryFolder folder;
    const auto report = rif::test::make<Report>("report/paper_tables", "formats = [latex]");
    const std::string text = contents(report->write(HandMade(folder.path())).front());
    BOOST_CHECK(text.find("small\\_model") != std::string::npos);
    BOOST_CHECK(text.find("small_model") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
