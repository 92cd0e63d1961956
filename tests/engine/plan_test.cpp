// The plan: which axes multiply which cells, and what a cell's id depends on.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <memory>
#include <set>

#include <rif/base/error.hpp>
#include <rif/engine/plan.hpp>

#include "engine/run_fixture.hpp"

namespace {

using namespace rif;
using rif::test::RunFixture;

struct PlanFixture : RunFixture {
    std::vector<Cell> planned(const std::string& more, const std::vector<std::string>& sets = {}) {
        std::ofstream(folder / "people.rif", std::ios::app) << more;
        loaded.push_back(std::make_unique<dsl::Experiment>(experiment(sets)));
        return plan(*loaded.back());
    }
    std::vector<std::unique_ptr<dsl::Experiment>> loaded;  // cells point into them
};

std::set<std::string> ids(const std::vector<Cell>& cells) {
    std::set<std::string> result;
    for (const Cell& cell : cells) result.insert(cell.id);
    return result;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(plans, PlanFixture)

BOOST_AUTO_TEST_CASE(lists_of_run_multiply_and_ids_differ) {
    const std::vector<Cell> cells = planned("");
    BOOST_CHECK_EQUAL(cells.size(), 4u);
    BOOST_CHECK_EQUAL(ids(cells).size(), 4u);
}

BOOST_AUTO_TEST_CASE(an_attack_that_never_stops_at_a_target_runs_once_for_all_of_them) {
    BOOST_CHECK_EQUAL(planned("", {"attack.random.stop=never"}).size(), 3u);
}

BOOST_AUTO_TEST_CASE(an_axis_over_a_block_multiplies_only_the_cells_that_read_it) {
    const std::vector<Cell> cells = planned("sweep { attack.rifair.pairing in [extremes, all] }\n");
    BOOST_CHECK_EQUAL(cells.size(), 6u);
    for (const Cell& cell : cells) BOOST_CHECK_EQUAL(cell.settings.empty(), cell.attack->name == "random");
}

BOOST_AUTO_TEST_CASE(an_axis_over_run_leaves_an_attack_with_a_budget_of_its_own_alone) {
    const std::vector<Cell> cells = planned("sweep { run.tokens in [2, 5] }\n", {"attack.random.tokens=3"});
    BOOST_CHECK_EQUAL(cells.size(), 6u);
}

BOOST_AUTO_TEST_CASE(ids_are_by_meaning_and_leave_out_what_cannot_change_a_result) {
    const std::set<std::string> plain = ids(planned(""));
    BOOST_CHECK(ids(planned("", {"run.tokens=6", "run.concurrency=1", "target.RB.beta=-1"})) == plain);
    BOOST_CHECK(ids(planned("", {"run.seed=12"})) != plain);
    BOOST_CHECK(ids(planned("", {"counterpart.swapped.attributes=[race]"})) != plain);
}

BOOST_AUTO_TEST_CASE(more_cells_than_allowed_are_refused_with_the_number) {
    BOOST_CHECK_EXCEPTION(planned("", {"run.max_cells=3"}), Error, [](const Error& error) {
        return error.slug() == "too-many-cells" && error.message().find("3") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(what_this_version_does_not_offer_is_refused_at_its_place) {
    BOOST_CHECK_EXCEPTION(planned("", {"run.orientation=both"}), Error, [](const Error& error) { return error.slug() == "not-offered"; });
}

BOOST_AUTO_TEST_SUITE_END()
