// Axes of a sweep and what --only keeps.
#include <boost/test/unit_test.hpp>

#include "dsl/loaded.hpp"

namespace rif::test {

namespace {

Loaded sweep(const std::string& body, std::vector<std::string> sweeps = {}, std::vector<std::string> only = {},
             const std::string& before = "") {
    dsl::CheckOptions options;
    options.sweeps = std::move(sweeps);
    options.only = std::move(only);
    return load(whole_experiment() + before + (body.empty() ? "" : "sweep {\n" + body + "\n}\n"), options);
}

const dsl::Axis& axis(const Loaded& loaded, std::size_t index = 0) {
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_REQUIRE(loaded.experiment->sweep.size() > index);
    return loaded.experiment->sweep[index];
}

std::string printed(const dsl::Axis& axis) {
    std::string result;
    for (const dsl::AxisValue& value : axis.values) result += (result.empty() ? "" : "|") + value.printed;
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sweeps)

BOOST_AUTO_TEST_CASE(an_axis_has_typed_values_and_the_block_that_it_reaches) {
    const Loaded loaded = sweep("attack.rifair.tokens in [5, 20 tokens]");
    BOOST_TEST(loaded.slugs() == "");
    BOOST_TEST(axis(loaded).address == "attack.rifair.tokens");
    BOOST_TEST(axis(loaded).key == "tokens");
    BOOST_TEST(printed(axis(loaded)) == "5|20 tokens");
    BOOST_REQUIRE(axis(loaded).blocks.size() == 1u);
    BOOST_TEST(loaded.experiment->blocks[axis(loaded).blocks[0]].address() == "attack.rifair");
    BOOST_TEST(axis(loaded).values[0].checked.parameter->key == "tokens");
}

BOOST_AUTO_TEST_CASE(an_axis_over_run_reaches_no_block_and_one_over_a_group_names_it) {
    const Loaded loaded = sweep("run.seed in [1, 2]\n  model.bag.train.epochs in [1, 2]");
    BOOST_TEST(axis(loaded).blocks.empty());
    BOOST_TEST(axis(loaded, 1).group == "train");
    BOOST_TEST(axis(loaded, 1).key == "epochs");
}

BOOST_AUTO_TEST_CASE(an_axis_reaches_those_that_are_like_the_block_and_do_not_give_the_setting) {
    const std::string copies =
        "attack b = rifair like rifair\nattack c = rifair like b { tokens = 3 }\nattack d = rifair like c\nattack e = rifair like b { keep "
        "= on }\n";
    dsl::CheckOptions options;
    options.sets = {"run.attack=[rifair, b, c, d, e]"};
    options.sweeps = {"attack.rifair.tokens in [5, 6]"};
    const Loaded loaded = load(whole_experiment() + copies, options);
    std::string reached;
    for (const std::size_t index : axis(loaded).blocks) reached += loaded.experiment->blocks[index].name + " ";
    BOOST_TEST(reached == "rifair b e ");
}

BOOST_AUTO_TEST_CASE(conditions_lists_and_names_are_values_of_an_axis) {
    const std::string similarities = "similarity a = edit\nsimilarity b = edit\n";
    const Loaded loaded = sweep("perturbation.synonyms.admit in [a >= 0.8, [a >= 0.8, b >= 50 %]]", {}, {}, similarities);
    BOOST_TEST(loaded.slugs() == "");  // both similarities are used, by the axis alone
    BOOST_TEST(printed(axis(loaded)) == "a >= 0.8|[a >= 0.8, b >= 50 %]");
}

BOOST_AUTO_TEST_CASE(a_text_is_printed_without_its_quotes) {
    BOOST_TEST(printed(axis(sweep("dataset.texts.separator in [\";\", auto]"))) == ";|auto");
}

BOOST_AUTO_TEST_CASE(values_are_checked_as_the_settings_they_are) {
    BOOST_TEST(sweep("attack.rifair.tokens in [5, many]").slugs() == "wrong-type");
    BOOST_TEST(sweep("attack.rifair.tokens in [5, 0]").slugs() == "out-of-range");
    BOOST_TEST(sweep("attack.rifair.token in [5, 6]").slugs() == "unknown-setting");
    BOOST_TEST(sweep("attack.rifar.tokens in [5, 6]").slugs() == "unknown-block");
    BOOST_TEST(sweep("perturbation.synonyms.admit in [bag >= 0.8]").slugs() == "wrong-role");
}

BOOST_AUTO_TEST_CASE(the_same_value_and_the_same_address_twice_are_errors) {
    BOOST_TEST(sweep("attack.rifair.tokens in [5, 6, 5]").slugs() == "given-twice");
    BOOST_TEST(sweep("attack.rifair.tokens in [5]\n  attack.rifair.tokens in [6]").slugs() == "given-twice");
}

BOOST_AUTO_TEST_CASE(what_run_combines_and_a_target_are_no_axes) {
    BOOST_TEST(sweep("run.model in [bag]").slugs() == "wrong-axis");
    BOOST_TEST(sweep("target.RB.beta in [+1, -1]").slugs() == "wrong-axis");
    BOOST_TEST(
        sweep("similarity.p.feature.race.weight in [1 per mismatch]", {}, {}, "similarity p = weighted_l1 { because = \"x\" }\n").slugs() ==
        "wrong-axis");
}

BOOST_AUTO_TEST_CASE(an_axis_on_the_command_line_is_added_or_takes_the_place_of_the_files) {
    const Loaded loaded = sweep("attack.rifair.tokens in [5, 6]", {"attack.rifair.tokens in [7]", "run.seed in [1, 2]"});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(loaded.experiment->sweep.size() == 2u);
    BOOST_TEST(printed(axis(loaded)) == "7");
    BOOST_TEST(sweep("", {"run.seed in [1]", "run.seed in [2]"}).slugs() == "given-twice");
    BOOST_TEST(sweep("", {"run.seed"}).diagnostics.errors() == 1u);
}

BOOST_AUTO_TEST_CASE(only_keeps_named_values_as_the_plan_knows_them) {
    const Loaded loaded = sweep("attack.rifair.tokens in [5 tokens, 20]", {},
                                {"attack.rifair.tokens in [20 tokens]", "run.model in [bag]", "attack.rifair.keep in [off]"});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_REQUIRE(loaded.experiment->only.size() == 3u);
    BOOST_TEST(loaded.experiment->only[0].values.at(0) == "20");  // by meaning, in the words of the axis
    BOOST_TEST(loaded.experiment->only[1].values.at(0) == "bag");
    BOOST_TEST(loaded.experiment->only[2].values.at(0) == "off");
}

BOOST_AUTO_TEST_CASE(only_refuses_what_no_cell_has) {
    const std::string axes = "attack.rifair.tokens in [5, 20]";
    BOOST_TEST(sweep(axes, {}, {"attack.rifair.tokens in [7]"}).slugs() == "no-such-cell");
    BOOST_TEST(sweep(axes, {}, {"run.model in [bog]"}).slugs() == "unknown-block");
    BOOST_TEST(sweep(axes, {}, {"run.target in [UF]"}, "target UF { alpha = [-1, -1], beta = +1 }\n").slugs() == "no-such-cell");
    BOOST_TEST(sweep(axes, {}, {"run.modle in [bag]"}).slugs() == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(a_sweep_without_a_run_is_an_error) {
    dsl::CheckOptions options;
    options.may_be_include = true;
    BOOST_TEST(load("attack a = rifair\nsweep { attack.a.tokens in [1, 2] }\n", options).slugs() == "missing-run");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
