// Groups and labels against a schema.
#include <boost/test/unit_test.hpp>

#include "base/schema_bench.hpp"

using namespace rif;
using namespace rif::test;

BOOST_AUTO_TEST_SUITE(groups)

BOOST_AUTO_TEST_CASE(groups_are_known_by_the_schema_labelled_and_repeated_as_it_says) {
    const auto slugs = [](auto&& fill) {
        Bench bench;
        bench.schema.groups = {{"train", false, false, "", {parameter("epochs", Type::count)}, {}}, {"feature", true, true, "", {}, {}}};
        fill(bench);
        bench.check();
        return bench.slugs();
    };
    BOOST_TEST(slugs([](Bench& bench) {
                   bench.body.groups = {bench.group("train"), bench.group("feature", "a"), bench.group("feature", "b")};
               }) == "");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("train"), bench.group("train")}; }) == "given-twice");
    BOOST_TEST(slugs([](Bench& bench) {
                   bench.body.groups = {bench.group("feature", "a"), bench.group("feature", "a")};
               }) == "given-twice");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("feature")}; }) == "group-label");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("train", "x")}; }) == "group-label");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("trian")}; }) == "unknown-group");
    BOOST_TEST(slugs([](Bench& bench) { bench.set("train", number(1, "1")); }) == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(a_setting_that_belongs_into_a_group_says_so) {
    Bench bench;
    bench.schema.groups = {{"train", false, false, "", {parameter("epochs", Type::count)}, {}}};
    bench.set("epochs", number(3, "3")).check();
    BOOST_TEST(bench.only().label == "belongs into 'train { … }'");
}

BOOST_AUTO_TEST_CASE(a_group_has_settings_of_its_own_with_defaults) {
    Bench bench;
    Parameter epochs = parameter("epochs", Type::count);
    epochs.default_value = plain(number(3, "3"));
    bench.schema.groups = {{"train", false, false, "", {epochs}, {}}};
    BOOST_TEST(bench.check()->groups.empty());
    bench.body.groups = {bench.group("train")};
    const auto settings = bench.check();
    BOOST_REQUIRE(settings->groups.size() == 1u);
    BOOST_TEST(number_of(*settings->groups[0].settings, "epochs") == 3);
}

BOOST_AUTO_TEST_SUITE_END()
