// How a diagnostic reads, in text and in JSON, and which name was nearly meant.
#include <boost/test/unit_test.hpp>

#include <boost/json/parse.hpp>

#include <rif/base/diagnostic.hpp>

namespace {

using namespace rif;

std::shared_ptr<const Source> source(std::string text, std::string name = "adult.rif", std::vector<std::string> includers = {}) {
    return std::make_shared<Source>(Source{std::move(name), std::move(text), std::move(includers)});
}

Place place_of(const std::shared_ptr<const Source>& in, std::string_view part) {
    const std::size_t begin = in->text.find(part);
    BOOST_REQUIRE(begin != std::string::npos);
    return {in, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + part.size())};
}

Diagnostic error_at(Place place, std::string message = "m", std::string label = "", std::string help = "") {
    return {Severity::error, "slug", std::move(place), std::move(message), std::move(label), std::move(help)};
}

/// Lines 3 and on of a text: excerpt and caret.
std::string line_of(const std::string& text, std::size_t number) { return std::string(Source{"", text, {}}.line(number)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(diagnostics)

BOOST_AUTO_TEST_CASE(reads_like_the_first_example_of_the_language_page) {
    const auto file = source(std::string(24, '\n') + "  vocabulary = 1000 words\n  admit      = bert >= 0.8\n");
    const Diagnostic diagnostic{Severity::error,
                                "wrong-role",
                                place_of(file, "bert"),
                                "admit needs a similarity of texts, and 'bert' is a model",
                                "similarities of texts in this file: entailment, closeness",
                                "admit = entailment >= 0.8"};
    BOOST_TEST(as_text(diagnostic) ==
               "adult.rif:26:16: error: admit needs a similarity of texts, and 'bert' is a model  [wrong-role]\n"
               "  25 |   vocabulary = 1000 words\n"
               "  26 |   admit      = bert >= 0.8\n"
               "     |                ^^^^ similarities of texts in this file: entailment, closeness\n"
               "  help: admit = entailment >= 0.8\n");
}

BOOST_AUTO_TEST_CASE(a_blank_line_before_is_left_out) {
    const auto file = source(std::string(33, '\n') + "attack rifair     = rifair { token = 20 }\n");
    const Diagnostic diagnostic{Severity::error,          "unknown-setting",
                                place_of(file, "token"),  "attack/rifair has no setting 'token'",
                                "did you mean 'tokens'?", "rif plugins describe attack/rifair"};
    BOOST_TEST(as_text(diagnostic) ==
               "adult.rif:34:30: error: attack/rifair has no setting 'token'  [unknown-setting]\n"
               "  34 | attack rifair     = rifair { token = 20 }\n"
               "     |                              ^^^^^ did you mean 'tokens'?\n"
               "  help: rif plugins describe attack/rifair\n");
}

BOOST_AUTO_TEST_CASE(tabs_before_the_caret_are_shown_as_blanks_of_the_same_width) {
    const auto file = source("\ta\t= bert");
    BOOST_TEST(line_of(as_text(error_at(place_of(file, "bert"))), 2) == "   1 |     a   = bert");
    BOOST_TEST(line_of(as_text(error_at(place_of(file, "bert"))), 3) == "     |           ^^^^");
}

BOOST_AUTO_TEST_CASE(wide_characters_before_the_caret_take_two_columns) {
    const auto file = source("x = \"日本\" bert");
    BOOST_TEST(line_of(as_text(error_at(place_of(file, "bert"))), 3) == "     |            ^^^^");
    BOOST_TEST(place_of(file, "bert").start().column == 10u);  // a column of a place counts characters
}

BOOST_AUTO_TEST_CASE(a_wide_span_is_marked_as_wide_as_it_is_shown) {
    const auto file = source("x = \"日本\"");
    BOOST_TEST(line_of(as_text(error_at(place_of(file, "日本"))), 3) == "     |      ^^^^");
}

BOOST_AUTO_TEST_CASE(an_empty_span_has_one_caret_and_a_long_one_ends_with_its_line) {
    const auto file = source("run {\n  model = a\n}\n");
    Place at = place_of(file, "model");
    at.end = at.begin;
    BOOST_TEST(line_of(as_text(error_at(at)), 4) == "     |   ^");
    BOOST_TEST(line_of(as_text(error_at(place_of(file, "run {\n  model"))), 3) == "     | ^^^^^");
}

BOOST_AUTO_TEST_CASE(a_place_at_the_end_of_the_file_is_shown) {
    const auto file = source("rif 1\n");
    const Place end{file, 6, 6};
    BOOST_TEST(as_text(error_at(end)) == "adult.rif:2:1: error: m  [slug]\n   1 | rif 1\n   2 | \n     | ^\n");
}

BOOST_AUTO_TEST_CASE(a_carriage_return_is_no_part_of_the_line) {
    const auto file = source("rif 1\r\nrun { x }\r\n");
    BOOST_TEST(as_text(error_at(place_of(file, "x"))).find('\r') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_in_a_file_can_steer_the_terminal) {
    const auto file = source("a = \"\x1b[31mred\xff\xc2\x9b\xe2\x80\xae\"");
    const std::string text = as_text(error_at(place_of(file, "a"), "found '\x1b[2J'"));
    BOOST_TEST(text.find('\x1b') == std::string::npos);
    BOOST_TEST(text.find('\xff') == std::string::npos);
    BOOST_TEST(line_of(text, 2) == "   1 | a = \"\xEF\xBF\xBD[31mred\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

BOOST_AUTO_TEST_CASE(a_very_long_line_is_cut_around_the_span) {
    const auto file = source(std::string(5000, 'a') + " bert " + std::string(5000, 'b'));
    const std::string text = as_text(error_at(place_of(file, "bert")));
    const std::string line = line_of(text, 2), caret = line_of(text, 3);
    BOOST_TEST(line.size() < 200u);
    // the cut mark is three bytes and one column
    BOOST_TEST(line.find("bert") - 2 == caret.find('^'));
    BOOST_TEST(caret.substr(caret.find('^')) == "^^^^");
}

BOOST_AUTO_TEST_CASE(an_included_file_says_who_included_it) {
    const auto file = source("rif 1\nmodel a = b\n", "shared/models.rif", {"adult.rif:3", "all.rif:2"});
    BOOST_TEST(as_text(error_at(place_of(file, "b"))) ==
               "shared/models.rif:2:11: error: m  [slug]\n   1 | rif 1\n   2 | model a = b\n     |           ^\n"
               "  included by adult.rif:3\n  included by all.rif:2\n");
}

BOOST_AUTO_TEST_CASE(a_related_place_is_shown_with_its_line) {
    const auto file = source("run {\n  seed = 1\n  seeds = 2\n}\n");
    Diagnostic diagnostic = error_at(place_of(file, "seeds"), "'seed' is given twice");
    diagnostic.related.push_back({place_of(file, "seed"), "first given here"});
    BOOST_TEST(as_text(diagnostic) ==
               "adult.rif:3:3: error: 'seed' is given twice  [slug]\n   2 |   seed = 1\n   3 |   seeds = 2\n     |   ^^^^^\n"
               "  adult.rif:2:3: first given here\n   1 | run {\n   2 |   seed = 1\n     |   ^^^^\n");
}

BOOST_AUTO_TEST_CASE(without_a_place_only_the_sentence_is_printed) {
    BOOST_TEST(as_text({Severity::warning, "nothing", {}, "nothing to do", "", "rif --help"}) ==
               "warning: nothing to do  [nothing]\n  help: rif --help\n");
}

BOOST_AUTO_TEST_CASE(colour_changes_nothing_but_colour) {
    const auto file = source("rif 1\nmodel a = b\n");
    const Diagnostic diagnostic = error_at(place_of(file, "b"), "m", "label", "help");
    std::string painted = as_text(diagnostic, true), plain;
    BOOST_TEST(painted.find("\x1b[1;31m") != std::string::npos);
    for (std::size_t i = 0; i < painted.size(); ++i) {
        if (painted[i] == '\x1b')
            i = painted.find('m', i);
        else
            plain += painted[i];
    }
    BOOST_TEST(plain == as_text(diagnostic));
}

BOOST_AUTO_TEST_CASE(json_is_one_object_on_one_line_with_every_field) {
    const auto file = source("rif 1\nmodel ä = \"b\"\n", "a \"quoted\".rif", {"x.rif:1"});
    Diagnostic diagnostic = error_at(place_of(file, "\"b\""), "a \"message\"\nof two lines", "label", "help");
    diagnostic.related.push_back({place_of(file, "model"), "here"});
    const std::string text = as_json(diagnostic);
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 1);
    const boost::json::object object = boost::json::parse(text).as_object();
    BOOST_TEST(object.at("severity").as_string() == "error");
    BOOST_TEST(object.at("slug").as_string() == "slug");
    BOOST_TEST(object.at("file").as_string() == "a \"quoted\".rif");
    BOOST_TEST(object.at("line").to_number<int>() == 2);
    BOOST_TEST(object.at("column").to_number<int>() == 11);  // characters, not bytes
    BOOST_TEST(object.at("end_line").to_number<int>() == 2);
    BOOST_TEST(object.at("end_column").to_number<int>() == 14);
    BOOST_TEST(object.at("message").as_string() == "a \"message\"\nof two lines");
    BOOST_TEST(object.at("label").as_string() == "label");
    BOOST_TEST(object.at("help").as_string() == "help");
    BOOST_TEST(object.at("included_by").as_array().at(0).as_string() == "x.rif:1");
    BOOST_TEST(object.at("related").as_array().at(0).as_object().at("column").to_number<int>() == 1);
    BOOST_TEST(boost::json::parse(as_json({Severity::warning, "s", {}, "m", "", ""})).as_object().at("file").is_null());
}

BOOST_AUTO_TEST_CASE(one_place_has_one_diagnostic_and_an_error_counts_more_than_a_warning) {
    const auto file = source("rif 1\nmodel a = b\n");
    Diagnostics sink;
    sink.warning("w", place_of(file, "a"), "first");
    sink.error("e", place_of(file, "a"), "second");
    sink.error("f", place_of(file, "a"), "third");
    sink.warning("v", place_of(file, "b"), "other place");
    sink.error("n", {}, "nowhere");
    sink.error("n", {}, "nowhere else");
    BOOST_TEST(sink.errors() == 3u);
    BOOST_TEST(sink.warnings() == 1u);
    BOOST_TEST(sink.all().front().message == "second");
}

BOOST_AUTO_TEST_CASE(diagnostics_are_sorted_by_place_and_those_of_includes_come_last) {
    const auto inner = source("rif 1\nmodel x = y\n", "inner.rif", {"adult.rif:2"}), outer = source("rif 1\nmodel a = b\n");
    Diagnostics sink;
    sink.error("s", place_of(inner, "x"), "3");
    sink.error("s", place_of(outer, "b"), "2");
    sink.error("s", place_of(outer, "a"), "1");
    sink.error("s", place_of(inner, "y"), "4");
    std::string order;
    for (const Diagnostic& diagnostic : sink.sorted()) order += diagnostic.message;
    BOOST_TEST(order == "1234");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(suggestions)

BOOST_AUTO_TEST_CASE(a_slip_is_found_by_one_letter_more_less_other_or_swapped) {
    const std::vector<std::string> names = {"tokens", "queries", "seconds", "terms"};
    for (const char* slip : {"token", "tokenss", "tokans", "toknes", "Tokens", "TOKENS"}) {
        BOOST_TEST(did_you_mean(slip, names) == "did you mean 'tokens'?", slip);
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_suggested_further_than_a_third_of_the_word) {
    BOOST_TEST(did_you_mean("tkns", {"tokens"}).empty());                         // two of four
    BOOST_TEST(did_you_mean("tokkkns", {"tokens"}) == "did you mean 'tokens'?");  // two of seven
    BOOST_TEST(did_you_mean("abcdefghijklmnop", {"abcdefghijkl"}).empty());       // four: never more than three
    BOOST_TEST(did_you_mean("L", {"l1"}) == "did you mean 'l1'?");
    BOOST_TEST(did_you_mean("", {"abc"}).empty());
}

BOOST_AUTO_TEST_CASE(the_nearest_comes_first_and_each_once) {
    const std::vector<std::string> names = {"model_b", "model", "model_a", "model_a", "modela"};
    const std::vector<std::string> near = nearest("model_a", names);
    BOOST_TEST(near.size() == 3u);
    BOOST_TEST(near.front() == "model_a");
}

BOOST_AUTO_TEST_CASE(up_to_eight_names_are_all_said_and_of_more_only_the_near_ones) {
    BOOST_TEST(expected_names("x", {"a"}) == "'a'");
    BOOST_TEST(expected_names("x", {"a", "b"}) == "'a' or 'b'");
    BOOST_TEST(expected_names("x", {"a", "b", "c"}) == "'a', 'b' or 'c'");
    const std::vector<std::string> nine = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    BOOST_TEST(expected_names("thre", nine) == "'three'");
    BOOST_TEST(expected_names("zzz", nine).empty());
}

BOOST_AUTO_TEST_SUITE_END()
