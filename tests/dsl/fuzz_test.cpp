// Mutated programs: whatever the text, parser and checker end, every place lies in its text, what the parser accepts survives printing,
// and what the checker accepts has a canonical form that it accepts too.
// RIF_FUZZ_INPUTS and RIF_FUZZ_SEED set how many inputs are tried (100,000) and which; share/scripts/fuzz_language tries a million.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/base/file.hpp>
#include <rif/base/random.hpp>
#include <rif/base/text.hpp>

#include "dsl/experiment.hpp"
#include "dsl/parse.hpp"
#include "dsl/random_document.hpp"
#include "support/test_catalogue.hpp"
#include "support/test_data.hpp"

namespace rif::test {

namespace {

constexpr std::size_t k_inputs = 100'000;
constexpr std::size_t k_longest = 3000;          // bytes of an input, so that a million take minutes
constexpr std::size_t k_most_diagnostics = 101;  // a hundred mistakes, and that there are more

std::size_t from_environment(const char* variable, std::size_t otherwise) {
    const char* value = std::getenv(variable);
    return value && *value ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// Programs to start from: the right and wrong ones of the transcripts, and random documents.
std::vector<std::string> seeds(Random& random) {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests/dsl")) {
        if (entry.path().extension() == ".rif" && entry.file_size() <= k_longest) result.push_back(read_file(entry.path()));
    }
    std::sort(result.begin(), result.end());
    for (std::size_t i = 0; i < 200; ++i) {
        std::vector<std::string> comments;
        result.push_back(written_loosely(random_document(random), random, comments).substr(0, k_longest));
    }
    return result;
}

// clang-format off
constexpr std::array k_pieces = {"{", "}", "[", "]", "=", ",", "..", ".", "\"", "\\", "\\u12", "\\uD83D", "#", "\n", "\r\n", "\r", "\t", " ", "%",
                                 "per", "in", "like", "run {", "\nrun {", "\nsweep { a.b in [", "target T", "\ninclude \"x\"", "rif 1", "20tokens",
                                 ".5", "5.", "1e999", "-", "+", "_", "0", ">=", "<", "=>", "≥", "“", "'", "é", "\xC3", "\xFF", "公", "feature a {",
                                 "model b = c", "\nmodel b = c {", "[[[[", "}}}}", "{{{{", "//", ";", ")", "a.b", "a-b"};
// clang-format on

void mutate(std::string& text, const std::vector<std::string>& all, Random& random) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t size = std::min(text.size() - at, 1 + random.below(random.below(4) == 0 ? 60 : 4));
    switch (random.below(7)) {
        case 0: text.erase(at, size); break;
        case 1: text.insert(at, text.substr(random.below(text.size() + 1), size)); break;
        case 2: text.insert(at, k_pieces[random.below(k_pieces.size())]); break;
        case 3: text.replace(at, size, k_pieces[random.below(k_pieces.size())]); break;
        case 4:
            if (at < text.size()) text[at] = static_cast<char>(random.below(256));
            break;
        case 5: {  // the start of one program and the end of another
            const std::string& other = all[random.below(all.size())];
            text = text.substr(0, at) + other.substr(random.below(other.size() + 1));
            break;
        }
        default: text.resize(at); break;
    }
    if (text.size() > k_longest) text.resize(k_longest);
}

std::shared_ptr<const Source> source_of(std::string text) {
    return std::make_shared<const Source>(Source{"fuzz.rif", std::move(text), {}});
}

/// source: what every place must be of; null where included files have places too.
std::string fault_of_places(const Diagnostics& diagnostics, const Source* source) {
    if (source && diagnostics.all().size() > k_most_diagnostics) return "too many diagnostics";
    for (const Diagnostic& each : diagnostics.all()) {
        const Source* its = each.place.source.get();
        if (source && its != source) return "a place of another text";
        if (its && (each.place.begin > each.place.end || each.place.end > its->text.size())) return "a place outside the text";
        if (each.slug.empty() || each.message.empty() || each.help.empty())
            return "a diagnostic without slug, message or help: " + each.message;
    }
    return "";
}

/// What is wrong with how the language deals with `text`; "" where all is well. is_accepted: it is a right program.
std::string fault(const std::string& text, bool& is_accepted) {
    Diagnostics diagnostics;
    const auto source = source_of(text);
    const dsl::Document document = dsl::parse(source, diagnostics);
    if (const std::string found = fault_of_places(diagnostics, source.get()); !found.empty()) return found;
    is_accepted = !diagnostics.has_errors();
    if (!is_accepted) {
        const std::string said = as_text(diagnostics.all().front());
        return first_invalid_utf8(said) == std::string::npos ? "" : "a message that is not UTF-8";
    }
    const std::string once = dsl::format(document);
    Diagnostics none;
    const dsl::Document again = dsl::parse(source_of(once), none);
    if (!none.all().empty()) return "its canonical form is refused: " + as_text(none.all().front()) + once;
    if (const std::string found = difference(document, again); !found.empty())
        return "its canonical form means something else: " + found + once;
    if (document.comments.size() != again.comments.size()) return "its canonical form has other comments: " + once;
    return dsl::format(again) == once ? "" : "formatting twice changes it: " + once;
}

/// The right side of --set and --sweep take anything from the command line.
std::string fault_of_arguments(const std::string& text) {
    Diagnostics diagnostics;
    const auto source = source_of(text);
    dsl::parse_value(source, diagnostics);
    dsl::parse_axis(source, diagnostics);
    dsl::parse_address(source, diagnostics);
    return fault_of_places(diagnostics, source.get());
}

/// Checks files of its own, as `rif check` does.
class Checker {
public:
    /// What is wrong with how `text` is checked; "" where all is well. is_accepted: it has no error.
    std::string fault(const std::string& text, bool& is_accepted) const {
        Diagnostics diagnostics;
        const auto experiment = load(text, diagnostics);
        if (const std::string found = fault_of_places(diagnostics, nullptr); !found.empty()) return found;
        is_accepted = experiment && !diagnostics.has_errors();
        if (!is_accepted) return diagnostics.has_errors() ? "" : "no experiment, and no error that says why";
        Diagnostics none;
        const auto again = load(experiment->canonical, none);
        if (none.has_errors()) return "its canonical form is refused: " + as_text(none.all().front()) + experiment->canonical;
        return again->blocks.size() == experiment->blocks.size() ? "" : "its canonical form has other blocks: " + experiment->canonical;
    }

private:
    std::optional<dsl::Experiment> load(const std::string& text, Diagnostics& diagnostics) const {
        const std::filesystem::path file = folder_ / "fuzz.rif";
        std::ofstream(file, std::ios::binary) << text;
        return dsl::load_experiment(file.string(), catalogue_, {}, diagnostics);
    }

