// A body of settings against a schema: what it takes, what it refuses and by which slug.
#include <boost/test/unit_test.hpp>

#include "base/schema_bench.hpp"

using namespace rif;
using namespace rif::test;

BOOST_AUTO_TEST_SUITE(settings)

BOOST_AUTO_TEST_CASE(defaults_are_filled_in_and_marked_as_not_given) {
    Bench bench;
    Parameter tokens = parameter("tokens", Type::count), queries = parameter("queries", Type::count), free = parameter("free", Type::text);
    tokens.default_value = plain(number(20, "20"));
    queries.or_word = "none";
    queries.default_value = plain(name("none"));
    bench.schema.parameters = {tokens, queries, free};
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(number_of(*settings, "tokens") == 20);
    BOOST_TEST(!settings->find("tokens")->given);
    BOOST_TEST(settings->find("queries")->word == "none");
    BOOST_TEST(!settings->find("free"));
    BOOST_TEST(settings->find("tokens")->parameter == bench.schema.find("tokens"));
}

BOOST_AUTO_TEST_CASE(an_unknown_setting_names_the_nearest_known_one) {
    Bench bench;
    bench.schema.parameters = {parameter("tokens", Type::count)};
    bench.set("token", number(20, "20")).check();
    BOOST_TEST(bench.only().slug == "unknown-setting");
    BOOST_TEST(bench.only().message == "attack/rifair has no setting 'token'");
    BOOST_TEST(bench.only().label == "did you mean 'tokens'?");
    BOOST_TEST(bench.only().help == "rif plugins describe attack/rifair");
}

BOOST_AUTO_TEST_CASE(a_setting_given_twice_shows_both_places_and_the_first_counts_as_meant) {
    Bench bench;
    bench.schema.parameters = {parameter("tokens", Type::count)};
    bench.set("tokens", number(20, "20")).set("tokens", number(30, "30"));
    const auto settings = bench.check();
    BOOST_TEST(bench.only().slug == "given-twice");
    BOOST_TEST(bench.only().place.begin == bench.body.settings[1].key_place.begin);
    BOOST_TEST(bench.only().related.at(0).place.begin == bench.body.settings[0].key_place.begin);
    BOOST_TEST(number_of(*settings, "tokens") == 20);
}

BOOST_AUTO_TEST_CASE(all_missing_settings_stand_in_one_sentence) {
    Bench bench;
    Parameter checkpoint = parameter("checkpoint", Type::path), labels = parameter("labels", Type::list),
              size = parameter("size", Type::count);
    checkpoint.required = labels.required = size.required = true;
    bench.schema.parameters = {checkpoint, labels, size};
    bench.check();
    BOOST_TEST(bench.only().slug == "missing-setting");
    BOOST_TEST(bench.only().message == "attack/rifair needs 'checkpoint', 'labels' and 'size'");
}

BOOST_AUTO_TEST_CASE(a_deprecated_setting_warns_and_counts_as_the_new_one) {
    Bench bench;
    Parameter old = parameter("words", Type::count);
    old.deprecated = "tokens";
    bench.schema.parameters = {parameter("tokens", Type::count), old};
    bench.set("words", number(5, "5"));
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "deprecated-setting?");
    BOOST_TEST(bench.only().help == "tokens = 5");
    BOOST_TEST(number_of(*settings, "tokens") == 5);
    bench.set("tokens", number(6, "6")).check();
    BOOST_TEST(bench.slugs() == "deprecated-setting? given-twice");
}

BOOST_AUTO_TEST_CASE(each_type_takes_its_own_kind_of_value_and_refuses_the_others) {
    const ListValue list{{plain(number(1, "1"))}};
    const Range range{number(0, "0"), number(1, "1")};
    struct Row {
        Type type;
        std::string takes;  // of: number text name range condition list
    };
    const std::vector<Row> rows = {{Type::number, "number"},    {Type::count, "number"},        {Type::probability, "number"},
                                   {Type::text, "text"},        {Type::path, "text"},           {Type::url, "text"},
                                   {Type::column, "text name"}, {Type::attribute, "text name"}, {Type::unit, "text name"},
                                   {Type::range, "range"},      {Type::condition, "condition"}, {Type::list, "list"}};
    for (const Row& row : rows) {
        const auto fits = [&](const char* kind) { return row.takes.find(kind) != std::string::npos ? "" : "wrong-type"; };
        const Parameter taken = parameter("x", row.type);
        BOOST_TEST(slug_of(taken, number(1, "1")) == fits("number"), type_name(row.type));
        BOOST_TEST(slug_of(taken, Text{"http://x"}) == fits("text"), type_name(row.type));
        BOOST_TEST(slug_of(taken, name("word")) == fits("name"), type_name(row.type));
        BOOST_TEST(slug_of(taken, range) == fits("range"), type_name(row.type));
        BOOST_TEST(slug_of(taken, condition("entailment", number(0.8, "0.8"))) == fits("condition"), type_name(row.type));
        BOOST_TEST(slug_of(taken, list) == fits("list"), type_name(row.type));
    }
}

BOOST_AUTO_TEST_CASE(a_switch_is_on_or_off_and_true_and_yes_are_told_so) {
    const Parameter keep = parameter("keep", Type::on_off);
    BOOST_TEST(slug_of(keep, name("on")) == "");
    BOOST_TEST(slug_of(keep, name("off")) == "");
    for (const auto& [word, meant] : {std::pair{"true", "on"}, {"yes", "on"}, {"false", "off"}, {"no", "off"}}) {
        Bench bench;
        bench.schema.parameters = {keep};
        bench.set("keep", name(word)).check();
        BOOST_TEST(bench.only().help == std::string("keep = ") + meant);
    }
    BOOST_TEST(slug_of(keep, number(1, "1")) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(a_choice_is_one_of_the_choices_or_the_other_word) {
    Parameter substitution = parameter("substitution", Type::choice);
    substitution.choices = {"decoupled", "coupled", "utf-8"};
    substitution.or_word = "none";
    BOOST_TEST(slug_of(substitution, name("coupled")) == "");
    BOOST_TEST(slug_of(substitution, Text{"utf-8"}) == "");
    BOOST_TEST(slug_of(substitution, Text{"coupled"}) == "");  // kept as the name that it is
    BOOST_TEST(slug_of(substitution, name("none")) == "");
    Bench bench;
    bench.schema.parameters = {substitution};
    bench.set("substitution", name("coupled_")).check();
    BOOST_TEST(bench.only().slug == "unknown-choice");
    BOOST_TEST(bench.only().label == "'decoupled', 'coupled', 'utf-8' or 'none'");
    BOOST_TEST(bench.only().help == "substitution = coupled");
}

BOOST_AUTO_TEST_CASE(text_where_a_name_is_due_is_shown_without_quotes_and_the_other_way_round) {
    Bench bench;
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    bench.schema.parameters = {model, parameter("title", Type::text)};
    bench.set("model", Text{"bert"}).set("title", name("census")).check();
    BOOST_REQUIRE(bench.slugs() == "wrong-type wrong-type");
    BOOST_TEST(bench.diagnostics.all()[0].help == "model = bert");
    BOOST_TEST(bench.diagnostics.all()[1].help == "title = \"census\"");
}

BOOST_AUTO_TEST_SUITE_END()
