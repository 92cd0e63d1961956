// What the parser makes of right programs: values, places, addresses; and what it survives: sizes, depths, endless repetition.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "dsl/parse.hpp"

namespace rif::test {

namespace {

std::shared_ptr<const Source> source_of(std::string text) {
    return std::make_shared<const Source>(Source{"test.rif", std::move(text), {}});
}

dsl::Document parsed(std::string text, std::vector<std::string> slugs = {}) {
    Diagnostics diagnostics;
    dsl::Document document = dsl::parse(source_of(std::move(text)), diagnostics);
    std::vector<std::string> said;
    for (const Diagnostic& each : diagnostics.sorted()) said.push_back(each.slug);
    BOOST_TEST(said == slugs, boost::test_tools::per_element());
    return document;
}

template <class T>
const T& statement(const dsl::Document& document, std::size_t index) {
    BOOST_TEST_REQUIRE(index < document.statements.size());
    return std::get<T>(document.statements[index]);
}

/// The value of `key = TEXT` in a run.
Value value_of(const std::string& text) {
    const dsl::Document document = parsed("rif 1\nrun { key = " + text + " }\n");
    return statement<dsl::RunStatement>(document, 0).body.settings.at(0).value;
}

double number_of(const std::string& text) { return value_of(text).as<Number>()->value; }

std::string repeated(const std::string& piece, std::size_t bytes) {
    std::string result;
    while (result.size() + piece.size() <= bytes) result += piece;
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parse)

BOOST_AUTO_TEST_CASE(a_block_has_role_name_plugin_and_settings_with_exact_places) {
    const dsl::Document document = parsed("rif 1\nmodel bert = transformer { checkpoint = \"models/bert\" }  # victim\n");
    const auto& block = statement<dsl::BlockStatement>(document, 0);
    BOOST_TEST(block.role == "model");
    BOOST_TEST(block.name == "bert");
    BOOST_TEST(block.plugin == "transformer");
    BOOST_TEST(!block.like.has_value());
    BOOST_TEST(block.role_place.text() == "model");
    BOOST_TEST(block.name_place.text() == "bert");
    BOOST_TEST(block.plugin_place.text() == "transformer");
    BOOST_TEST(block.place.text() == "model bert = transformer { checkpoint = \"models/bert\" }");
    const Setting& setting = block.body.settings.at(0);
    BOOST_TEST(setting.key_place.text() == "checkpoint");
    BOOST_TEST(setting.value.place.text() == "\"models/bert\"");
    BOOST_TEST(setting.value.as<Text>()->value == "models/bert");
    BOOST_TEST(document.comments.at(0).text() == "# victim");
    BOOST_TEST(document.version == 1);
    BOOST_TEST(document.version_place.text() == "rif 1");
}

BOOST_AUTO_TEST_CASE(like_names_the_block_whose_settings_are_taken) {
    const dsl::Document document = parsed("rif 1\nattack a = rifair like b { x = 1 }\nattack like_b = like like b\n");
    BOOST_TEST(*statement<dsl::BlockStatement>(document, 0).like == "b");
    BOOST_TEST(statement<dsl::BlockStatement>(document, 0).like_place.text() == "b");
    BOOST_TEST(statement<dsl::BlockStatement>(document, 1).plugin == "like");
}

BOOST_AUTO_TEST_CASE(a_block_without_braces_has_no_body_and_one_with_empty_braces_has) {
    const dsl::Document document = parsed("rif 1\nreport a = html\nreport b = html { }\n");
    BOOST_TEST(!statement<dsl::BlockStatement>(document, 0).has_body);
    BOOST_TEST(statement<dsl::BlockStatement>(document, 1).has_body);
}

BOOST_AUTO_TEST_CASE(groups_have_labels_plain_and_quoted) {
    const dsl::Document document = parsed(
        "rif 1\nsimilarity s = w { feature age { weight = 1 }, feature \"hours-per-week\" { weight = 2 }\n train { epochs = 3 } }\n");
    const Body& body = statement<dsl::BlockStatement>(document, 0).body;
    BOOST_TEST(body.groups.size() == 3u);
    BOOST_TEST(*body.find_group("feature", "age")->label == "age");
    BOOST_TEST(body.find_group("feature", "hours-per-week")->body.find("weight")->value.as<Number>()->value == 2);
    BOOST_TEST(body.find_group("feature", "hours-per-week")->label_place.text() == "\"hours-per-week\"");
    BOOST_TEST(!body.find_group("train")->label.has_value());
}

BOOST_AUTO_TEST_CASE(numbers_keep_their_text_and_have_the_value_that_it_says) {
    BOOST_TEST(number_of("1_000") == 1000);
    BOOST_TEST(number_of("+1") == 1);
    BOOST_TEST(number_of("-0.5") == -0.5);
    BOOST_TEST(number_of("1_0.2_5e-0_1") == 1.025);
    BOOST_TEST(number_of("1E5") == 100000);
    BOOST_TEST(number_of("1e-999") == 0);
    BOOST_TEST(number_of("0.499999999999999999") == 0.5);
    BOOST_TEST(value_of("0.499999999999999999").as<Number>()->text == "0.499999999999999999");
    BOOST_TEST(value_of("1_000").as<Number>()->text == "1_000");
}

BOOST_AUTO_TEST_CASE(units_are_words_percent_or_per_a_word) {
    BOOST_TEST((value_of("20 tokens").as<Number>()->unit == Unit{false, "tokens"}));
    BOOST_TEST((value_of("5%").as<Number>()->unit == Unit{false, "%"}));
    BOOST_TEST((value_of("5\t %").as<Number>()->unit == Unit{false, "%"}));
    BOOST_TEST((value_of("0.02 per year").as<Number>()->unit == Unit{true, "year"}));
    BOOST_TEST((value_of("20 person_years").as<Number>()->unit == Unit{false, "person_years"}));
    BOOST_TEST((value_of("20").as<Number>()->unit == Unit{}));
}

BOOST_AUTO_TEST_CASE(a_word_on_the_next_line_is_no_unit) {
    const dsl::Document document = parsed("rif 1\nrun {\n  a = 20\n  tokens = 5\n}\n");
    const Body& body = statement<dsl::RunStatement>(document, 0).body;
    BOOST_TEST(body.find("a")->value.as<Number>()->unit.word == "");
    BOOST_TEST(body.find("tokens")->value.as<Number>()->value == 5);
}

BOOST_AUTO_TEST_CASE(ranges_conditions_lists_and_paths_are_told_apart) {
    const Value range = value_of("0..1_000 tokens");
    BOOST_TEST(range.as<Range>()->low.value == 0);
    BOOST_TEST(range.as<Range>()->high.value == 1000);
    BOOST_TEST(range.as<Range>()->high.unit.word == "tokens");
    const Value condition = value_of("entailment>=80 %");
    BOOST_TEST(condition.as<ConditionValue>()->subject.to_string() == "entailment");
    BOOST_TEST((condition.as<ConditionValue>()->comparison == Comparison::at_least));
    BOOST_TEST(condition.as<ConditionValue>()->bound.unit.word == "%");
    BOOST_TEST(condition.as<ConditionValue>()->bound_place.text() == "80 %");
    BOOST_TEST(condition.as<ConditionValue>()->subject_place.text() == "entailment");
    BOOST_TEST(value_of("a.b.c").as<Name>()->parts.size() == 3u);
    BOOST_TEST(value_of("[]").as<ListValue>()->items.empty());
    BOOST_TEST(value_of("[[1, 2], a < 3, \"x\",]").as<ListValue>()->items.size() == 3u);
    BOOST_TEST(value_of("[1,\n # two\n 2\n]").as<ListValue>()->items.at(1).place.text() == "2");
}

BOOST_AUTO_TEST_CASE(escapes_stand_for_their_characters) {
    BOOST_TEST(value_of(R"("a\"b\\c\nd\te")").as<Text>()->value == "a\"b\\c\nd\te");
    BOOST_TEST(value_of(R"("\u00e9\u20AC\uD83D\uDE00")").as<Text>()->value == "é€😀");
    BOOST_TEST(value_of(R"("# no comment } ]")").as<Text>()->value == "# no comment } ]");
    BOOST_TEST(value_of(R"("\u0000")").as<Text>()->value == std::string(1, '\0'));
    BOOST_TEST(value_of("\"tab\there\"").as<Text>()->value == "tab\there");
}

BOOST_AUTO_TEST_CASE(a_sweep_has_axes_with_addresses) {
    const dsl::Document document =
        parsed("rif 1\nsweep {\n  similarity.profile.feature.\"hours-per-week\".weight in [0.01, 0.02], run.seed in [1]\n}\n");
    const auto& sweep = statement<dsl::SweepStatement>(document, 0);
    BOOST_TEST(sweep.axes.size() == 2u);
    BOOST_TEST(sweep.axes[0].address.parts.at(3) == "hours-per-week");
    BOOST_TEST(sweep.axes[0].address.to_string() == "similarity.profile.feature.\"hours-per-week\".weight");
    BOOST_TEST(sweep.axes[0].values_place.text() == "[0.01, 0.02]");
    BOOST_TEST(sweep.axes[1].place.text() == "run.seed in [1]");
}

BOOST_AUTO_TEST_CASE(words_of_the_language_are_legal_keys_and_the_start_of_names) {
    const dsl::Document document =
        parsed("rif 1\nperturbation p = llm { model = \"q\", run = on, in = per, include = none }\nmodel runner = include\n");
    BOOST_TEST(statement<dsl::BlockStatement>(document, 0).body.settings.size() == 4u);
    parsed("rif 1\nrunner a = b\nincluded a = b\ntargets a = b\nsweeper a = b\n");
}

BOOST_AUTO_TEST_CASE(what_can_be_read_around_a_mistake_is_in_the_document) {
    const dsl::Document document = parsed("rif 1\nmodel a = t { x = 20tokens, y = [1 2], z : 3, w = 4 }\nmodel b c\nmodel d = t\n",
                                          {"blank-before-unit", "list-comma-missing", "expected-equals", "expected-equals"});
    BOOST_TEST_REQUIRE(document.statements.size() == 2u);
    const Body& body = statement<dsl::BlockStatement>(document, 0).body;
    BOOST_TEST(body.find("x")->value.as<Number>()->unit.word == "tokens");
    BOOST_TEST(body.find("w") != nullptr);
    BOOST_TEST(body.find("z") == nullptr);
    BOOST_TEST(statement<dsl::BlockStatement>(document, 1).name == "d");
}

BOOST_AUTO_TEST_CASE(arguments_are_whole_values_addresses_and_axes) {
    Diagnostics none;
    BOOST_TEST(dsl::parse_value(source_of(" [1, 2] "), none)->as<ListValue>()->items.size() == 2u);
    BOOST_TEST(dsl::parse_address(source_of("run.seed"), none)->to_string() == "run.seed");
    BOOST_TEST(dsl::parse_axis(source_of("run.seed in [1, 2]"), none)->values.items.size() == 2u);
    BOOST_TEST(none.all().empty());
    for (const char* wrong : {"", "1 2", "[1", "20tokens", "a = 1", "\"a"}) {
        Diagnostics diagnostics;
        BOOST_TEST(!dsl::parse_value(source_of(wrong), diagnostics).has_value(), wrong);
        BOOST_TEST(diagnostics.has_errors(), wrong);
    }
    for (const char* wrong : {"", "run.", "run seed", "1.2", "run.seed in"}) {
        Diagnostics diagnostics;
        BOOST_TEST(!dsl::parse_address(source_of(wrong), diagnostics).has_value(), wrong);
        BOOST_TEST(diagnostics.has_errors(), wrong);
    }
    for (const char* wrong : {"", "run.seed", "run.seed in []", "run.seed in 1", "run.seed in [1], run.tokens in [2]"}) {
        Diagnostics diagnostics;
        BOOST_TEST(!dsl::parse_axis(source_of(wrong), diagnostics).has_value(), wrong);
        BOOST_TEST(diagnostics.has_errors(), wrong);
    }
}

BOOST_AUTO_TEST_CASE(an_argument_that_goes_on_is_told_where_it_should_end) {
    Diagnostics diagnostics;
    dsl::parse_value(source_of("1 and 2"), diagnostics);
    dsl::parse_address(source_of("7.seed"), diagnostics);
    BOOST_TEST_REQUIRE(diagnostics.all().size() == 2u);
    BOOST_TEST(diagnostics.all()[0].slug == "expected-end");
    BOOST_TEST(diagnostics.all()[0].place.text() == "2");
    BOOST_TEST(diagnostics.all()[1].slug == "expected-address");
}

BOOST_AUTO_TEST_CASE(a_file_of_one_mebibyte_is_read_and_one_byte_more_is_refused_with_both_numbers) {
    std::string text = "rif 1\n#";
    text.resize(dsl::k_most_bytes - 1, 'x');
    text += '\n';
    parsed(text);
    Diagnostics diagnostics;
    dsl::parse(source_of(text + "\n"), diagnostics);
    BOOST_TEST_REQUIRE(diagnostics.all().size() == 1u);
    BOOST_TEST(diagnostics.all()[0].slug == "file-too-large");
    BOOST_TEST(diagnostics.all()[0].message.find("1048577") != std::string::npos);
    BOOST_TEST(diagnostics.all()[0].message.find("1048576") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nesting_is_legal_to_the_limit_and_a_mistake_beyond_it) {
    const auto nested = [](std::size_t depth) { return "rif 1\nrun { a = " + std::string(depth, '[') + std::string(depth, ']') + " }\n"; };
    parsed(nested(dsl::k_deepest_nesting - 1));
    parsed(nested(dsl::k_deepest_nesting), {"nesting-too-deep"});
    parsed(nested(10'000), {"nesting-too-deep"});
    parsed("rif 1\nrun " + repeated("{ a ", 40'000) + "\nreport b = html\n", {"nesting-too-deep"});
    parsed("rif 1\nrun { a = \"" + std::string(10'000, '[') + "\" } # " + std::string(10'000, '{') + "\n");
}

BOOST_AUTO_TEST_CASE(a_hundred_mistakes_are_told_and_then_that_there_are_more) {
    std::vector<std::string> slugs(100, "blank-before-unit");
    slugs.emplace_back("too-many-mistakes");
    parsed("rif 1\n" + repeated("attack a = b { tokens = 20tokens }\n", 10'000), slugs);
}

BOOST_AUTO_TEST_CASE(no_repetition_takes_long) {
    for (const char* piece : {"[",
                              "{",
                              "a {\n",
                              "a = [\n",
                              "}",
                              "]\n",
                              "a b = c {\n",
                              "a b = c {",
                              "model a = b { c = [1, ",
                              "\"",
                              "\"\n",
                              "\\",
                              "#",
                              "\n",
                              ",",
                              ", ",
                              "1",
                              "1 ",
                              "1.",
                              "..",
                              "a",
                              "a ",
                              "a.",
                              "_",
                              "run {\n",
                              "run { a = 1 ",
                              "run { a = [x y ",
                              "sweep { a.b in [1] ",
                              "é",
                              "\r",
                              "\r\n",
                              "= ",
                              "include \"a\"\n",
                              "target T {\n",
                              "run { a = \"\n",
                              "a = 1, ",
                              "a { ",
                              "a { } ",
                              "x in [",
                              "% ",
                              "run {\n;\n",
                              "\nrun { a = [\n"}) {
        for (const char* before : {"rif 1\n", "rif 1\nrun {\n", "rif 1\nrun { a = [\n"}) {
            Diagnostics diagnostics;
            const auto source = source_of(before + repeated(piece, dsl::k_most_bytes / 4));
            const auto start = std::chrono::steady_clock::now();
            dsl::parse(source, diagnostics);
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            BOOST_TEST(seconds.count() < 5, "'" << piece << "' after '" << before << "' takes " << seconds.count() << " s");
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
