// The results folder: whose results it takes, what stays in it at the end, and that it can be read where nothing may be written.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

#include <sys/wait.h>
#include <unistd.h>

#include <rif/base/error.hpp>
#include <rif/engine/results_db.hpp>
#include <rif/engine/run_folder.hpp>

#include "engine/run_fixture.hpp"

namespace {

using namespace rif;
using rif::test::RunFixture;
namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string help_of(const std::function<void()>& act, const std::string& slug) {
    try {
        act();
    } catch (const Error& error) {
        BOOST_TEST(error.slug() == slug);
        return error.help();
    }
    BOOST_ERROR("nothing was refused");
    return {};
}

/// Whether `act` ends well as a user who may write nowhere here (tests may run as root, whom no permissions hold).
bool succeeds_as_nobody(const std::function<void()>& act) {
    constexpr uid_t k_nobody = 65534;
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setuid(k_nobody) != 0) std::_Exit(2);
        try {
            act();
        } catch (...) {
            std::_Exit(1);
        }
        std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(results_folders, RunFixture)

BOOST_AUTO_TEST_CASE(fresh_writes_over_the_same_run_and_never_over_another) {
    const RunSummary first = run("out");
    const std::string before = text_of(first.folder / "run.sqlite");
    for (const bool fresh : {false, true}) {
        const auto other = [&] { open_run_folder({}, "other", "0123", first.folder, fresh); };
        BOOST_TEST(help_of(other, "other-results") == "name another folder with --out, or remove this one yourself");
    }
    BOOST_TEST(text_of(first.folder / "run.sqlite") == before);
    const std::string id = FolderResults(first.folder).fact("run_id");
    BOOST_TEST(!open_run_folder({}, "people", id, first.folder, true).goes_on);
    BOOST_TEST(!fs::exists(first.folder / "run.sqlite"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_not_written_over) {
    fs::create_directories(folder / "out");
    std::ofstream(folder / "out" / "run.sqlite") << "this is no database, and longer than a head of one: " << std::string(200, 'x');
    const auto fresh = [&] { open_run_folder({}, "people", "0123", folder / "out", true); };
    BOOST_TEST(help_of(fresh, "results-database").find("--fresh") == std::string::npos);
    BOOST_TEST(text_of(folder / "out" / "run.sqlite").starts_with("this is no database"));
}

BOOST_AUTO_TEST_CASE(a_folder_in_use_is_helped_by_another_folder) {
    const RunFolder held = open_run_folder({}, "people", "0123", folder / "out", false);
    const auto second = [&] { open_run_folder({}, "people", "0123", folder / "out", true); };
    BOOST_TEST(help_of(second, "results-in-use") == "wait for it, or name another folder with --out");
}

BOOST_AUTO_TEST_CASE(a_finished_run_leaves_one_file_and_can_be_read_where_nothing_may_be_written) {
    const RunSummary summary = run("out");
    BOOST_TEST(!fs::exists(summary.folder / "run.sqlite-wal"));
    BOOST_TEST(!fs::exists(summary.folder / "run.sqlite-shm"));
    { const Database left_in_wal(summary.folder / "run.sqlite", Database::Mode::write); }
    constexpr fs::perms k_read = fs::perms(0555);
    fs::permissions(folder.path(), k_read | fs::perms::owner_write);
    fs::permissions(summary.folder, k_read);
    const bool read = succeeds_as_nobody([&] {
        const FolderResults results(summary.folder);
        if (results.cells().size() != summary.cells) throw Error("test", "cells are missing");
    });
    fs::permissions(summary.folder, fs::perms::owner_all);
    BOOST_TEST(read);
}

BOOST_AUTO_TEST_CASE(the_log_tells_of_the_begin_and_the_end) {
    const RunSummary summary = run("out");
    const std::string log = text_of(summary.folder / "log.txt");
    BOOST_TEST(log.find("begins: ") != std::string::npos, log);
    BOOST_TEST(log.find("= 4 cells") != std::string::npos, log);
    const std::string searches = std::to_string(summary.searches);
    BOOST_TEST(log.find("ends: " + searches + " of " + searches + " searches are done, 0 of 4 cells failed") != std::string::npos, log);
}

BOOST_AUTO_TEST_SUITE_END()
