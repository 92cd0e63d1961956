#include <rif/api/dataset.hpp>

#include <fstream>
#include <map>

#include <boost/test/unit_test.hpp>

#include "support/plugin.hpp"
#include "support/test_data.hpp"

using namespace rif;
using rif::test::TemporaryFolder;
using rif::test::test_data;

namespace {

std::shared_ptr<Dataset> of_file(const std::filesystem::path& file, const std::string& settings) {
    return rif::test::make<Dataset>("dataset/table", "file = \"" + file.string() + "\"\n" + settings);
}

/// A data set out of a file of this name and content.
struct Written {
    TemporaryFolder folder;
    std::filesystem::path file;
    Written(const std::string& name, const std::string& content) : file(folder / name) { std::ofstream(file, std::ios::binary) << content; }
    std::shared_ptr<Dataset> made(const std::string& settings) const { return of_file(file, settings); }
    Error error(const std::string& settings) const {
        try {
            made(settings);
        } catch (const Error& error) {
            return error;
        }
        return Error("none", "no error");
    }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::vector<std::size_t> labels_of(const Dataset& dataset) {
    std::vector<std::size_t> result;
    for (const Individual& individual : dataset.individuals()) result.push_back(individual.label);
    return result;
}

std::map<std::string, std::size_t> label_counts(const Dataset& dataset) {
    std::map<std::string, std::size_t> result;
    for (const Individual& individual : dataset.individuals()) ++result[dataset.labels()[individual.label]];
    return result;
}

using Names = std::vector<std::string>;
using Counts = std::map<std::string, std::size_t>;
const std::string k_columns = "text = text, label = label";

}  // namespace

BOOST_AUTO_TEST_SUITE(dataset_table_test)

BOOST_AUTO_TEST_CASE(a_csv_becomes_individuals_in_the_order_of_its_rows) {
    const auto dataset =
        Written("a.csv", "text,label,gender\n\"She, a nurse.\",nurse,Female\n,surgeon,Male\n").made(k_columns + ", attributes = [gender]");
    const std::vector<Individual> individuals = dataset->individuals();
    BOOST_TEST_REQUIRE(individuals.size() == 2u);
    BOOST_TEST(individuals[0].id == "1");
    BOOST_TEST(individuals[0].text == "She, a nurse.");
    BOOST_TEST(individuals[0].attributes.at("gender") == "Female");
    BOOST_TEST(individuals[1].text.empty());
    BOOST_TEST(dataset->labels() == (Names{"nurse", "surgeon"}), boost::test_tools::per_element());
    BOOST_TEST(individuals[1].label == 1u);
    BOOST_TEST(dataset->features().empty());
}

BOOST_AUTO_TEST_CASE(labels_without_names_are_sorted_by_number_where_they_are_numbers) {
    BOOST_TEST(Written("a.csv", "text,label\na,10\nb,9\nc,-1\n").made(k_columns)->labels() == (Names{"-1", "9", "10"}),
               boost::test_tools::per_element());
    BOOST_TEST(Written("a.csv", "text,label\na,b\nb,a\nc,10\n").made(k_columns)->labels() == (Names{"10", "a", "b"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_label_is_a_name_or_its_place) {
    const auto dataset =
        Written("a.tsv", "text\tlabel\na\t1\nb\tnegative\nc\t0\nd\tpositive\n").made(k_columns + ", labels = [negative, positive]");
    BOOST_TEST(labels_of(*dataset) == (std::vector<std::size_t>{1, 0, 0, 1}), boost::test_tools::per_element());
    BOOST_TEST(dataset->labels() == (Names{"negative", "positive"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(values_say_what_stands_in_the_file_for_each_label) {
    const auto dataset = Written("a.csv", "text,label\na,2\nb,1\n").made(k_columns + ", labels = [good, bad], values = [\"1\", \"2\"]");
    BOOST_TEST(labels_of(*dataset) == (std::vector<std::size_t>{1, 0}), boost::test_tools::per_element());
    const Error error = Written("a.csv", "text,label\na,0\n").error(k_columns + ", labels = [good, bad], values = [\"1\", \"2\"]");
    BOOST_TEST(error.slug() == "unknown-label");
    BOOST_TEST(contains(error.message(), "good ('1'), bad ('2')"));
}

BOOST_AUTO_TEST_CASE(a_final_full_stop_is_dropped_where_the_rest_is_a_label) {
    const auto named = Written("a.csv", "text,label\na,<=50K.\nb,>50K.\nc,>50K\n").made(k_columns + ", labels = [\"<=50K\", \">50K\"]");
    BOOST_TEST(labels_of(*named) == (std::vector<std::size_t>{0, 1, 1}), boost::test_tools::per_element());
    BOOST_TEST(Written("a.csv", "text,label\na,no.\nb,yes.\n").made(k_columns)->labels() == (Names{"no", "yes"}),
               boost::test_tools::per_element());
    BOOST_TEST(Written("a.csv", "text,label\na,no\nb,no.\nc,etc.\n").made(k_columns)->labels() == (Names{"etc.", "no"}),
               boost::test_tools::per_element());
    BOOST_TEST(Written("a.csv", "text,label\na,no..\n").error(k_columns + ", labels = [no, yes]").slug() == "unknown-label");
}

BOOST_AUTO_TEST_CASE(each_label_that_is_none_is_refused_with_row_column_and_the_labels) {
    const std::string settings = k_columns + ", labels = [negative, positive]";
    for (const std::string cell : {"neutral", "-1", "2", "1.0", "01", " 1", "Positive"}) {
        const Error error = Written("a.tsv", "text\tlabel\nfine\t1\nbad\t" + cell + "\n").error(settings);
        BOOST_TEST(error.slug() == "unknown-label", cell);
        BOOST_TEST(contains(error.message(), "a.tsv, row 2 (line 3), column label: '" + cell + "' is no label"), error.message());
        BOOST_TEST(contains(error.message(), "negative (0), positive (1)"));
        BOOST_TEST(!error.help().empty());
    }
    BOOST_TEST(contains(Written("a.tsv", "text\tlabel\na\t1.0\n").error(settings).help(), "values = "));
    BOOST_TEST(contains(Written("a.tsv", "text\tlabel\na\tpositiv\n").error(settings).help(), "'positive'"));
    BOOST_TEST(Written("a.tsv", "text\tlabel\na\t\n").error(settings).slug() == "missing-value");
}

BOOST_AUTO_TEST_CASE(rows_with_missing_values_are_refused_or_skipped_and_counted) {
    const Written file("a.csv", "text,label,age\na,x,1\nb,,2\nc,y,?\n,y,3\n");
    BOOST_TEST(contains(file.error(k_columns).message(), "row 2 (line 3), column label"));
    const auto dataset = file.made(k_columns + ", features = [age], missing = skip, missing_marks = [\"?\"]");
    BOOST_TEST(dataset->individuals().size() == 2u);
    BOOST_TEST((dataset->skipped() == Counts{{"missing label", 1}, {"missing age", 1}}));
    BOOST_TEST(Written("a.csv", "text,label\na,\n").error(k_columns + ", missing = skip").slug() == "no-rows");
}

BOOST_AUTO_TEST_CASE(features_keep_bytes_and_number) {
    const auto dataset = Written("a.csv", "age,work,label\n0.50,clerk,x\n").made("label = label, features = [age, work]");
    const Individual individual = dataset->individuals()[0];
    BOOST_TEST(dataset->features() == (Names{"age", "work"}), boost::test_tools::per_element());
    BOOST_TEST(individual.row[0].text == "0.50");
    BOOST_TEST(individual.row[0].number.value() == 0.5);
    BOOST_TEST(!individual.row[1].number);
}

BOOST_AUTO_TEST_CASE(several_text_columns_are_joined_in_the_order_given) {
    const Written file("a.csv", "premise,hypothesis,label\nA dog runs.,An animal moves.,yes\n");
    BOOST_TEST(file.made("text = [hypothesis, premise], label = label")->individuals()[0].text == "An animal moves. A dog runs.");
    BOOST_TEST(file.made("text = [premise, hypothesis], join = \" | \", label = label")->individuals()[0].text ==
               "A dog runs. | An animal moves.");
}

BOOST_AUTO_TEST_CASE(ids_come_from_a_column_and_each_differs) {
    BOOST_TEST(Written("a.csv", "text,label,key\na,x,k1\nb,y,k2\n").made(k_columns + ", id = key")->individuals()[1].id == "k2");
    const Error twice = Written("a.csv", "text,label,key\na,x,k1\nb,y,k1\n").error(k_columns + ", id = key");
    BOOST_TEST(twice.slug() == "repeated-id");
    BOOST_TEST(contains(twice.message(), "row 2 (line 3), column key: 'k1' is the id of a.csv, row 1 (line 2)"));
    BOOST_TEST(Written("a.csv", "text,label,key\na,x,\n").error(k_columns + ", id = key").slug() == "missing-value");
}

BOOST_AUTO_TEST_CASE(refuses_each_wrong_setting_by_slug) {
    const Written file("a.csv", "text,label\na,x\nb,y\n");
    BOOST_TEST(file.error("text = body, label = label").slug() == "unknown-column");
    BOOST_TEST(contains(file.error("text = texts, label = label").help(), "'text'"));
    BOOST_TEST(file.error("text = text").slug() == "missing-setting");
    BOOST_TEST(file.error("label = label").slug() == "missing-setting");
    BOOST_TEST(file.error(k_columns + ", attributes = [gender]").slug() == "unknown-column");
    BOOST_TEST(file.error(k_columns + ", id = key").slug() == "unknown-column");
    BOOST_TEST(file.error(k_columns + ", missing = drop").slug() == "unknown-choice");
    BOOST_TEST(file.error(k_columns + ", labels = [x, y], values = [\"1\"]").slug() == "wrong-length");
    BOOST_TEST(file.error(k_columns + ", labels = [x, y, x]").slug() == "repeated-label");
    BOOST_TEST(file.error(k_columns + ", labels = [x, y], values = [\"1\", \"1\"]").slug() == "repeated-label");
    BOOST_TEST(file.error(k_columns + ", colour = red").slug() == "unknown-setting");
    BOOST_TEST(rif::test::refusal("dataset/table", k_columns) == "missing-setting");
    BOOST_TEST(rif::test::refusal("dataset/table", "file = \"/nowhere/a.csv\", " + k_columns) == "missing-file");
}

BOOST_AUTO_TEST_CASE(a_column_with_too_many_values_is_no_label) {
    std::string content = "text,label\n";
    for (int i = 0; i < 1001; ++i) content += "a," + std::to_string(i) + "\n";
    BOOST_TEST(Written("a.csv", content).error(k_columns).slug() == "unknown-label");
}

BOOST_AUTO_TEST_CASE(json_lines_are_held_to_their_types) {
    const auto slug = [](const std::string& line) {
        return Written("a.jsonl", "{\"text\": \"fine\", \"label\": 1}\n" + line + "\n").error(k_columns).slug();
    };
    BOOST_TEST(slug("{\"text\": \"a\", \"label\": 0, \"other\": [1]}") == "none");
    BOOST_TEST(slug("{\"text\": 3, \"label\": 0}") == "wrong-type");
    BOOST_TEST(slug("{\"text\": \"a\"}") == "missing-value");
    BOOST_TEST(slug("{\"label\": 0}") == "missing-value");
    BOOST_TEST(slug("{\"text\": null, \"label\": 0}") == "missing-value");
    BOOST_TEST(slug("{\"text\": \"a\", \"label\": {}}") == "missing-value");
    BOOST_TEST(slug("{\"text\": \"a\", \"label\": 0") == "bad-json");
    const Error error = Written("a.jsonl", "{\"text\": \"a\", \"label\": 0}\n{\"text\": 3, \"label\": 0}\n").error(k_columns);
    BOOST_TEST(contains(error.message(), "a.jsonl, row 2 (line 2), column text: the value is a number, and a text is due"));
}

BOOST_AUTO_TEST_CASE(one_label_alone_is_warned_about) {
    rif::test::take_log();
    Written("a.csv", "text,label\na,x\n").made(k_columns);
    BOOST_TEST(!rif::test::take_log().empty());
}

BOOST_AUTO_TEST_CASE(sst2_is_taken_as_it_comes, *rif::test::needs_data("data/sst2")) {
    const auto dev = of_file(test_data("data/sst2/dev.tsv"), "text = sentence, label = label, labels = [negative, positive]");
    BOOST_TEST((label_counts(*dev) == Counts{{"negative", 428}, {"positive", 444}}));
    const auto bare = of_file(test_data("data/sst2/test-labeled.tsv"), "text = sentence, label = label");
    BOOST_TEST((label_counts(*bare) == Counts{{"0", 917}, {"1", 904}}));
}

BOOST_AUTO_TEST_CASE(the_biographies_are_taken_as_they_come, *rif::test::needs_data("data/bios")) {
    const std::string settings = "text = hard_text, label = profession, attributes = [gender]";
    const auto all = of_file(test_data("data/bios/per_profession"), settings);
    BOOST_TEST(all->labels().size() == 28u);
    for (const auto& [name, count] : label_counts(*all)) BOOST_TEST(count == 10u, name);
    const auto accountants = of_file(test_data("data/bios/accountant_1000.csv"), settings);
    std::size_t men = 0;
    for (const Individual& individual : accountants->individuals()) men += individual.attributes.at("gender") == "Male";
    BOOST_TEST(men == 634u);
}

BOOST_AUTO_TEST_CASE(adult_is_taken_as_it_comes, *rif::test::needs_data("data/adult")) {
    const std::string settings =
        "columns = [age, workclass, fnlwgt, education, \"education-num\", \"marital-status\", occupation, relationship, race, sex, "
        "\"capital-gain\", "
        "\"capital-loss\", \"hours-per-week\", \"native-country\", income]\n"
        "text = [age, workclass, occupation], label = income, attributes = [sex, race], missing_marks = [\"?\"]";
    const auto test = of_file(test_data("data/adult/adult.test"), settings + "\nfeatures = [age, \"hours-per-week\"]");
    BOOST_TEST((label_counts(*test) == Counts{{"<=50K", 12435}, {">50K", 3846}}));
    BOOST_TEST(test->individuals()[0].attributes.at("race") == "Black");
    BOOST_TEST(test->individuals()[0].row[1].number.value() == 40);
    const auto skipping =
        of_file(test_data("data/adult/adult.data"), settings + ", missing = skip\nfeatures = [workclass, occupation, \"native-country\"]");
    std::size_t skipped = 0;
    for (const auto& [reason, count] : skipping->skipped()) skipped += count;
    BOOST_TEST(skipped == 2399u);
}

BOOST_AUTO_TEST_CASE(toxicity_is_taken_as_it_comes, *rif::test::needs_data("data/toxicity")) {
    const auto jigsaw = of_file(test_data("data/toxicity/jigsaw_unintended_bias_10k_balanced.csv"),
                                "text = comment_text, label = target, labels = [civil, toxic], values = [\"0.0\", \"1.0\"]");
    BOOST_TEST((label_counts(*jigsaw) == Counts{{"civil", 5000}, {"toxic", 5000}}));
    const auto hatecheck = of_file(test_data("data/toxicity/hatecheck_cases.csv"),
                                   "text = test_case, label = label_gold, attributes = [target_ident], id = case_id");
    BOOST_TEST((label_counts(*hatecheck) == Counts{{"hateful", 2563}, {"non-hateful", 1165}}));
}

BOOST_AUTO_TEST_CASE(german_credit_is_taken_as_it_comes, *rif::test::needs_data("data/tabular")) {
    std::string columns;
    for (int i = 1; i <= 20; ++i) columns += "field" + std::to_string(i) + ", ";
    const auto dataset = of_file(
        test_data("data/tabular/credit/german.data"),
        "columns = [" + columns + "class]\nfeatures = [field2, field13], label = class, labels = [good, bad], values = [\"1\", \"2\"]");
    BOOST_TEST((label_counts(*dataset) == Counts{{"good", 700}, {"bad", 300}}));
    BOOST_TEST(dataset->individuals()[0].row[1].number.value() == 67);
}

BOOST_AUTO_TEST_SUITE_END()
