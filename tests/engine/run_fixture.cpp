#include "engine/run_fixture.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/host/catalogue.hpp>

namespace rif::test {

namespace {

constexpr const char* k_experiment = R"(rif 1

dataset people = table { file = "people.csv", text = note, label = job }
counterpart swapped = lexicon { attributes = [gender] }
similarity spelling = edit
perturbation synonyms = wordnet { candidates = 6 words, vocabulary = 300 words }
model weights = word_weights { labels = ["nurse", "surgeon"], temperature = 2 }
target RB { alpha = [+1, -1], beta = -1 }
target UF { alpha = [-1, -1], beta = +1 }
attack rifair = rifair
attack random = random

run {
  dataset      = people
  counterpart  = swapped
  perturbation = synonyms
  model        = weights
  target       = [RB, UF]
  attack       = [rifair, random]
  tokens       = 6 tokens
  seed         = 11
}

report tables = paper_tables
)";

/// Every combination of a few halves of sentences: 60 texts, of which some name no gender and one has no word at all.
std::string people() {
    const char* subjects[] = {"He", "She", "His brother", "Her sister", "The person"};
    const char* deeds[] = {"helped the sick child quickly", "repaired a big old car", "wrote a long letter to the city",
                           "bought a small house near the street"};
    const char* ends[] = {"and was very happy.", "before the trip began.", "with a strong friend."};
    std::string csv = "id,note,job\n";
    std::size_t row = 0;
    for (const char* subject : subjects) {
        for (const char* deed : deeds) {
            for (const char* end : ends)
                csv += fmt::format("p{},{} {} {},{}\n", row, subject, deed, end, row % 2 == 0 ? "nurse" : "surgeon"), ++row;
        }
    }
    return csv + "blank,--- !!! ***,nurse\n";
}

}  // namespace

std::string plugin_path() { return (build_folder() / "tests" / "engine_plugins").string() + ":" + (build_folder() / "plugins").string(); }

RunFixture::RunFixture() {
    std::ofstream(folder / "people.csv") << people();
    std::ofstream(folder / "people.rif") << k_experiment;
    ::setenv("RIFAIR_PLUGIN_PATH", plugin_path().c_str(), 1);
}

dsl::Experiment RunFixture::experiment(const std::vector<std::string>& sets) const {
    Diagnostics diagnostics;
    dsl::CheckOptions options;
    options.sets = sets;
    options.sweeps = sweeps;
    auto experiment = dsl::load_experiment((folder / "people.rif").string(), load_catalogue(), options, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) throw Error(diagnostic.slug, diagnostic.message, diagnostic.help, diagnostic.place);
    }
    return std::move(*experiment);
}

RunSummary RunFixture::run(const std::string& out, std::size_t jobs, const std::vector<std::string>& sets, RunView& shown) const {
    RunOptions options;
    options.out = folder / out;
    options.cache_folder = folder / "cache";
    options.jobs = jobs;
    options.cancelled = &cancelled;
    return rif::run(experiment(sets), options, shown);
}

std::string RunFixture::table(const std::string& out, const std::string& name) const {
    std::ifstream in(folder / out / "tables" / name);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace rif::test
