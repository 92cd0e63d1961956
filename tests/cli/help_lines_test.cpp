// What a help line says to type is not refused itself.
#include <boost/test/unit_test.hpp>

#include <rif/base/file.hpp>
#include <rif/base/shell.hpp>

#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Of `rif COMMAND FILE MORE`, where the file's path has a blank and a letter beyond ASCII.
std::string errors_of(const std::string& command, const std::string& more) {
    const TemporaryFolder folder;
    const std::string file = (folder / "ä b.rif").string();
    write_file(file,
               "rif 1\ndataset texts = templates { limit = 5 examples }\nmodel letters = embedding_bag\nattack random = random\n"
               "run { dataset = texts, model = letters, attack = random }\n");
    return run_rif(command + " '" + file + "' " + more).errors;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(help_lines)

BOOST_AUTO_TEST_CASE(words_for_a_shell_are_quoted_where_it_would_read_them_otherwise) {
    BOOST_TEST(shell_word("results/x.rif") == "results/x.rif");
    BOOST_TEST(shell_word("a b") == "'a b'");
    BOOST_TEST(shell_word("it's $x") == "'it'\\''s $x'");
    BOOST_TEST(shell_word("") == "''");
    BOOST_TEST(shell_word("ä") == "'ä'");
}

BOOST_AUTO_TEST_CASE(a_run_setting_without_run_is_suggested_with_it) {
    BOOST_TEST(has(errors_of("plan", "--set seed=3"), "help: run.seed\n"));
}

BOOST_AUTO_TEST_CASE(only_says_what_an_address_that_is_not_swept_is) {
    BOOST_TEST(has(errors_of("plan", "--only 'run.seed in [3]'"), "no cell has '3': run.seed is not swept, and 0 in all of them"));
}

BOOST_AUTO_TEST_CASE(a_site_setting_that_is_none_leads_to_the_list) {
    BOOST_TEST(has(run_rif("config zzzzzzzz").errors, "help: rif config lists them"));
}

BOOST_AUTO_TEST_CASE(a_site_configuration_that_is_not_there_is_warned_of) {
    BOOST_TEST(has(run_rif("config cache", {}, "RIFAIR_SITE_CONFIG=/nowhere/rifair.toml").errors, "which is not there"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
