// Whose fault it is, by the exit code (share/doc/language.md), and what a run that must not start leaves behind: nothing.
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <fmt/core.h>

#include <rif/base/file.hpp>

#include "support/command_line.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

namespace fs = std::filesystem;

/// An experiment on its own data with the victim of the engine's tests.
struct Trial {
    TemporaryFolder folder;
    std::string file = (folder / "x.rif").string();

    explicit Trial(const std::string& labels = R"(["no", "yes"])") {
        write_file(folder / "texts.csv", "text,label\nShe is a nurse.,yes\nHe is a surgeon.,no\n");
        fs::create_directories(folder / "model");
        fs::copy(build_folder() / "tests/engine_plugins/model/word_weights", folder / "model/word_weights");
        write_file(file, fmt::format(R"(rif 1
dataset texts = table {{ file = "texts.csv", text = text, label = label }}
counterpart swapped = lexicon {{ attributes = [gender] }}
perturbation synonyms = wordnet
model words = word_weights {{ labels = {} }}
target RB {{ alpha = [+1, -1], beta = -1 }}
attack random = random {{ queries = 20 }}
run {{ dataset = texts, counterpart = swapped, perturbation = synonyms, model = words, target = RB, attack = random }}
)",
                                     labels));
    }

    /// `rif COMMAND FILE MORE`; results lie in the folder out.
    Ran rif(const std::string& command, const std::string& more = {}) const {
        return run_rif(fmt::format("{} {} {}", command, file, more), {}, "RIFAIR_PLUGIN_PATH='" + folder.path().string() + "'");
    }
    Ran run(const std::string& more = {}) const { return rif("run", more + " --out " + out().string()); }
    fs::path out() const { return folder / "out"; }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(exit_codes)

BOOST_AUTO_TEST_CASE(what_is_right_ends_with_0) {
    const Trial trial;
    const Ran ran = trial.run();
    BOOST_TEST(ran.code == 0, ran.errors);
    BOOST_TEST(trial.rif("check --deep").code == 0);
}

BOOST_AUTO_TEST_CASE(a_file_that_the_command_line_names_and_that_is_not_there_is_2_in_every_command) {
    for (const char* arguments : {"check nowhere.rif", "run nowhere.rif", "plan nowhere.rif", "fmt nowhere.rif", "try nowhere.rif model.x",
                                  "build nowhere.rif model.x"}) {
        const Ran ran = run_rif(arguments);
        BOOST_TEST(ran.code == 2, arguments);
        BOOST_TEST(ran.errors.starts_with("error: 'nowhere.rif' is not there  [missing-file]"), ran.errors);
    }
}

BOOST_AUTO_TEST_CASE(a_data_file_that_is_not_there_is_4_where_it_is_looked_at) {
    const Trial trial;
    fs::remove(trial.folder / "texts.csv");
    BOOST_TEST(trial.rif("check").code == 0);
    BOOST_TEST(trial.rif("check --deep").code == 4);
    BOOST_TEST(trial.rif("plan --deep").code == 4);
    BOOST_TEST(trial.run().code == 4);
    BOOST_TEST(!fs::exists(trial.out()));
}

BOOST_AUTO_TEST_CASE(a_plugin_without_library_or_with_another_manifest_is_3) {
    const Trial trial;
    const fs::path plugin = trial.folder / "model/word_weights";
    const std::string manifest = read_file(plugin / "manifest.toml");
    write_file(plugin / "manifest.toml", manifest + "\n# changed\n");
    BOOST_TEST(trial.run().code == 3);
    write_file(plugin / "manifest.toml", manifest);
    fs::remove(plugin / "word_weights.so");
    BOOST_TEST(trial.run().code == 3);
    BOOST_TEST(trial.rif("check --deep").code == 3);
    BOOST_TEST(!fs::exists(trial.out()));
}

BOOST_AUTO_TEST_CASE(labels_that_the_model_does_not_have_are_found_before_the_run_begins) {
    const Trial trial(R"(["yes", "other"])");
    for (const Ran& ran : {trial.rif("check --deep"), trial.rif("plan --deep"), trial.run()}) {
        BOOST_TEST(ran.code == 2);
        BOOST_TEST(has(ran.errors, "x.rif:5:"), ran.errors);
        BOOST_TEST(has(ran.errors, "model.words has no label 'no': it knows yes, other, and the data has no, yes  [labels]"), ran.errors);
    }
    BOOST_TEST(!fs::exists(trial.out()));
}

BOOST_AUTO_TEST_CASE(a_results_folder_that_is_not_whole_is_4) {
    const Trial trial;
    BOOST_TEST_REQUIRE(trial.run().code == 0);
    fs::remove(trial.out() / "experiment.rif");
    const Ran ran = run_rif("report " + trial.out().string());
    BOOST_TEST(ran.code == 4);
    BOOST_TEST(has(ran.errors, "it holds no experiment.rif  [no-results]"), ran.errors);
    fs::remove(trial.out() / "run.sqlite");
    BOOST_TEST(run_rif("report " + trial.out().string()).code == 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
