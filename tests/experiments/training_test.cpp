// Trained models as a user meets them: made once and kept, made again when a checkpoint changed, gone on with after an interruption, and
// the included backbones trained from scratch in a run.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

#include <rif/base/file.hpp>

#include "experiments/program.hpp"
#include "support/test_data.hpp"

namespace fs = std::filesystem;

namespace {

const std::string k_data = "dataset notes = templates { file = \"templates/biographies.toml\", texts = 240 examples, split = test }\n";

bool has(const rif::test::Finished& run, const std::string& text) { return run.output.find(text) != std::string::npos; }

bool has_neural_plugins() {
    if (!RIFAIR_HAS_NN) BOOST_TEST_MESSAGE("skipped: this build has no model/transformer");
    return RIFAIR_HAS_NN;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(training)

BOOST_AUTO_TEST_CASE(a_model_is_trained_once_and_again_when_its_checkpoint_changed) {
    if (!has_neural_plugins()) return;
    const rif::test::TemporaryFolder home;
    fs::copy(rif::test::source_folder() / "share/checkpoints/tiny_professions", home / "tiny");
    const fs::path file = home / "x.rif";
    std::ofstream(file) << "rif 1\n"
                        << k_data << "model tuned = transformer { checkpoint = \"tiny\", train { epochs = 1 } }\nrun { dataset = notes }\n";
    const auto build = [&] { return rif::test::run_rif({"build", file.string(), "model.tuned"}, home.path()); };
    const rif::test::Finished first = build();
    BOOST_TEST_REQUIRE(first.code == 0, first.output);
    BOOST_TEST(has(first, "trained on "), first.output);
    BOOST_TEST(has(build(), "trained by an earlier run, still kept"));
    std::string weights = rif::read_file(home / "tiny/model.safetensors");
    weights[weights.size() - 2] = static_cast<char>(weights[weights.size() - 2] ^ 1);
    rif::write_file(home / "tiny/model.safetensors", weights);
    BOOST_TEST(has(build(), "trained on "));
}

BOOST_AUTO_TEST_CASE(included_backbones_are_trained_in_the_run_and_those_that_are_not_used_need_not_be_there) {
    if (!has_neural_plugins()) return;
    const rif::test::TemporaryFolder home;
    const fs::path file = home / "x.rif";
    std::ofstream(file)
        << "rif 1\ninclude \"" << (rif::test::source_folder() / "experiments/shared/backbones.rif").string() << "\"\n"
        << k_data
        << "counterpart swapped = lexicon { attributes = [gender] }\nperturbation synonyms = wordnet\nattack random = random\n"
           "target RB { alpha = [+1, -1], beta = -1 }\n"
           "run {\n  dataset = notes, counterpart = swapped, perturbation = synonyms, target = RB, attack = random\n"
           "  model = [small_bert, small_roberta, small_distilbert, small_deberta]\n  population = all\n}\n";
    std::vector<std::string> arguments = {"run", file.string(), "--out", (home / "results").string()};
    for (const char* model : {"small_bert", "small_roberta", "small_distilbert", "small_deberta"}) {
        for (const char* setting : {"hidden=32", "epochs=1", "vocabulary=300"})
            arguments.insert(arguments.end(), {"--set", std::string("model.") + model + ".train." + setting});
    }
    const rif::test::Finished run = rif::test::run_rif(arguments, home.path());
    BOOST_TEST(run.code == 0, run.output);
    for (const char* model : {"small_bert", "small_roberta", "small_distilbert", "small_deberta"})
        BOOST_TEST(has(run, std::string("model ") + model), run.output);
    const rif::test::Finished published =
        rif::test::run_rif({"run", file.string(), "--set", "run.model=bert", "--out", (home / "other").string()}, home.path());
    BOOST_TEST(published.code != 0);
    BOOST_TEST(has(published, "models/bert-base-uncased"), published.output);
}

BOOST_AUTO_TEST_SUITE_END()
