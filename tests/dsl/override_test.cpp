// --set: addresses, raw texts, and what is said of each part that is wrong.
#include <boost/test/unit_test.hpp>

#include "dsl/loaded.hpp"

namespace rif::test {

namespace {

Loaded set(std::vector<std::string> sets, const std::string& text = whole_experiment()) {
    dsl::CheckOptions options;
    options.sets = std::move(sets);
    return load({{"x.rif", text}, {"rows.csv", "text,label\n"}, {"a b=c.csv", "x\n"}}, options);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(overrides)

BOOST_AUTO_TEST_CASE(a_setting_of_run_a_block_a_group_and_a_target_has_an_address) {
    const Loaded loaded = set({"run.seed=9", "attack.rifair.tokens=3 tokens", "model.bag.train.epochs=5", "target.RB.alpha=[-1, +1]"});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(print(loaded.experiment->run->find("seed")->value) == "9");
    BOOST_TEST(loaded.setting("attack.rifair", "tokens") == "3 tokens");
    BOOST_TEST(print(loaded.block("model.bag").settings->groups.at(0).settings->find("epochs")->value) == "5");
    BOOST_TEST(loaded.experiment->targets.front().alpha_v == -1);
    BOOST_TEST(loaded.slugs() == "misnamed-target?");
}

BOOST_AUTO_TEST_CASE(a_setting_that_is_not_in_the_file_is_added_and_the_last_of_two_counts) {
    const Loaded loaded = set({"attack.rifair.keep=on", "attack.rifair.tokens=3", "attack.rifair.tokens=4"});
    BOOST_TEST(loaded.setting("attack.rifair", "keep") == "on");
    BOOST_TEST(loaded.setting("attack.rifair", "tokens") == "4 tokens");
}

BOOST_AUTO_TEST_CASE(a_group_that_is_not_in_the_file_is_added) {
    std::string text = whole_experiment();
    text.replace(text.find(" { train { epochs = 3 } }"), 25, "");
    const Loaded loaded = set({"model.bag.train.epochs=5"}, text);
    BOOST_TEST(print(loaded.block("model.bag").settings->groups.at(0).settings->find("epochs")->value) == "5");
}

BOOST_AUTO_TEST_CASE(a_label_of_a_group_may_need_quotes) {
    const std::string text =
        whole_experiment("", "quality = []") +
        "similarity p = weighted_l1 { because = \"x\"\n  feature \"hours-per-week\" { weight = 1 per mismatch, because = \"y\" } }\n";
    const Loaded loaded = set({"similarity.p.feature.\"hours-per-week\".weight=2 per mismatch"}, text);
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(print(loaded.block("similarity.p").settings->groups.at(0).settings->find("weight")->value) == "2 per mismatch");
}

BOOST_AUTO_TEST_CASE(texts_and_paths_are_taken_raw) {
    const Loaded loaded = set({"dataset.texts.file=a b=c.csv", "dataset.texts.separator=;", "run.device=cuda:0"});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(loaded.setting("dataset.texts", "file") == "\"a b=c.csv\"");
    BOOST_TEST(loaded.block("dataset.texts").settings->find("file")->resolved_path.ends_with("/a b=c.csv"));
    BOOST_TEST(loaded.setting("dataset.texts", "separator") == "\";\"");
    BOOST_TEST(print(loaded.experiment->run->find("device")->value) == "\"cuda:0\"");
}

BOOST_AUTO_TEST_CASE(a_raw_setting_still_takes_its_word_a_list_and_quotes) {
    BOOST_TEST(set({"dataset.texts.file=none"}).block("dataset.texts").settings->find("file")->word == "none");
    BOOST_TEST(
        set({"dataset.texts.file=[\"rows.csv\", \"a b=c.csv\"]"}).block("dataset.texts").settings->find("file")->resolved_paths.size() ==
        2u);
    BOOST_TEST(set({"dataset.texts.file=\"rows.csv\""}).setting("dataset.texts", "file") == "\"rows.csv\"");
}

BOOST_AUTO_TEST_CASE(a_path_is_looked_up_in_the_working_directory_not_beside_the_file) {
    dsl::CheckOptions options;
    options.sets = {"dataset.texts.file=rows.csv"};
    const Loaded loaded =
        load({{"sub/x.rif", whole_experiment()}, {"rows.csv", "here\n"}, {"sub/rows.csv", "there\n"}}, options, "sub/x.rif");
    const std::string resolved = loaded.block("dataset.texts").settings->find("file")->resolved_path;
    BOOST_TEST(resolved.ends_with("/rows.csv"));
    BOOST_TEST(!resolved.ends_with("/sub/rows.csv"));
}

BOOST_AUTO_TEST_CASE(each_wrong_part_of_an_address_is_said_at_its_place) {
    struct Row {
        const char *set, *slug;
        std::size_t column;
    };
    const Row rows[] = {{"atack.rifair.tokens=3", "unknown-role", 1},
                        {"attack.rifar.tokens=3", "unknown-block", 8},
                        {"attack.rifair.token=3", "unknown-setting", 15},
                        {"attack.rifair=3", "wrong-address", 1},
                        {"attack=3", "wrong-address", 1},
                        {"run=3", "wrong-address", 1},
                        {"attack.rifair.tokens.x=3", "wrong-address", 22},
                        {"attack.rifair.trian.epochs=3", "unknown-group", 15},
                        {"model.bag.train.epoch=3", "unknown-setting", 17},
                        {"model.bag.train=3", "wrong-address", 1},
                        {"run.sed=3", "unknown-setting", 5},
                        {"target.RC.beta=1", "unknown-block", 8},
                        {"run.seed", "wrong-address", 1},
                        {"attack.rifair.tokens=many", "wrong-type", 22},
                        {"attack.rifair.keep=true", "wrong-type", 20},
                        {"attack.rifair.tokens=0", "out-of-range", 22},
                        {"run.model=[bag, bog]", "unknown-block", 17}};
    for (const Row& row : rows) {
        const Loaded loaded = set({row.set});
        BOOST_REQUIRE_MESSAGE(loaded.slugs() == row.slug, row.set << ": " << loaded.slugs());
        const Place& place = loaded.diagnostics.all().front().place;
        BOOST_TEST(place.source->name == "--set");
        BOOST_TEST(place.start().column == row.column, row.set << ": column " << place.start().column);
    }
}

BOOST_AUTO_TEST_CASE(a_value_that_cannot_be_read_is_said_at_its_place_in_the_argument) {
    const Loaded loaded = set({"attack.rifair.tokens=[1,"});
    BOOST_REQUIRE_MESSAGE(loaded.diagnostics.errors() == 1u, loaded.text());
    BOOST_TEST(loaded.diagnostics.all().front().place.source->text == "attack.rifair.tokens=[1,");
    BOOST_TEST(set({"attack..tokens=1"}).diagnostics.errors() == 1u);
    BOOST_TEST(set({"=1"}).diagnostics.errors() == 1u);
    BOOST_TEST(set({""}).diagnostics.errors() == 1u);
    BOOST_TEST(set({"run.seed="}).diagnostics.errors() == 1u);
}

BOOST_AUTO_TEST_CASE(an_override_makes_a_run_where_the_file_has_none) {
    std::string text = whole_experiment();
    text.resize(text.find("run {"));
    const Loaded loaded = set({"run.dataset=texts", "run.counterpart=swapped", "run.model=bag", "run.perturbation=synonyms",
                               "run.target=RB", "run.attack=rifair"},
                              text);
    BOOST_TEST(loaded.slugs() == "");
    BOOST_TEST(loaded.experiment.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
