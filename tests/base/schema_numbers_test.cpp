// Numbers, units and ranges against a schema.
#include <boost/test/unit_test.hpp>

#include "base/schema_bench.hpp"

using namespace rif;
using namespace rif::test;

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(a_unit_is_converted_to_the_parameters_own) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("timeout", Type::number), "second"),
                               with_unit(parameter("cache", Type::number), "MiB", false), parameter("share", Type::probability),
                               with_unit(parameter("gain", Type::number), "nat")};
    bench.set("timeout", number(1.5, "1.5", {false, "minutes"}))
        .set("cache", counted(2, "GiB"))
        .set("share", counted(7, "%"))
        .set("gain", counted(1, "bit"));
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(number_of(*settings, "timeout") == 90);
    BOOST_TEST(number_of(*settings, "cache") == 2048);
    BOOST_TEST(number_of(*settings, "share") == 0.07);  // exactly: 7 / 100, not 7 * 0.01
    BOOST_TEST(settings->find("share")->value.as<Number>()->text == "0.07");
    BOOST_TEST(number_of(*settings, "gain") == 0.6931471805599453, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_number_in_its_own_unit_keeps_its_decimals) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("weight", Type::number), "year"), parameter("L", Type::number)};
    bench.set("weight", number(0.499, "0.499", {false, "years"})).set("L", number(1, "1.0"));
    const auto settings = bench.check();
    BOOST_TEST(settings->find("weight")->value.as<Number>()->text == "0.499");
    BOOST_TEST(settings->find("L")->value.as<Number>()->text == "1.0");
}

BOOST_AUTO_TEST_CASE(a_unit_that_does_not_fit_is_shown_with_the_right_one) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("tokens", Type::count), "token")};
    bench.set("tokens", counted(20, "seconds")).check();
    BOOST_TEST(bench.only().slug == "wrong-unit");
    BOOST_TEST(bench.only().message == "tokens takes a count of tokens, and this is in seconds");
    BOOST_TEST(bench.only().help == "tokens = 20 tokens");
}

BOOST_AUTO_TEST_CASE(units_are_refused_where_none_is_due_unknown_or_missing) {
    BOOST_TEST(slug_of(parameter("L", Type::number), counted(2, "years")) == "wrong-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), counted(2, "tokns")) == "unknown-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), number(2, "2", {true, "token"})) == "wrong-unit");
    BOOST_TEST(slug_of(with_unit(parameter("age", Type::number), "year", false), number(2, "2")) == "missing-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), number(2, "2")) == "");
    BOOST_TEST(slug_of(with_unit(parameter("scale", Type::number), "any"), counted(2, "years")) == "");
    BOOST_TEST(slug_of(with_unit(parameter("scale", Type::number), "any"), counted(2, "dollars")) == "unknown-unit");
}

BOOST_AUTO_TEST_CASE(a_unit_of_a_feature_elsewhere_in_the_file_is_known) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("epsilon", Type::number), "any")};
    bench.context.extra_units = {"dollar"};
    bench.set("epsilon", counted(2, "dollar")).check();
    BOOST_TEST(bench.slugs() == "");
}

BOOST_AUTO_TEST_CASE(counts_are_whole_and_not_negative) {
    const Parameter tokens = parameter("tokens", Type::count);
    BOOST_TEST(slug_of(tokens, number(1.5, "1.5")) == "not-whole");
    BOOST_TEST(slug_of(tokens, number(-1, "-1")) == "out-of-range");
    BOOST_TEST(slug_of(tokens, number(0, "0")) == "");
    BOOST_TEST(slug_of(tokens, number(1e3, "1e3")) == "");
    BOOST_TEST(slug_of(tokens, number(1e300, "1e300")) == "not-whole");
}

BOOST_AUTO_TEST_CASE(both_ends_of_a_range_belong_to_it) {
    Parameter rate = parameter("rate", Type::number);
    rate.low = 1, rate.high = 10;
    BOOST_TEST(slug_of(rate, number(1, "1")) == "");
    BOOST_TEST(slug_of(rate, number(10, "10")) == "");
    BOOST_TEST(slug_of(rate, number(10.001, "10.001")) == "out-of-range");
    BOOST_TEST(slug_of(rate, number(0.999, "0.999")) == "out-of-range");
    Bench bench;
    bench.schema.parameters = {rate};
    bench.set("rate", number(11, "11")).check();
    BOOST_TEST(bench.only().message == "rate is 11, and must be from 1 to 10");
    BOOST_TEST(bench.only().help == "rate = 10");
}

BOOST_AUTO_TEST_CASE(a_probability_lies_between_0_and_1_after_its_unit) {
    const Parameter share = parameter("share", Type::probability);
    BOOST_TEST(slug_of(share, counted(100, "%")) == "");
    BOOST_TEST(slug_of(share, counted(101, "%")) == "out-of-range");
    BOOST_TEST(slug_of(share, number(1.01, "1.01")) == "out-of-range");
    BOOST_TEST(slug_of(share, counted(1, "tokens")) == "wrong-unit");
}

BOOST_AUTO_TEST_CASE(a_weight_is_per_the_unit_of_its_feature) {
    const auto slug = [](std::optional<std::string> unit, Number weight) {
        Bench bench;
        bench.schema.groups = {{"feature",
                                true,
                                true,
                                "",
                                {parameter("unit", Type::unit), with_unit(parameter("weight", Type::number), "per {unit}", false)},
                                {}}};
        Group age = bench.group("feature", "age");
        if (unit) bench.into(age.body, "unit", name(*unit));
        bench.into(age.body, "weight", std::move(weight));
        bench.body.groups.push_back(std::move(age));
        const auto settings = bench.check();
        if (bench.slugs().empty()) return std::to_string(number_of(*settings->groups.at(0).settings, "weight"));
        return bench.slugs();
    };
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "year"})) == "0.020000");
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "years"})) == "0.020000");
    BOOST_TEST(slug("minute", number(6, "6", {true, "hour"})) == "0.100000");
    BOOST_TEST(slug("dollar", number(0.02, "0.02", {true, "dollar"})) == "0.020000");
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "hour"})) == "wrong-unit");
    BOOST_TEST(slug("year", number(0.02, "0.02", {false, "year"})) == "wrong-unit");
    BOOST_TEST(slug("year", number(0.02, "0.02")) == "missing-unit");
    BOOST_TEST(slug({}, number(1, "1", {true, "mismatch"})) == "1.000000");
    BOOST_TEST(slug({}, number(1, "1", {true, "year"})) == "wrong-unit");
}

BOOST_AUTO_TEST_CASE(a_range_rises_and_has_one_unit) {
    Parameter years = with_unit(parameter("age", Type::range), "minute");
    Bench bench;
    bench.schema.parameters = {years};
    bench.set("age", Range{number(1, "1"), number(2, "2", {false, "hours"})});
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(settings->find("age")->value.as<Range>()->low.value == 60);
    BOOST_TEST(settings->find("age")->value.as<Range>()->high.value == 120);
    BOOST_TEST(slug_of(parameter("age", Type::range), Range{number(2, "2"), number(1, "1")}) == "out-of-range");
    BOOST_TEST(slug_of(parameter("age", Type::range), Range{number(2, "2"), number(2, "2")}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
