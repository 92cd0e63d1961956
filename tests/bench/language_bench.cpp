// language_bench [LINES]: how long parsing and printing a .rif file of that many lines (10,000) takes; the least of ten times.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include <fmt/core.h>

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
    return 0;
}
