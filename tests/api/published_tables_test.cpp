// Published data sets, read as they come: counts of rows and values as their authors or a count by hand give them.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <rif/api/table.hpp>

#include "support/test_data.hpp"

using namespace rif;
using rif::test::test_data;

namespace {

Table read(const std::filesystem::path& file, std::vector<std::string> columns = {}) {
    return read_table({{file}, std::move(columns), "auto"}, {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(published_tables)

BOOST_AUTO_TEST_CASE(adult_is_read_as_it_comes, *rif::test::needs_data("data/adult")) {
    const std::vector<std::string> columns = {
        "age",  "workclass", "fnlwgt",       "education",    "education-num",  "marital-status", "occupation", "relationship",
        "race", "sex",       "capital-gain", "capital-loss", "hours-per-week", "native-country", "income"};
    const Table train = read(test_data("data/adult/adult.data"), columns), test = read(test_data("data/adult/adult.test"), columns);
    BOOST_TEST(train.rows.size() == 32561u);
    BOOST_TEST(test.rows.size() == 16281u);
    std::size_t women = 0, missing = 0;
    for (const auto& row : test.rows) {
        women += row[9] == "Female";
        missing += std::find(row.begin(), row.end(), "?") != row.end();
    }
    BOOST_TEST(women == 5421u);
    BOOST_TEST(missing == 1221u);
    BOOST_TEST(test.rows[0][14] == "<=50K.");
}

BOOST_AUTO_TEST_CASE(sst2_is_read_as_it_comes, *rif::test::needs_data("data/sst2")) {
    const Table dev = read(test_data("data/sst2/dev.tsv")), train = read(test_data("data/sst2/train.tsv"));
    BOOST_TEST(dev.rows.size() == 872u);
    BOOST_TEST(train.rows.size() == 67349u);
    BOOST_TEST(read(test_data("data/sst2/test-labeled.tsv")).rows.size() == 1821u);
    std::size_t positive = 0;
    for (const auto& row : dev.rows) positive += row[1] == "1";
    BOOST_TEST(positive == 444u);
    BOOST_TEST(train.rows[0][0].ends_with(' '));
}

BOOST_AUTO_TEST_CASE(the_biographies_are_read_as_they_come, *rif::test::needs_data("data/bios")) {
    const Table table = read(test_data("data/bios/per_profession"));
    BOOST_TEST(table.rows.size() == 280u);
    BOOST_TEST(table.files.size() == 28u);
    BOOST_TEST(table.row_ids[0] == "accountant.csv:1");
    BOOST_TEST(read(test_data("data/bios/accountant_1000.csv")).rows.size() == 1000u);
}

BOOST_AUTO_TEST_CASE(the_toxicity_files_are_read_as_they_come, *rif::test::needs_data("data/toxicity")) {
    const std::map<std::string, std::size_t> rows = {{"bias_madlibs_77k.csv", 76564},
                                                     {"intersectional_madlibs.csv", 30240},
                                                     {"wiki_toxicity_nonfuzzed.csv", 1492},
                                                     {"wiki_toxicity_fuzzed.csv", 1492},
                                                     {"jigsaw_unintended_bias_10k_balanced.csv", 10000},
                                                     {"jigsaw_toxic_comment_examples.csv", 101},
                                                     {"hatecheck_cases.csv", 3728},
                                                     {"surge_toxicity_en.csv", 1000}};
    for (const auto& [name, count] : rows) BOOST_TEST(read(test_data("data/toxicity/" + name)).rows.size() == count, name);
}

BOOST_AUTO_TEST_CASE(the_small_tables_are_read_as_they_come, *rif::test::needs_data("data/tabular")) {
    std::vector<std::string> columns;
    for (int i = 1; i <= 21; ++i) columns.push_back("field" + std::to_string(i));
    const Table german = read(test_data("data/tabular/credit/german.data"), columns);
    BOOST_TEST(german.rows.size() == 1000u);
    BOOST_TEST(std::count_if(german.rows.begin(), german.rows.end(), [](const auto& row) { return row[20] == "1"; }) == 700);
    const Table bank = read(test_data("data/tabular/bank/bank.csv"));
    BOOST_TEST(bank.rows.size() == 4521u);
    BOOST_TEST(bank.rows[0][1] == "unemployed");
    BOOST_TEST(read(test_data("data/tabular/compas/compas.data")).rows.size() == 6172u);
    BOOST_TEST(read(test_data("data/tabular/encoded/census.csv")).rows.size() == 32561u);
}

BOOST_AUTO_TEST_SUITE_END()