    TemporaryFolder folder_;
    std::shared_ptr<const Catalogue> catalogue_ = language_catalogue();
};

/// Programs of the transcripts in which the checker finds no error where they lie.
std::vector<std::string> right_experiments(const Checker& checker) {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests/dsl/good")) {
        if (entry.path().extension() != ".rif" || entry.file_size() > k_longest) continue;
        bool is_right = false;
        std::string text = read_file(entry.path());
        if (checker.fault(text, is_right).empty() && is_right) result.push_back(std::move(text));
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// An input that crashes the process is found in this file.
void keep(const std::string& text) {
    const char* path = std::getenv("RIF_FUZZ_KEEP");
    if (path && *path) std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fuzz)

BOOST_AUTO_TEST_CASE(no_text_breaks_the_language) {
    const std::size_t inputs = from_environment("RIF_FUZZ_INPUTS", k_inputs);
    Random random = stream(from_environment("RIF_FUZZ_SEED", 1), {"fuzz", "language"});
    const std::vector<std::string> all = seeds(random);
    const Checker checker;
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
        std::string text = all[random.below(all.size())];
        for (std::size_t n = 1 + random.below(6); n > 0; --n) mutate(text, all, random);
        keep(text);
        bool is_accepted = false, is_experiment = false;
        std::string found = fault(text, is_accepted);
        if (found.empty()) found = checker.fault(text, is_experiment);
        if (found.empty()) found = fault_of_arguments(text.substr(0, random.below(40)));
        BOOST_TEST_REQUIRE(found == "", "input " << i << ": " << found << "\n--- text\n" << text);
        accepted += is_accepted ? 1 : 0;
    }
    // mutations that are never accepted would test half of it
    BOOST_TEST(accepted > inputs / 50, accepted << " of " << inputs << " inputs were right programs");
}

// The mutations above seldom leave an experiment that is right to its end; one small change to a right one often does.
BOOST_AUTO_TEST_CASE(no_experiment_breaks_the_checker) {
    const std::size_t inputs = from_environment("RIF_FUZZ_INPUTS", k_inputs) / 5;
    Random random = stream(from_environment("RIF_FUZZ_SEED", 1), {"fuzz", "checker"});
    const Checker checker;
    const std::vector<std::string> all = right_experiments(checker);
    BOOST_TEST_REQUIRE(all.size() > 3u);
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
        std::string text = all[random.below(all.size())];
        mutate(text, all, random);
        keep(text);
        bool is_accepted = false;
        const std::string found = checker.fault(text, is_accepted);
        BOOST_TEST_REQUIRE(found == "", "input " << i << ": " << found << "\n--- text\n" << text);
        accepted += is_accepted ? 1 : 0;
    }
    BOOST_TEST(accepted > inputs / 20, accepted << " of " << inputs << " inputs were right experiments");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rif::test
