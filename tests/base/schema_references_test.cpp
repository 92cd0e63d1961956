// Names of blocks, files and conditions against a schema.
#include <boost/test/unit_test.hpp>

#include "base/schema_bench.hpp"

using namespace rif;
using namespace rif::test;

BOOST_AUTO_TEST_SUITE(blocks_and_files)

BOOST_AUTO_TEST_CASE(a_block_setting_names_a_block_of_its_role) {
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    BOOST_TEST(slug_of(model, name("bert")) == "");
    BOOST_TEST(slug_of(model, name("brt")) == "unknown-block");
    BOOST_TEST(slug_of(model, name("entailment")) == "wrong-role");
    Bench bench;
    bench.schema.parameters = {model};
    bench.set("model", name("brt")).check();
    BOOST_TEST(bench.only().message == "no model is called 'brt'");
    BOOST_TEST(bench.only().label == "did you mean 'bert'?");
    BOOST_TEST(bench.only().help == "model = bert");
}

BOOST_AUTO_TEST_CASE(many_takes_one_or_a_list_and_others_only_one) {
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    const ListValue list{{plain(name("bert")), plain(name("bert"))}};
    BOOST_TEST(slug_of(model, list) == "wrong-type");
    model.many = true;
    BOOST_TEST(slug_of(model, list) == "");
    BOOST_TEST(slug_of(model, name("bert")) == "");
    BOOST_TEST(slug_of(model, ListValue{{plain(name("bert")), plain(number(1, "1"))}}) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(the_items_of_a_list_are_checked_as_what_they_are) {
    Parameter numbers = with_unit(parameter("times", Type::list), "second");
    numbers.of = Type::number;
    numbers.high = 100;
    Bench bench;
    bench.schema.parameters = {numbers};
    bench.set("times", ListValue{{plain(counted(1, "minute")), plain(number(5, "5"))}});
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(settings->find("times")->value.as<ListValue>()->items[0].as<Number>()->value == 60);
    BOOST_TEST(slug_of(numbers, ListValue{{plain(counted(2, "minute"))}}) == "out-of-range");
    BOOST_TEST(slug_of(numbers, ListValue{{plain(Text{"5"})}}) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(a_condition_names_a_similarity_that_compares_texts_or_words) {
    const Parameter admit = parameter("admit", Type::condition);
    BOOST_TEST(slug_of(admit, condition("entailment", number(0.8, "0.8"))) == "");
    BOOST_TEST(slug_of(admit, condition("profile", number(0.8, "0.8"))) == "wrong-role");
    BOOST_TEST(slug_of(admit, condition("entailmnt", number(0.8, "0.8"))) == "unknown-block");
    Bench bench;
    bench.schema.parameters = {admit};
    bench.set("admit", condition("bert", number(0.8, "0.8"))).check();
    BOOST_TEST(bench.only().message == "admit needs a similarity of texts, and 'bert' is a model");
    BOOST_TEST(bench.only().label == "similarities of texts in this file: entailment");
    BOOST_TEST(bench.only().help == "admit = entailment >= 0.8");
}

BOOST_AUTO_TEST_CASE(a_condition_on_the_score_has_the_score_as_its_subject) {
    Parameter decision = parameter("decision", Type::condition);
    decision.on = "score";
    BOOST_TEST(slug_of(decision, condition("score", number(0.5, "0.5"))) == "");
    BOOST_TEST(slug_of(decision, condition("entailment", number(0.5, "0.5"))) == "wrong-role");
    Bench bench;
    bench.schema.parameters = {decision};
    bench.set("decision", condition("score", counted(50, "%")));
    const auto settings = bench.check();
    BOOST_TEST(settings->find("decision")->value.as<ConditionValue>()->bound.value == 0.5);
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_a_warning_here_and_an_error_before_a_run) {
    Parameter file = parameter("file", Type::path);
    file.exists = Exists::must;
    for (const bool is_error : {false, true}) {
        Bench bench;
        bench.schema.parameters = {file};
        bench.context.missing_path_is_error = is_error;
        bench.set("file", Text{"gone.csv"}).check();
        BOOST_TEST(bench.slugs() == (is_error ? "missing-file" : "missing-file?"));
    }
    file.exists = Exists::may;
    BOOST_TEST(slug_of(file, Text{"gone.csv"}) == "");
}

BOOST_AUTO_TEST_CASE(a_word_of_a_command_is_a_path_only_where_there_is_such_a_file) {
    Parameter command = parameter("command", Type::path);
    command.many = true;
    command.exists = Exists::found;
    Bench bench;
    bench.schema.parameters = {command};
    bench.context.find_path = [](const std::string& path, const Place&) {
        return path == "model.py" ? std::string("/proc/self/status") : path == "train" ? std::string("/proc") : std::string();
    };
    bench.set("command", ListValue{{plain(Text{"python3"}), plain(Text{"model.py"}), plain(Text{"train"})}});
    const std::vector<std::string> resolved = bench.check()->find("command")->resolved_paths;
    BOOST_TEST(resolved == (std::vector<std::string>{"", "/proc/self/status", ""}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_there_is_resolved_alone_and_in_a_list) {
    Bench bench;
    Parameter file = parameter("file", Type::path);
    file.many = true;
    bench.schema.parameters = {file};
    bench.set("file", Text{"there.csv"});
    BOOST_TEST(bench.check()->find("file")->resolved_path == "/data/there.csv");
    bench.body.settings.clear();
    bench.set("file", ListValue{{plain(Text{"gone.csv"}), plain(Text{"there.csv"})}});
    const std::vector<std::string> resolved = bench.check()->find("file")->resolved_paths;
    BOOST_TEST(resolved == (std::vector<std::string>{"", "/data/there.csv"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_address_begins_with_its_scheme_or_is_a_name_of_the_site) {
    const Parameter endpoint = parameter("endpoint", Type::url);
    BOOST_TEST(slug_of(endpoint, Text{"https://a.b/v1"}) == "");
    BOOST_TEST(slug_of(endpoint, Text{"lab-llm"}) == "");
    BOOST_TEST(slug_of(endpoint, Text{"localhost:8000/v1"}) == "wrong-type");
}

BOOST_AUTO_TEST_SUITE_END()
