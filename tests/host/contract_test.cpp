// Plugins that break their contract are caught, each at its clause; the good one keeps every clause.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <rif/base/schema_check.hpp>
#include <rif/host/catalogue.hpp>
#include <rif/host/contract.hpp>
#include <rif/host/contract_settings.hpp>
#include <rif/host/manifest.hpp>
#include <rif/host/stand_ins.hpp>

#include "support/test_data.hpp"

namespace {

std::vector<rif::Clause> contract(const std::string& name) {
    static const auto catalogue = rif::load_catalogue({{{rif::test::build_folder() / "tests" / "bad_plugins", "test"}}, {}, {}});
    const rif::PluginEntry* plugin = catalogue->find(rif::Role::similarity, name);
    BOOST_TEST_REQUIRE(plugin, name);
    const rif::test::TemporaryFolder work;
    return rif::contract_of({plugin, {}, {}, {}, work.path()});
}

/// Sentences of the clauses that are broken.
std::vector<std::string> broken(const std::string& name) {
    std::vector<std::string> result;
    for (const rif::Clause& clause : contract(name)) {
        if (clause.state == rif::Clause::State::broken) result.push_back(clause.sentence);
        BOOST_TEST_MESSAGE(name << ": " << clause.sentence << ": " << clause.detail);
    }
    return result;
}

bool breaks(const std::string& name, const std::string& sentence) {
    const std::vector<std::string> all = broken(name);
    return std::ranges::find(all, sentence) != all.end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contract_of_a_role)

BOOST_AUTO_TEST_CASE(a_good_plugin_keeps_every_clause) {
    BOOST_TEST(broken("good").empty());
    BOOST_TEST(contract("good").size() >= 9);
}

BOOST_AUTO_TEST_CASE(each_breach_is_caught_at_its_clause) {
    BOOST_TEST(breaks("breaks_order", "an answer does not depend on the other texts or their order"));
    BOOST_TEST(breaks("breaks_repetition", "gives the same answers about texts again"));
    BOOST_TEST(breaks("breaks_count", "survives empty, blank, long and odd texts"));
    BOOST_TEST(breaks("breaks_numbers", "survives empty, blank, long and odd texts"));
    BOOST_TEST(breaks("breaks_emptiness", "an empty ask about texts has an empty answer"));
    BOOST_TEST(broken("breaks_emptiness").size() == 1);
    BOOST_TEST(broken("breaks_threads") == (std::vector<std::string>{"is asked about texts from four threads at once"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_plugin_that_cannot_be_opened_or_made_breaks_it_too) {
    BOOST_TEST(breaks("old_api", "its library shakes hands"));
    BOOST_TEST(breaks("throws_number", "is made with its defaults"));
}

BOOST_AUTO_TEST_CASE(every_kind_of_parameter_is_given_wrong_values_and_refuses_them) {
    const std::string text = R"(role = "attack"
name = "a"
api = 1
summary = "s"
reads = []
[parameters.n]
type = "number"
range = [-1, 1]
default = 0
help = "h"
[parameters.d]
type = "number"
unit = "second"
range = [1, 9]
default = 2
help = "h"
[parameters.p]
type = "probability"
default = 0.5
help = "h"
[parameters.c]
type = "choice"
choices = ["x", "y"]
default = "x"
help = "h"
[parameters.s]
type = "switch"
default = false
help = "h"
[parameters.m]
type = "block:model"
required = true
help = "h"
[parameters.k]
type = "condition"
many = true
default = []
help = "h"
[parameters.r]
type = "range"
default = [0, 1]
help = "h"
[parameters.l]
type = "list"
of = "text"
default = []
help = "h"
[groups.g]
labelled = true
repeats = true
[groups.g.parameters.w]
type = "number"
unit = "per {unit}"
range = [0, inf]
required = true
help = "h"
)";
    rif::Diagnostics diagnostics;
    const auto plugin = rif::parse_manifest(std::make_shared<const rif::Source>(rif::Source{"manifest.toml", text, {}}), diagnostics);
    for (const rif::Diagnostic& fault : diagnostics.all()) BOOST_ERROR(as_text(fault));
    BOOST_TEST_REQUIRE(plugin.has_value());
    BOOST_TEST(rif::wrong_settings_that_pass(plugin->schema, rif::context_of_contract(*plugin)) == "");
}

BOOST_AUTO_TEST_CASE(the_stand_in_session_counts_and_ends_at_its_budget) {
    rif::StandInSession session(rif::stand_in_pair(0), rif::Target{"RB", 1, -1, -1}, 5);
    BOOST_TEST(session.pair().units().size() == 8);
    BOOST_TEST(session.try_each(0, rif::Member::v).size() == 3);
    BOOST_TEST(session.queries() == 3);
    BOOST_TEST(session.rounds() == 1);
    BOOST_CHECK_THROW(session.try_each(1, rif::Member::v), rif::BudgetSpent);
    BOOST_TEST(session.was_spent());
    BOOST_CHECK_THROW(session.scores(std::vector<std::string>(1)), rif::BudgetSpent);  // spent stays spent
}

BOOST_AUTO_TEST_SUITE_END()
