// rif fmt: what it writes, what it leaves alone, and its exit codes.
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <unistd.h>

#include <rif/base/file.hpp>

#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_untidy = "rif 1\nrun{seed=7}   # why\n";
constexpr const char* k_tidy = "rif 1\nrun { seed = 7 }  # why\n";
constexpr const char* k_wrong = "rif 1\nrun { seed = .5 }\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(command_fmt)

BOOST_AUTO_TEST_CASE(a_file_is_rewritten_in_its_canonical_form_and_named) {
    const TemporaryFolder folder;
    const std::string file = (folder / "x.rif").string();
    write_file(file, k_untidy);
    const Ran first = run_rif("fmt " + file);
    BOOST_TEST(first.code == 0);
    BOOST_TEST(first.out == "formatted " + file + "\n");
    BOOST_TEST(read_file(file) == k_tidy);
    const Ran second = run_rif("fmt " + file);
    BOOST_TEST(second.code == 0);
    BOOST_TEST(second.out == "");
}

BOOST_AUTO_TEST_CASE(check_changes_nothing_and_ends_with_1_where_something_would_change) {
    const TemporaryFolder folder;
    write_file(folder / "untidy.rif", k_untidy);
    write_file(folder / "tidy.rif", k_tidy);
    BOOST_TEST(run_rif("fmt --check " + (folder / "tidy.rif").string()).code == 0);
    const Ran ran = run_rif("fmt --check " + (folder / "untidy.rif").string() + " " + (folder / "tidy.rif").string());
    BOOST_TEST(ran.code == 1);
    BOOST_TEST(ran.out == "would change " + (folder / "untidy.rif").string() + "\n");
    BOOST_TEST(read_file(folder / "untidy.rif") == k_untidy);
}

BOOST_AUTO_TEST_CASE(a_wrong_file_is_left_as_it_is_and_the_others_are_formatted) {
    const TemporaryFolder folder;
    write_file(folder / "wrong.rif", k_wrong);
    write_file(folder / "untidy.rif", k_untidy);
    const Ran ran = run_rif("fmt " + (folder / "wrong.rif").string() + " " + (folder / "untidy.rif").string());
    BOOST_TEST(ran.code == 2);
    BOOST_TEST(ran.errors.find("[digit-before-point]") != std::string::npos);
    BOOST_TEST(read_file(folder / "wrong.rif") == k_wrong);
    BOOST_TEST(read_file(folder / "untidy.rif") == k_tidy);
}

BOOST_AUTO_TEST_CASE(a_missing_file_and_a_folder_end_with_2) {
    const TemporaryFolder folder;
    BOOST_TEST(run_rif("fmt " + (folder / "nothing.rif").string()).code == 2);
    BOOST_TEST(run_rif("fmt " + folder.path().string()).code == 2);
}

BOOST_AUTO_TEST_CASE(a_hyphen_reads_standard_input_and_writes_standard_output) {
    const Ran ran = run_rif("fmt -", k_untidy);
    BOOST_TEST(ran.code == 0);
    BOOST_TEST(ran.out == k_tidy);
    const Ran wrong = run_rif("fmt -", k_wrong);
    BOOST_TEST(wrong.code == 2);
    BOOST_TEST(wrong.out == "");
    BOOST_TEST(wrong.errors.starts_with("standard input:2:14: error:"));
    BOOST_TEST(run_rif("fmt --check -", k_untidy).code == 1);
}

BOOST_AUTO_TEST_CASE(json_is_one_object_a_line) {
    const TemporaryFolder folder;
    write_file(folder / "x.rif", k_untidy);
    BOOST_TEST(run_rif("fmt --json " + (folder / "x.rif").string()).out ==
               "{\"file\":\"" + (folder / "x.rif").string() + "\",\"changed\":true}\n");
    const Ran wrong = run_rif("fmt --json -", k_wrong);
    BOOST_TEST(wrong.code == 2);
    BOOST_TEST(wrong.errors == "");
    BOOST_TEST(wrong.out.find("\"slug\":\"digit-before-point\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link_and_permissions_stay) {
    const TemporaryFolder folder;
    write_file(folder / "x.rif", k_untidy);
    fs::permissions(folder / "x.rif", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(folder / "x.rif", folder / "link.rif");
    BOOST_TEST(run_rif("fmt " + (folder / "link.rif").string()).code == 0);
    BOOST_TEST(fs::is_symlink(folder / "link.rif"));
    BOOST_TEST(read_file(folder / "x.rif") == k_tidy);
    BOOST_TEST((fs::status(folder / "x.rif").permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(upgrade_formats_a_file_of_this_version_and_refuses_a_newer_one) {
    BOOST_TEST(run_rif("fmt --upgrade -", k_untidy).out == k_tidy);
    const Ran newer = run_rif("fmt --upgrade -", "rif 2\n");
    BOOST_TEST(newer.code == 2);
    BOOST_TEST(newer.errors.find("[version-newer]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_wrong_command_line_ends_with_2_and_says_what_to_type) {
    for (const char* arguments : {"fmt", "fmt --nonsense x.rif", "fmt --check --upgrade x.rif"}) {
        const Ran ran = run_rif(arguments);
        BOOST_TEST(ran.code == 2, arguments);
        BOOST_TEST(ran.errors.find("help: rif fmt") != std::string::npos, arguments);
    }
    BOOST_TEST(run_rif("fmt --help").code == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
