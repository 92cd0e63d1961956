// language_bench [LINES]: how long it takes to parse, print and check a .rif file of that many lines (10,000), and to do all that
// `rif check experiments/quickstart.rif` does, plugins' manifests included; the least of ten times. Run from the source tree.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/core.h>

#include <rif/base/file.hpp>
#include <rif/host/catalogue.hpp>

#include "dsl/experiment.hpp"
#include "dsl/parse.hpp"

namespace {

using namespace rif;

constexpr std::size_t k_lines = 10'000;
constexpr int k_times = 10;

/// A file as people write them: blocks of ten lines with comments, groups, lists, conditions and units. Below 1 MiB for 10,000 lines.
std::string program(std::size_t lines) {
    std::string text = "rif 1\n";
    for (std::size_t i = 0; i * 10 + 1 < lines; ++i) {
        text += fmt::format(
            "\nperturbation p{0} = llm {{\n  endpoint   = \"http://localhost:8000/v1\"\n  candidates = 20 words\n  admit      = entailment "
            ">= 0.8  # all hold\n"
            "  labels     = [negative, positive, \"both or none\"]\n  range      = 0..1_000 tokens\n"
            "  feature \"hours-per-week\" {{ unit = hour, weight = 0.01 per hour }}\n  because    = \"seniority\"\n}}\n",
            i);
    }
    return text;
}

/// A file that checks without a fault: as many attacks as its lines hold, all run.
std::string experiment(std::size_t lines) {
    std::string text =
        "rif 1\ndataset notes = templates { limit = 40 examples }\ncounterpart swapped = lexicon { attributes = [gender] }\n"
        "perturbation synonyms = wordnet\nmodel bag = embedding_bag { train { epochs = 3 } }\n";
    std::string names;
    for (std::size_t i = 0; i * 5 + 12 < lines; ++i) {
        text += fmt::format("attack a{} = random {{\n  stop    = never  # after all edits\n  tokens  = {} tokens\n  queries = 100\n}}\n", i,
                            1 + i % 50);
        names += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
    }
    return text + fmt::format(
                      "run {{\n  dataset      = notes\n  counterpart  = swapped\n  perturbation = synonyms\n  model        = bag\n"
                      "  attack       = [{}]\n}}\n",
                      names);
}

void check(const std::string& file) {
    dsl::CheckOptions options;
    options.may_be_include = true;
    options.print_canonical = false;
    Diagnostics diagnostics;
    dsl::load_experiment(file, load_catalogue(), options, diagnostics);
    if (diagnostics.has_errors()) fmt::print(stderr, "{}", as_text(diagnostics.sorted().front())), std::exit(1);
}

template <class Work>
double least_milliseconds(Work work) {
    double least = 1e9;
    for (int i = 0; i < k_times; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        least = std::min(least, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    return least;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t lines = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : k_lines;
    const auto source = std::make_shared<const Source>(Source{"bench.rif", program(lines), {}});
    const auto parsed = [&] {
        Diagnostics diagnostics;
        dsl::Document document = dsl::parse(source, diagnostics);
        if (diagnostics.has_errors()) fmt::print(stderr, "{}", as_text(diagnostics.all().front())), std::exit(1);
        return document;
    };
    const dsl::Document document = parsed();
    fmt::print("{} lines, {} KiB\n", std::count(source->text.begin(), source->text.end(), '\n'), source->text.size() / 1024);
    fmt::print("parse   {:7.1f} ms\n", least_milliseconds(parsed));
    fmt::print("format  {:7.1f} ms\n", least_milliseconds([&] { return dsl::format(document).size(); }));

    if (!load_catalogue()->find(Role::model, "embedding_bag")) {
        fmt::print("check   not measured: built without the neural plugins (RIFAIR_NN=OFF)\n");
        return 0;
    }
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "language_bench.rif";
    write_file(file, experiment(lines));
    fmt::print("check   {:7.1f} ms\n", least_milliseconds([&] { check(file.string()); }));
    std::filesystem::remove(file);
    fmt::print("check   {:7.1f} ms  experiments/quickstart.rif\n", least_milliseconds([] { check("experiments/quickstart.rif"); }));
    return 0;
}
