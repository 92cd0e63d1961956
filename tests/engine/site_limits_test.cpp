// What a site sets holds in a run: searches at once, the device, the room for trained models.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

#include "engine/run_fixture.hpp"

namespace {

using namespace rif;
using rif::test::RunFixture;

RunOptions options_of(const RunFixture& fixture) {
    RunOptions options;
    options.out = fixture / "out";
    options.cache_folder = fixture / "cache";
    return options;
}

std::string log_of(const RunFixture& fixture) {
    std::ifstream in(fixture / "out" / "log.txt");
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(limits_of_a_site, RunFixture)

BOOST_AUTO_TEST_CASE(no_more_searches_at_once_than_the_site_allows_whoever_asks) {
    RunOptions options = options_of(*this);
    options.most_jobs = 3;
    options.jobs = 8;
    rif::run(experiment(), options, view);
    BOOST_TEST(log_of(*this).find(", 3 searches at once") != std::string::npos, log_of(*this));
    options.jobs = 2;
    rif::run(experiment(), options, view);
    BOOST_TEST(log_of(*this).find(", 2 searches at once") != std::string::npos, log_of(*this));
    options.jobs.reset();
    options.most_jobs = 4;
    rif::run(experiment({"run.concurrency=9"}), options, view);
    BOOST_TEST(log_of(*this).find(", 4 searches at once") != std::string::npos, log_of(*this));
}

BOOST_AUTO_TEST_CASE(a_device_that_nothing_computes_on_is_refused_unless_the_experiment_names_another) {
    RunOptions options = options_of(*this);
    options.device = "cuda:0";
    BOOST_CHECK_EXCEPTION(rif::run(experiment(), options, view), Error, [](const Error& error) {
        return error.slug() == "not-offered" && error.message().find("cuda:0") != std::string::npos;
    });
    BOOST_TEST(!std::filesystem::exists(folder / "out"));
    BOOST_TEST(rif::run(experiment({"run.device=cpu"}), options, view).cells == 4u);
}

BOOST_AUTO_TEST_CASE(batched_scores_are_recorded_as_such_with_the_decisions_that_they_leave_open) {
    rif::run(experiment({"run.scoring=batched"}), options_of(*this), view);
    BOOST_TEST(log_of(*this).find("fragile decisions: 0 of ") != std::string::npos, log_of(*this));
    BOOST_TEST(rif::read_file(folder / "out" / "environment.toml").find("batched") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(exact_scores_leave_no_decision_open) {
    rif::run(experiment(), options_of(*this), view);
    BOOST_TEST(log_of(*this).find("fragile decisions") == std::string::npos, log_of(*this));
    BOOST_TEST(rif::read_file(folder / "out" / "environment.toml").find("exact") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(after_a_run_trained_models_take_no_more_room_than_the_site_gives) {
    std::filesystem::create_directories(folder / "cache" / "models" / "old");
    std::ofstream(folder / "cache" / "models" / "old" / "weights") << "1234567890";
    RunOptions options = options_of(*this);
    options.cache_bytes = 10;
    rif::run(experiment(), options, view);
    BOOST_TEST(std::filesystem::exists(folder / "cache" / "models" / "old"));
    options.cache_bytes = 9;
    rif::run(experiment(), options, view);
    BOOST_TEST(!std::filesystem::exists(folder / "cache" / "models" / "old"));
    BOOST_TEST(log_of(*this).find("cache.size: 1 trained models") != std::string::npos, log_of(*this));
}

BOOST_AUTO_TEST_SUITE_END()
