// The checker as a whole: what an experiment is when it is right, what blocks ask of each other, and the text it is printed as.
#include <boost/test/unit_test.hpp>

#include <fstream>

#include <rif/base/file.hpp>

#include "dsl/loaded.hpp"
#include "support/test_catalogue.hpp"

namespace rif::test {

namespace {

/// The whole experiment with the lines of `run` replaced.
Loaded with_run(const std::string& run, const std::string& more = "") {
    std::string text = whole_experiment();
    text.resize(text.find("run {"));
    return load(text + more + "run {\n" + run + "\n}\n");
}

const std::string k_pairs = "dataset = texts, counterpart = swapped, perturbation = synonyms";

Loaded target(const std::string& settings, const std::string& name = "RB") {
    return load("target " + name + " { " + settings + " }\n", {.may_be_include = true});
}

std::string maps() {
    std::ifstream file("/proc/self/maps");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check)

BOOST_AUTO_TEST_CASE(the_manifests_of_these_tests_are_right) {
    for (const Diagnostic& fault : language_catalogue()->faults) BOOST_TEST_ERROR(as_text(fault));
    BOOST_TEST(language_catalogue()->plugins.size() > 25u);
}

BOOST_AUTO_TEST_CASE(the_example_of_the_language_page_is_an_experiment) {
    const std::string text = read_file(source_folder() / "tests/dsl/good/whole_example.rif");
    const Loaded loaded = load({{"x.rif", text.substr(text.find('\n') + 1)}});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(loaded.text() == "");
    BOOST_TEST(loaded.experiment->name == "x");
    BOOST_TEST(loaded.experiment->run_names("model").size() == 4u);
    BOOST_TEST(loaded.experiment->targets.size() == 3u);
    BOOST_TEST(loaded.setting("attack.coupled", "substitution") == "coupled");
    BOOST_TEST(loaded.setting("perturbation.synonyms", "admit") == "entailment >= 0.8");
    const auto& features = loaded.block("similarity.profile").settings->groups;
    BOOST_REQUIRE(features.size() == 2u);
    BOOST_TEST(features[1].label == "hours-per-week");
    BOOST_TEST(print(features[1].settings->find("weight")->value) == "0.01 per hour");
    BOOST_TEST(loaded.experiment->sweep.at(0).values.size() == 2u);
}

BOOST_AUTO_TEST_CASE(values_that_mean_the_same_are_kept_in_one_form) {
    const Loaded bare = load(whole_experiment("tokens = 20")), unit = load(whole_experiment("tokens = 20 tokens")),
                 none = load(whole_experiment());
    const auto tokens = [](const Loaded& loaded) { return canonical(loaded.block("attack.rifair").settings->find("tokens")->value); };
    BOOST_TEST(tokens(bare) == tokens(unit));
    BOOST_TEST(tokens(bare) == tokens(none));
}

BOOST_AUTO_TEST_CASE(checking_loads_no_torch_and_no_plugin) {
    const Loaded loaded = load(whole_experiment());
    BOOST_TEST(loaded.experiment.has_value());
    BOOST_TEST(maps().find("libtorch") == std::string::npos);
    BOOST_TEST(maps().find("/plugins/") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_program_loads_no_torch_and_no_plugin_when_it_checks) {
    const std::filesystem::path program = build_folder() / "bin/rif";
    const TemporaryFolder folder;
    write_file(folder / "x.rif", "rif 1\nreport r = paper_tables\nattack a = no_such_attack\n");
    // the loader's own account of every library that it opens
    const std::string command =
        "cd '" + folder.path().string() + "' && LD_DEBUG=files LD_DEBUG_OUTPUT=loaded '" + program.string() + "' check x.rif >said 2>&1";
    const int status = std::system(command.c_str());
    BOOST_TEST(WEXITSTATUS(status) == 2);
    std::string libraries;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        if (entry.path().filename().string().starts_with("loaded.")) libraries += read_file(entry.path());
    }
    BOOST_TEST(libraries.find("librif_api.so") != std::string::npos);
    BOOST_TEST(libraries.find("libtorch") == std::string::npos);
    BOOST_TEST(libraries.find("/plugins/") == std::string::npos);
    BOOST_TEST(read_file(folder / "said").find("there is no plugin attack/no_such_attack") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(runs)

BOOST_AUTO_TEST_CASE(a_run_needs_a_dataset_and_something_that_measures) {
    BOOST_TEST(with_run(k_pairs + ", model = bag, target = RB, attack = rifair").slugs() == "");
    BOOST_TEST(with_run("model = bag").slugs() == "incomplete-run");
    BOOST_TEST(with_run("dataset = texts, model = bag").slugs() == "incomplete-run");
    BOOST_TEST(with_run("counterpart = swapped, perturbation = synonyms, model = bag, target = RB, attack = rifair").slugs() ==
               "incomplete-run");
    BOOST_TEST(with_run("dataset = [], attack = []").slugs() == "incomplete-run");
}

BOOST_AUTO_TEST_CASE(a_file_without_run_is_an_error_to_run_and_none_to_check_or_try) {
    const std::string blocks = "model bag = embedding_bag\n";
    BOOST_TEST(load(blocks).slugs() == "missing-run");
    BOOST_TEST(load(blocks, {.may_be_include = true}).slugs() == "");
    BOOST_TEST(load(blocks, {.needs_run = false}).slugs() == "");
    BOOST_TEST(load(blocks + "run { model = bag }\n", {.needs_run = false}).slugs() == "");
}

BOOST_AUTO_TEST_CASE(an_attack_needs_what_it_reads) {
    const Loaded loaded = with_run("dataset = texts, model = bag, attack = rifair");
    BOOST_REQUIRE(loaded.slugs() == "missing-setting");
    BOOST_TEST(loaded.diagnostics.all().front().message ==
               "attack 'rifair' reads a target, a counterpart and a perturbation, and run names none");
    BOOST_TEST(loaded.diagnostics.all().front().help == "target = RB, counterpart = swapped, perturbation = synonyms");
    BOOST_TEST(with_run(k_pairs + ", target = RB, attack = rifair").slugs() == "missing-setting");  // the model
}

BOOST_AUTO_TEST_CASE(what_an_attack_reads_may_depend_on_a_choice_or_an_axis_over_it) {
    const std::string run = k_pairs + ", model = bag, attack = floor";
    BOOST_TEST(with_run(run, "attack floor = random\n").slugs() == "missing-setting");
    // with stop = never it reads no target: none is needed, and then the file's own are not used
    BOOST_TEST(with_run(run, "attack floor = random { stop = never }\n").slugs() == "unused-block? unused-block?");
    BOOST_TEST(with_run(run + "\n}\nsweep {\n  attack.floor.stop in [never, target]", "attack floor = random { stop = never }\n").slugs() ==
               "missing-setting");
}

BOOST_AUTO_TEST_CASE(a_target_that_no_attack_reads_is_a_warning) {
    BOOST_TEST(with_run(k_pairs + ", model = bag, target = RB, attack = m", "attack m = maft\n").slugs() ==
               "unused-block? unread-setting?");
    BOOST_TEST(with_run(k_pairs + ", model = bag, target = RB, attack = [m, rifair]", "attack m = maft\n").slugs() == "");
}

BOOST_AUTO_TEST_CASE(an_attack_that_needs_more_than_the_model_gives_is_refused) {
    const std::string http = "model far = http { endpoint = \"http://x\", labels = [\"a\"] }\n";
    const std::string run = k_pairs + ", model = [bag, far], target = RB, attack = rifair";
    BOOST_TEST(with_run(run, http).slugs() == "wrong-model");
    BOOST_TEST(with_run(k_pairs + ", model = [bag, far], target = RB, attack = floor", http + "attack floor = random\n").slugs() ==
               "unused-block?");
}

BOOST_AUTO_TEST_CASE(inputs_must_meet) {
    BOOST_TEST(with_run(k_pairs + ", model = line, target = RB, attack = rifair", "model line = logistic\n").slugs() == "wrong-inputs");
    const std::string audit = "similarity t = edit\naudit a = rows { similarity = t }\n";
    BOOST_TEST(load("dataset d = adult_census\n" + audit + "run { dataset = d, audit = a }\n").slugs() == "wrong-role");
    const std::string rows = "similarity p = weighted_l1 { because = \"x\" }\n";
    BOOST_TEST(with_run(k_pairs + ", model = bag, target = RB, attack = rifair, quality = p", rows).slugs() == "wrong-role");
}

BOOST_AUTO_TEST_CASE(a_name_that_run_lists_twice_is_an_error) {
    BOOST_TEST(with_run(k_pairs + ", model = [bag, bag], target = RB, attack = rifair").slugs() == "given-twice");
}

BOOST_AUTO_TEST_CASE(units_of_one_column_must_agree) {
    const auto slugs = [](const std::string& unit) {
        return load(
                   "dataset d = adult_census { feature age { unit = year } }\nsimilarity p = weighted_l1 { because = \"x\", feature age { "
                   "unit = " +
                       unit + ", weight = 1 per " + unit + ", because = \"y\" } }\n",
                   {.may_be_include = true})
            .slugs();
    };
    BOOST_TEST(slugs("years") == "");
    BOOST_TEST(slugs("decade") == "units-disagree");
}

BOOST_AUTO_TEST_CASE(blocks_that_need_each_other_are_an_error) {
    const Loaded loaded = load(
        "similarity a = text_distance { similarity = b }\nsimilarity b = text_distance { similarity = c }\nsimilarity c = text_distance { "
        "similarity = a }\n",
        {.may_be_include = true});
    BOOST_REQUIRE(loaded.slugs() == "block-cycle");
    BOOST_TEST(loaded.diagnostics.all().front().message ==
               "blocks need each other in a circle: similarity.a -> similarity.b -> similarity.c -> similarity.a");
    std::string chain = "similarity s0 = edit\n";
    for (int i = 1; i < 5000; ++i)
        chain += "similarity s" + std::to_string(i) + " = text_distance { similarity = s" + std::to_string(i - 1) + " }\n";
    BOOST_TEST(load(chain, {.may_be_include = true}).slugs() == "");
}

BOOST_AUTO_TEST_CASE(a_block_that_nothing_uses_is_a_warning_and_reports_are_always_used) {
    BOOST_TEST(
        load(whole_experiment() + "model spare = embedding_bag\nreport r = html\ntarget UF { alpha = [-1, -1], beta = +1 }\n").slugs() ==
        "unused-block? unused-block?");
    BOOST_TEST(load(whole_experiment() + "similarity e = edit\n").slugs() == "unused-block?");
}

BOOST_AUTO_TEST_CASE(a_block_that_a_used_block_names_is_used) {
    std::string text = whole_experiment();
    text.replace(text.find("wordnet"), 7, "wordnet { admit = [e >= 0.8, f >= 0.5] }");
    BOOST_TEST(load(text + "similarity e = edit\nsimilarity f = edit\n").slugs() == "");
    std::string trained = whole_experiment();
    trained.replace(trained.find("epochs = 3"), 10, "data = other");
    BOOST_TEST(load(trained + "dataset other = templates\n").slugs() == "");
    // but not one that only an unused block names
    BOOST_TEST(load(whole_experiment() + "dataset other = templates\nmodel spare = embedding_bag { train { data = other } }\n").slugs() ==
               "unused-block? unused-block?");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(targets)

BOOST_AUTO_TEST_CASE(the_papers_three_targets_and_a_repair_are_accepted_without_a_word) {
    BOOST_TEST(target("alpha = [+1, -1], beta = -1", "RB").slugs() == "");
    BOOST_TEST(target("alpha = [-1, +1], beta = -1", "UB").slugs() == "");
    BOOST_TEST(target("alpha = [-1, -1], beta = 1", "UF").slugs() == "");
    BOOST_TEST(target("alpha = [+1, +1], beta = +1", "repair").slugs() == "");
}

BOOST_AUTO_TEST_CASE(alpha_of_the_counterpart_that_pulls_the_other_way_is_a_warning) {
    for (const char* settings :
         {"alpha = [+1, +1], beta = -1", "alpha = [-1, -1], beta = -1", "alpha = [+1, -1], beta = +1", "alpha = [-1, +1], beta = +1"}) {
        BOOST_TEST(target(settings, "own").slugs() == "contrary-target?", settings);
    }
    BOOST_TEST(target("alpha = [-1, +1], beta = +1", "own").text().find("aims at UF") != std::string::npos);
    BOOST_TEST(target("alpha = [+1, -1], beta = +1", "own").text().find("aims at RF") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_target_called_after_another_quadrant_is_a_warning) {
    BOOST_TEST(target("alpha = [-1, +1], beta = -1", "RB").slugs() == "misnamed-target?");
    BOOST_TEST(target("alpha = [+1, +1], beta = +1", "UF").slugs() == "misnamed-target?");
}

BOOST_AUTO_TEST_CASE(signs_are_signs) {
    BOOST_TEST(target("alpha = [+1, 0], beta = -1").slugs() == "out-of-range");
    BOOST_TEST(target("alpha = [+1, -1], beta = 2").slugs() == "out-of-range");
    BOOST_TEST(target("alpha = [+1], beta = -1").slugs() == "wrong-type");
    BOOST_TEST(target("alpha = +1, beta = -1").slugs() == "wrong-type");
    BOOST_TEST(target("alpha = [+1, -1]").slugs() == "missing-setting");
    BOOST_TEST(target("alpha = [+1, -1], beta = -1, gamma = 1").slugs() == "unknown-setting");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(canonical_text)

BOOST_AUTO_TEST_CASE(everything_is_folded_in_and_checking_it_again_gives_it_again) {
    dsl::CheckOptions options;
    options.sets = {"run.seed=9", "attack.rifair.tokens=4"};
    options.sweeps = {"run.gap in [l1, l2]"};
    std::string text = whole_experiment();
    text.replace(text.find("attack = rifair\n"), 15, "attack = coupled");
    const Loaded first =
        load({{"x.rif", "include \"more.rif\"\n" + text},
              {"more.rif", "# a comment\nattack coupled = rifair like rifair { substitution = coupled }\nmodel spare = embedding_bag\n"}},
             options);
    BOOST_REQUIRE_MESSAGE(first.experiment, first.text());
    const std::string printed = first.experiment->canonical;
    for (const char* part : {"seed", "= 9", "run.gap in [l1, l2]", "attack coupled = rifair {", "tokens"})
        BOOST_TEST(printed.find(part) != std::string::npos, part << "\n" << printed);
    for (const char* part : {"include", "like", "#", "spare"}) BOOST_TEST(printed.find(part) == std::string::npos, part << "\n" << printed);

    const Loaded second = load(printed.substr(printed.find('\n') + 1));
    BOOST_TEST(second.slugs() == "unused-block?");  // `like rifair` was its only use
    BOOST_TEST(second.experiment->canonical == printed);
    BOOST_TEST(second.setting("attack.coupled", "tokens") == "4 tokens");
}

BOOST_AUTO_TEST_CASE(paths_are_absolute_and_found_again_from_elsewhere) {
    const Loaded loaded = load({{"x.rif", "include \"sub/data.rif\"\n" + whole_experiment("", "quality = []").replace(0, 26, "")},
                                {"sub/data.rif", "dataset texts = table { file = \"rows.csv\", text = text, label = label }\n"},
                                {"sub/rows.csv", "text,label\n"}});
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    const std::string path = loaded.block("dataset.texts").settings->find("file")->resolved_path;
    BOOST_TEST(path.front() == '/');
    BOOST_TEST(loaded.experiment->canonical.find("\"" + path + "\"") != std::string::npos, loaded.experiment->canonical);
    BOOST_TEST(print(loaded.block("dataset.texts").body.find("file")->value) == "\"rows.csv\"");  // as written, for cells' ids
}

BOOST_AUTO_TEST_CASE(units_in_an_axis_are_printed_as_written) {
    dsl::CheckOptions options;
    options.sweeps = {"attack.rifair.seconds in [1 minute, none]"};
    const Loaded loaded = load(whole_experiment(), options);
    BOOST_REQUIRE_MESSAGE(loaded.experiment, loaded.text());
    BOOST_TEST(loaded.experiment->canonical.find("attack.rifair.seconds in [1 minute, none]") != std::string::npos,
               loaded.experiment->canonical);
    BOOST_TEST(loaded.experiment->sweep[0].values[0].checked.value.as<Number>()->value == 60);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
