// What is made once and kept: whole or made again, never somebody else's, never more than there is room for.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <rif/base/error.hpp>
#include <rif/engine/kept_folder.hpp>

#include "support/test_data.hpp"

namespace {

using namespace rif;
namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder "thing" with one file "weights", and what was done with it.
struct Fixture {
    test::TemporaryFolder folder;
    std::vector<std::string> warnings;
    std::size_t made = 0;
    std::string loaded;
    fs::path loaded_from;

    bool use(const fs::path& parent, const std::string& name = "thing") {
        KeptFolders kept(parent, {[] {}, [this](std::string_view text) { warnings.emplace_back(text); }});
        return kept.use(
            name, [this](const fs::path& empty) { std::ofstream(empty / "weights") << "whole", ++made; },
            [this](const fs::path& from) {
                loaded = text_of(from / "weights"), loaded_from = from;
                if (loaded != "whole") throw Error("damaged-weights", loaded);
            });
    }
    fs::path parent() const { return folder / "models"; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(kept_folders, Fixture)

BOOST_AUTO_TEST_CASE(what_is_there_is_used_again) {
    BOOST_TEST(use(parent()));
    BOOST_TEST(use(parent()));
    BOOST_TEST(made == 1u);
    BOOST_TEST(loaded_from == parent() / "thing");
    BOOST_TEST(warnings.empty());
}

BOOST_AUTO_TEST_CASE(what_was_changed_added_to_cut_short_or_has_no_hash_is_made_again_with_a_warning) {
    const fs::path thing = parent() / "thing";
    const std::vector<std::function<void()>> harms = {
        [&] { std::ofstream(thing / "weights") << "Whole"; }, [&] { std::ofstream(thing / "more") << "x"; },
        [&] { fs::resize_file(thing / "weights", 2); },       [&] { fs::remove(thing / "weights"); },
        [&] { fs::remove(parent() / "thing.sha256"); },       [&] { std::ofstream(parent() / "thing.sha256") << "0\n"; },
    };
    use(parent());
    for (std::size_t i = 0; i < harms.size(); ++i) {
        harms[i]();
        warnings.clear();
        BOOST_TEST(use(parent()));
        BOOST_TEST(made == i + 2);
        BOOST_TEST(loaded == "whole");
        BOOST_TEST_REQUIRE(warnings.size() == 1u);
        BOOST_TEST(warnings.front().find(thing.string()) != std::string::npos);
        BOOST_TEST(!fs::exists(thing / "more"));
    }
}

BOOST_AUTO_TEST_CASE(what_the_loader_finds_damaged_is_made_again_although_its_hash_fits) {
    KeptFolders kept(parent(), {[] {}, [](std::string_view) {}});
    kept.use(
        "thing", [](const fs::path& empty) { std::ofstream(empty / "weights") << "of an older kind"; }, [](const fs::path&) {});
    BOOST_TEST(use(parent()));
    BOOST_TEST(made == 1u);
    BOOST_TEST(loaded == "whole");
    BOOST_TEST(warnings.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_the_loader_refuses_for_another_reason_is_refused_and_stays) {
    use(parent());
    KeptFolders kept(parent(), {[] {}, [](std::string_view) {}});
    BOOST_CHECK_EXCEPTION(kept.use(
                              "thing", [](const fs::path&) {}, [](const fs::path&) { throw Error("no-memory", "none"); }),
                          Error, [](const Error& error) { return error.slug() == "no-memory"; });
    BOOST_TEST(text_of(parent() / "thing" / "weights") == "whole");
}

BOOST_AUTO_TEST_CASE(where_nothing_can_be_kept_it_is_made_in_a_folder_of_its_own_that_goes_again) {
    std::ofstream(folder / "file") << "no folder can be made below a file";
    for (const fs::path& parent : {folder / "file" / "models", fs::path("/proc/rifair/models")}) {
        warnings.clear();
        made = 0;
        std::vector<fs::path> places;
        for (int run = 0; run < 2; ++run) {
            BOOST_TEST(!use(parent));
            BOOST_TEST(loaded == "whole");
            BOOST_TEST(!fs::exists(loaded_from));
            places.push_back(loaded_from);
        }
        BOOST_TEST(made == 2u);
        BOOST_TEST(places.front() != places.back());
        BOOST_TEST(warnings.front().find("cannot be written to: nothing trained is kept") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(without_a_temporary_folder_the_refusal_is_an_error_with_a_help) {
    const char* given = std::getenv("TMPDIR");
    const std::string before = given ? given : "";
    std::ofstream(folder / "file") << "no folder";
    ::setenv("TMPDIR", (folder / "file").c_str(), 1);
    BOOST_CHECK_EXCEPTION(use(folder / "file" / "models"), Error,
                          [](const Error& error) { return error.slug() == "cannot-write" && !error.help().empty(); });
    given ? ::setenv("TMPDIR", before.c_str(), 1) : ::unsetenv("TMPDIR");
}

BOOST_AUTO_TEST_CASE(a_failing_fill_leaves_nothing_behind) {
    KeptFolders kept(parent(), {[] {}, [](std::string_view) {}});
    BOOST_CHECK_THROW(kept.use(
                          "thing", [](const fs::path&) { throw Error("no-memory", "none"); }, [](const fs::path&) {}),
                      Error);
    BOOST_TEST(fs::is_empty(parent()));
}

BOOST_AUTO_TEST_CASE(what_an_interrupted_fill_left_unfinished_is_given_to_the_next_one_and_nothing_else) {
    KeptFolders kept(parent(), {[] {}, [](std::string_view) {}});
    const auto begin = [](const fs::path& empty) {
        BOOST_TEST(fs::is_empty(empty));
        fs::create_directories(empty / "unfinished");
        std::ofstream(empty / "unfinished" / "state") << "half way";
        std::ofstream(empty / "other") << "of no use";
        throw Cancelled{};
    };
    BOOST_CHECK_THROW(kept.use("thing", begin, [](const fs::path&) {}), Cancelled);
    const auto go_on = [](const fs::path& begun) {
        BOOST_TEST(text_of(begun / "unfinished" / "state") == "half way");
        BOOST_TEST(!fs::exists(begun / "other"));
        fs::remove_all(begun / "unfinished");
        std::ofstream(begun / "weights") << "whole";
    };
    BOOST_TEST(kept.use("thing", go_on, [](const fs::path& whole) { BOOST_TEST(text_of(whole / "weights") == "whole"); }));
    BOOST_TEST(!fs::exists(parent() / "thing.part"));
}

BOOST_AUTO_TEST_CASE(what_was_never_finished_counts_and_can_be_removed) {
    KeptFolders kept(parent(), {[] {}, [](std::string_view) {}});
    const auto begin = [](const fs::path& empty) {
        fs::create_directories(empty / "unfinished");
        std::ofstream(empty / "unfinished" / "state") << "half way";
        throw Cancelled{};
    };
    BOOST_CHECK_THROW(kept.use("thing", begin, [](const fs::path&) {}), Cancelled);
    BOOST_TEST(hold_below(parent(), 8) == 0u);
    BOOST_TEST(hold_below(parent(), 7) == 1u);
    BOOST_TEST(!fs::exists(parent() / "thing.part"));
}

BOOST_AUTO_TEST_CASE(those_not_used_for_longest_go_first_until_the_rest_fits) {
    for (const char* name : {"a", "b", "c"}) use(parent(), name);
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(parent() / "a", now - std::chrono::hours(3));
    fs::last_write_time(parent() / "b", now - std::chrono::hours(2));
    fs::last_write_time(parent() / "c", now - std::chrono::hours(1));
    use(parent(), "a");  // now the one used last
    BOOST_TEST(hold_below(parent(), 15) == 0u);
    BOOST_TEST(hold_below(parent(), 12) == 1u);
    BOOST_TEST(!fs::exists(parent() / "b"));
    BOOST_TEST(!fs::exists(parent() / "b.sha256"));
    BOOST_TEST(hold_below(parent(), 5) == 1u);
    BOOST_TEST(fs::exists(parent() / "a" / "weights"));
    BOOST_TEST(!fs::exists(parent() / "c"));
    BOOST_TEST(hold_below(folder / "nowhere", 0) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
