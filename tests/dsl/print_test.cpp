// The canonical layout, case by case, and statements printed for programs that make them.
#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

#include "dsl/parse.hpp"
#include "dsl/print.hpp"
#include "support/test_data.hpp"

#include <rif/base/file.hpp>

namespace rif::test {

namespace {

std::string formatted(const std::string& text) {
    Diagnostics diagnostics;
    const dsl::Document document = dsl::parse(std::make_shared<const Source>(Source{"test.rif", text, {}}), diagnostics);
    BOOST_TEST_REQUIRE(diagnostics.all().empty(), text);
    return dsl::format(document);
}

/// `text` below the version line becomes `canonical`, and that stays as it is.
void check_layout(const std::string& text, const std::string& canonical) {
    BOOST_TEST(formatted("rif 1\n" + text) == "rif 1\n" + canonical);
    BOOST_TEST(formatted("rif 1\n" + canonical) == "rif 1\n" + canonical);
}

Value number(double value, const char* text) { return {Number{value, text, {}}, {}}; }

}  // namespace

BOOST_AUTO_TEST_SUITE(printing)

BOOST_AUTO_TEST_CASE(settings_on_lines_of_their_own_have_their_equals_signs_aligned) {
    check_layout("run{dataset=a\n seed   =7\n}\n", "run {\n  dataset = a\n  seed    = 7\n}\n");
}

BOOST_AUTO_TEST_CASE(a_blank_line_or_a_group_ends_a_run_of_settings_and_a_comment_does_not) {
    check_layout("run {\n a=1\n\n\n\n long_one=2\n # c\n b=3\n g { }\n c=4\n}\n",
                 "run {\n  a = 1\n\n  long_one = 2\n  # c\n  b        = 3\n  g { }\n  c = 4\n}\n");
}

BOOST_AUTO_TEST_CASE(consecutive_one_line_blocks_of_one_role_are_aligned) {
    check_layout("model bert = transformer { x = 1 }\nmodel distilbert = other { x = 1 }\nattack a = b\n",
                 "model bert       = transformer { x = 1 }\nmodel distilbert = other       { x = 1 }\nattack a = b\n");
}

BOOST_AUTO_TEST_CASE(a_block_over_several_lines_or_a_blank_line_ends_a_run_of_blocks) {
    check_layout("model bert = t\nmodel distilbert = t {\n x = 1 }\nmodel a = t\n\nmodel long_name = t\n",
                 "model bert = t\nmodel distilbert = t {\n  x = 1\n}\nmodel a = t\n\nmodel long_name = t\n");
}

BOOST_AUTO_TEST_CASE(consecutive_one_line_groups_of_one_name_are_aligned) {
    check_layout("similarity s = w {\n feature age { unit = year }\n feature \"hours-per-week\" { unit = hour }\n train { a = 1 }\n}\n",
                 "similarity s = w {\n  feature age              { unit = year }\n  feature \"hours-per-week\" { unit = hour }\n  train { "
                 "a = 1 }\n}\n");
}

BOOST_AUTO_TEST_CASE(trailing_comments_stand_two_blanks_after_the_longest_line_of_their_run) {
    check_layout("run {\n a = 1 # one\n bb = \"long text\"\n c = 3      # three  \n}\n",
                 "run {\n  a  = 1            # one\n  bb = \"long text\"\n  c  = 3            # three\n}\n");
}

BOOST_AUTO_TEST_CASE(comments_stay_where_they_are) {
    check_layout(
        "# before\nrun { # head\n # first\n a = 1, # of a\n b = [ # list\n 1, # item\n # own\n 2 ] # of b\n # last\n} # end\n# after\n",
        "# before\nrun {  # head\n  # first\n  a = 1  # of a\n  b = [  # list\n    1,  # item\n    # own\n    2,\n  ]  # of b\n  # "
        "last\n}  # end\n# after\n");
}

BOOST_AUTO_TEST_CASE(what_stands_on_one_line_stays_there_and_what_does_not_gets_a_line_for_each) {
    check_layout("run { a = 1,b = [1,2,] }\n", "run { a = 1, b = [1, 2] }\n");
    check_layout("run { a = 1,b = [1,\n2,] }\n", "run {\n  a = 1\n  b = [\n    1,\n    2,\n  ]\n}\n");
    check_layout("sweep {run.seed in[1,2],run.gap in [l1] }\n", "sweep { run.seed in [1, 2], run.gap in [l1] }\n");
    check_layout("sweep {run.seed in[1,2],\nrun.gap in [l1] }\n", "sweep {\n  run.seed in [1, 2]\n  run.gap in [l1]\n}\n");
}

BOOST_AUTO_TEST_CASE(empty_braces_of_a_block_are_left_out_and_those_of_others_stay) {
    check_layout("report a = html { }\nreport b = html {\n}\nrun {}\ntarget T {\n}\n",
                 "report a = html\nreport b = html\nrun { }\ntarget T { }\n");
    check_layout("report a = html { # why\n}\n", "report a = html {  # why\n}\n");
}

BOOST_AUTO_TEST_CASE(values_have_one_spelling) {
    check_layout("run { a = 5%, b = x>=  0.8, c = \"\\u00e9\\t\", d = 0..10  tokens, e = +1, f = 0.5 per   year, g = 1_000 }\n",
                 "run { a = 5 %, b = x >= 0.8, c = \"é\\t\", d = 0..10 tokens, e = +1, f = 0.5 per year, g = 1_000 }\n");
}

BOOST_AUTO_TEST_CASE(includes_and_like_are_printed) {
    check_layout("include   \"a b.rif\"#why\n\n\nattack a=b   like  c\n", "include \"a b.rif\"  #why\n\nattack a = b like c\n");
}

BOOST_AUTO_TEST_CASE(byte_order_mark_carriage_returns_and_a_missing_last_line_end_are_mended) {
    BOOST_TEST(formatted("\xEF\xBB\xBFrif 1\r\nrun { a = 1 }\r\n# c\r\r\n# d") == "rif 1\nrun { a = 1 }\n# c\n# d\n");
}

BOOST_AUTO_TEST_CASE(wide_characters_count_as_two_columns) {
    check_layout("s a = w {\n f \"公平\" { x = 1 }\n f abcdef { x = 1 }\n}\n",
                 "s a = w {\n  f \"公平\" { x = 1 }\n  f abcdef { x = 1 }\n}\n");
}

BOOST_AUTO_TEST_CASE(the_example_of_the_language_page_changes_in_nothing_but_the_columns_of_comments) {
    const std::string text = read_file(source_folder() / "tests/dsl/good/whole_example.rif");
    const auto without_blanks_before_comments = [](const std::string& from) {
        std::string result;
        for (const char c : from) {
            if (c == '#') {
                while (result.ends_with("  ")) result.pop_back();
            }
            result += c;
        }
        return result;
    };
    BOOST_TEST(without_blanks_before_comments(formatted(text)) == without_blanks_before_comments(text));
}

BOOST_AUTO_TEST_CASE(a_block_made_by_a_program_stands_on_one_line_where_it_fits) {
    dsl::BlockStatement block;
    block.role = "dataset", block.name = "a", block.plugin = "table";
    BOOST_TEST(dsl::print_block(block) == "dataset a = table\n");
    block.body.settings.push_back({"limit", {}, number(5, "5")});
    BOOST_TEST(dsl::print_block(block) == "dataset a = table { limit = 5 }\n");
    block.body.settings.push_back({"file", {}, {Text{std::string(60, 'x')}, {}}});
    BOOST_TEST(dsl::print_block(block) == "dataset a = table {\n  limit = 5\n  file  = \"" + std::string(60, 'x') + "\"\n}\n");
}

BOOST_AUTO_TEST_CASE(a_group_made_by_a_program_puts_its_block_on_several_lines) {
    dsl::BlockStatement block;
    block.role = "model", block.name = "m", block.plugin = "transformer", block.like = "n";
    block.body.groups.push_back({"feature", {}, "hours-per-week", {}, {{{"epochs", {}, number(3, "3")}}, {}}});
    BOOST_TEST(dsl::print_block(block) == "model m = transformer like n {\n  feature \"hours-per-week\" { epochs = 3 }\n}\n");
}

BOOST_AUTO_TEST_CASE(statements_made_by_a_program_are_set_apart_by_kind) {
    dsl::BlockStatement first, second, third;
    first.role = second.role = "model", third.role = "report";
    first.name = "a", second.name = "long", third.name = "r";
    first.plugin = second.plugin = third.plugin = "p";
    dsl::RunStatement run;
    run.body.settings.push_back({"seed", {}, number(7, "7")});
    dsl::SweepStatement sweep;
    sweep.axes.push_back({{{"run", "seed"}, {}}, {{number(1, "1"), number(2, "2")}}, {}, {}});
    BOOST_TEST(dsl::print_statements({first, second, third, run, sweep}) ==
               "model a    = p\nmodel long = p\n\nreport r = p\n\nrun { seed = 7 }\n\nsweep {\n  run.seed in [1, 2]\n}\n");
    BOOST_TEST(dsl::print_axis(sweep.axes[0]) == "run.seed in [1, 2]");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
