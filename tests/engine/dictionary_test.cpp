// The dictionary's file: what stands in it, who decides, and what is asked again.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <rif/base/file.hpp>
#include <rif/engine/dictionary.hpp>
#include <rif/engine/file_lock.hpp>

#include "engine/admission_fakes.hpp"
#include "support/test_data.hpp"

BOOST_AUTO_TEST_SUITE(dictionary)

using namespace rif::test;
using rif::Error;
using rif::Verdict;
using rif::WordPair;
using Names = std::vector<std::string>;

namespace {

double by_word(const WordPair& pair) { return pair.candidate == "caregiver" ? 0.9 : 0.5; }

/// A folder with a dictionary in it, and a run that uses it.
struct Bench {
    TemporaryFolder folder;
    std::filesystem::path file = folder / "synonyms.toml";
    std::shared_ptr<TablePerturbation> perturbation =
        std::make_shared<TablePerturbation>(TablePerturbation::Table{{"nurse", {"caregiver", "medic"}}, {"sick", {"ill"}}, {"of", {}}});
    std::shared_ptr<FunctionSimilarity> entailment = std::make_shared<FunctionSimilarity>(by_word);
    rif::AdmissionSettings settings = plain_settings();
    Names texts = {"a sick nurse of"}, sensitive;

    Bench() {
        settings.dictionary = file;
        settings.admit = {condition(entailment, 0.8)};
    }
    std::shared_ptr<const rif::Admission> build() { return built(perturbation, settings, texts, sensitive); }
    std::string text() const { return rif::read_file(file); }
    void replace(const std::string& from, const std::string& to) {
        std::string changed = text();
        const std::size_t at = changed.find(from);
        BOOST_TEST_REQUIRE(at != std::string::npos, from);
        rif::write_file(file, changed.replace(at, from.size(), to));
    }
    /// Slug and line of the error that building throws.
    std::string fault() {
        try {
            build();
        } catch (const Error& error) {
            return error.slug() + (error.place() ? ":" + std::to_string(error.place().start().line) : "");
        }
        return "none";
    }
};

void expect(const Names& found, const Names& expected) { BOOST_TEST(found == expected, boost::test_tools::per_element()); }

}  // namespace

BOOST_AUTO_TEST_CASE(the_file_says_what_was_proposed_measured_and_decided) {
    Bench bench;
    bench.build();
    BOOST_TEST(bench.text().find("format       = 1\nperturbation = \"table\"\n") != std::string::npos);
    BOOST_TEST(
        bench.text().find(
            "[[entry]]\nword         = \"nurse\"\nsubstitution = \"caregiver\"\nS_eq         = 0.9\nforward      = 0.9486832980505138\n"
            "backward     = 0.9486832980505138\nmeasured_by  = \"entailment bare\"\nsource       = \"table\"\n"
            "verdict      = \"admitted\"\nreviewed_by  = \"\"\nnote         = \"\"\n") != std::string::npos);
    BOOST_TEST(bench.text().find("verdict      = \"rejected\"") != std::string::npos);
    BOOST_TEST(bench.text().find("[asked]\n\"a\" = 20\n\"nurse\" = 20\n\"of\" = 20\n\"sick\" = 20\n") != std::string::npos);
    BOOST_TEST(!std::filesystem::exists(bench.file.string() + ".lock"));
}

BOOST_AUTO_TEST_CASE(a_complete_dictionary_is_asked_about_nothing_and_left_as_it_is) {
    Bench bench;
    bench.build();
    const auto written = std::filesystem::last_write_time(bench.file);
    bench.perturbation->asked = 0, bench.entailment->asked = 0;
    const auto again = bench.build();
    BOOST_TEST(bench.perturbation->asked == 0u);
    BOOST_TEST(bench.entailment->asked == 0u);
    BOOST_TEST(again->counts().reused == 3u);
    BOOST_TEST(again->counts().measured == 0u);
    expect(admitted(*again, "nurse"), {"caregiver"});
    BOOST_TEST((std::filesystem::last_write_time(bench.file) == written));
}

BOOST_AUTO_TEST_CASE(a_new_threshold_asks_nothing_and_changes_the_verdicts) {
    Bench bench;
    bench.build();
    bench.perturbation->asked = 0, bench.entailment->asked = 0;
    bench.settings.admit[0].condition.bound = 0.4;
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "medic"});
    BOOST_TEST(bench.perturbation->asked + bench.entailment->asked == 0u);
    BOOST_TEST(bench.text().find("rejected\"\n") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_reviewers_verdict_beats_every_threshold_and_stays) {
    Bench bench;
    bench.build();
    bench.replace("verdict      = \"admitted\"\nreviewed_by  = \"\"", "verdict = \"rejected\"\nreviewed_by = \"Ana\"");
    for (const double bound : {0.8, 0.0}) {
        bench.settings.admit[0].condition.bound = bound;
        const auto admission = bench.build();
        const Names found = admitted(*admission, "nurse");
        BOOST_TEST((std::find(found.begin(), found.end(), "caregiver") == found.end()));
        BOOST_TEST(admission->counts().reviewed == 1u);
    }
    BOOST_TEST(bench.text().find("reviewed_by  = \"Ana\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(people_may_add_entries_and_notes) {
    Bench bench;
    bench.build();
    bench.replace("[asked]",
                  "[[entry]]\nword = \"Nurse\"\nsubstitution = \"RN\"\nverdict = \"admitted\"\nreviewed_by = \"Ana\"\nnote = \"say "
                  "\\\"RN\\\"\"\n\n[asked]");
    bench.entailment->asked = 0;
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "RN"});
    BOOST_TEST(bench.entailment->asked == 0u);
    bench.settings.admit[0].condition.bound = 0.95;  // writes the file again
    expect(admitted(*bench.build(), "nurse"), {"RN"});
    BOOST_TEST(bench.text().find("note         = \"say \\\"RN\\\"\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_sensitive_term_stays_out_even_where_a_reviewer_let_it_in) {
    Bench bench;
    bench.build();
    bench.replace("verdict      = \"admitted\"\nreviewed_by  = \"\"", "verdict = \"admitted\"\nreviewed_by = \"Ana\"");
    bench.sensitive = {"caregiver"};
    const auto admission = bench.build();
    BOOST_TEST(admitted(*admission, "nurse").empty());
    BOOST_TEST(admission->counts().dropped_sensitive == 1u);
    BOOST_TEST(bench.text().find("caregiver") != std::string::npos);  // for the next run, whose attributes may be others
}

BOOST_AUTO_TEST_CASE(more_candidates_or_words_ask_for_what_is_missing_alone) {
    Bench bench;
    bench.settings.candidates = 1;
    expect(admitted(*bench.build(), "nurse"), {"caregiver"});
    bench.settings.candidates = 2;
    bench.settings.admit[0].condition.bound = 0.4;
    bench.entailment->asked = 0;
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "medic"});
    BOOST_TEST(bench.entailment->asked == 1u);
    bench.perturbation->asked = 0;
    bench.texts.push_back("new");
    bench.build();
    BOOST_TEST(bench.perturbation->asked == 1u);
    bench.settings.candidates = 1;
    expect(admitted(*bench.build(), "nurse"), {"caregiver"});
    BOOST_TEST(bench.perturbation->asked == 1u);
}

BOOST_AUTO_TEST_CASE(another_similarity_is_measured_beside_and_a_mended_one_anew) {
    Bench bench;
    bench.build();
    const auto closeness = std::make_shared<FunctionSimilarity>([](const WordPair&) { return 0.7; });
    bench.settings.admit = {condition(closeness, 0.6, "closeness")};
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "medic"});
    BOOST_TEST(bench.text().find("S_eq         = 0.7\n") != std::string::npos);
    BOOST_TEST(bench.text().find("also         = [{ measured_by = \"entailment bare\", S_eq = 0.9,") != std::string::npos);
    bench.entailment->asked = 0;
    bench.settings.admit = {condition(bench.entailment, 0.8)};
    bench.build();
    BOOST_TEST(bench.entailment->asked == 0u);
    bench.settings.admit[0].fingerprint = "mended";
    bench.build();
    BOOST_TEST(bench.entailment->asked == 3u);
    BOOST_TEST(bench.text().find("\"entailment bare\"") == std::string::npos);
    BOOST_TEST(bench.text().find("\"entailment bare mended\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_was_done_before_a_failure_is_kept_and_not_asked_again) {
    Bench bench;
    bench.perturbation->fails_at = "sick";
    BOOST_TEST(bench.fault() == "no-answer");
    const std::size_t asked = bench.perturbation->asked;
    BOOST_TEST(bench.text().find("substitution = \"caregiver\"") != std::string::npos);
    bench.perturbation->fails_at.clear();
    expect(admitted(*bench.build(), "sick"), {});
    BOOST_TEST(bench.perturbation->asked == asked + 1);  // the one that failed, for a, nurse and of stand in the file
}

BOOST_AUTO_TEST_CASE(a_fault_in_the_file_is_named_with_its_line) {
    const struct {
        std::string from, to, fault;
    } cases[] = {
        {"[[entry]]", "[[entry", "dictionary:8"},
        {"verdict      =", "verdct =", "dictionary:16"},
        {"\"admitted\"\nreviewed", "\"yes\"\nreviewed", "dictionary:16"},
        {"S_eq         = 0.9", "S_eq = \"high\"", "dictionary:11"},
        {"substitution = \"caregiver\"", "", "dictionary:8"},
        {"note         = \"\"", "note = 3", "dictionary:18"},
        {"format       = 1", "format = 2", "dictionary:5"},
        {"\"a\" = 20", "\"a\" = -1", "dictionary:46"},
    };
    for (const auto& each : cases) BOOST_TEST_CONTEXT(each.to) {
            Bench bench;
            bench.build();
            bench.replace(each.from, each.to);
            BOOST_TEST(bench.fault() == each.fault);
        }
}

BOOST_AUTO_TEST_CASE(a_dictionary_of_another_perturbation_is_refused) {
    Bench bench;
    bench.build();
    bench.settings.fingerprint = "llm qwen";
    const std::string before = bench.text();
    BOOST_TEST(bench.fault() == "dictionary-of-another");
    BOOST_TEST(bench.text() == before);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_an_error_and_a_read_only_one_with_a_complete_file_is_none) {
    Bench bench;
    bench.settings.dictionary = bench.folder / "nowhere/synonyms.toml";
    BOOST_TEST(bench.fault() == "cannot-write");
    if (geteuid() == 0) return;  // root writes everywhere
    bench.settings.dictionary = bench.file;
    bench.build();
    std::filesystem::permissions(bench.folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    bench.settings.admit[0].condition.bound = 0.4;
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "medic"});
    std::filesystem::permissions(bench.folder.path(), std::filesystem::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(two_that_build_the_same_file_ask_once_together) {
    Bench bench;
    std::vector<std::jthread> builders;
    for (int i = 0; i < 4; ++i) builders.emplace_back([&] { bench.build(); });
    builders.clear();
    BOOST_TEST(bench.perturbation->asked == 4u);
    BOOST_TEST(bench.entailment->asked == 3u);
    BOOST_TEST(!std::filesystem::exists(bench.file.string() + ".lock"));
}

BOOST_AUTO_TEST_CASE(another_process_is_waited_for_and_a_dead_one_is_not) {
    const TemporaryFolder folder;
    const std::filesystem::path lock = folder / "x.lock", ready = folder / "ready";
    const pid_t child = fork();
    if (child == 0) {
        const rif::FileLock held(lock, [] {});
        std::ofstream(ready) << 1;
        usleep(700'000);
        _exit(0);  // dies with the lock: its file stays behind
    }
    while (!std::filesystem::exists(ready)) usleep(1000);
    std::size_t waited = 0;
    const rif::FileLock ours(lock, [&] { ++waited; });
    BOOST_TEST(waited >= 1u);
    waitpid(child, nullptr, 0);
}

BOOST_AUTO_TEST_CASE(what_people_write_while_it_is_built_is_kept) {
    Bench bench;
    bench.build();
    bench.texts.push_back("late");
    bench.settings.threads = 1;
    const auto edits = std::make_shared<FunctionSimilarity>([&](const WordPair& pair) {
        if (pair.candidate == "tardy")
            bench.replace("verdict      = \"rejected\"\nreviewed_by  = \"\"", "verdict = \"admitted\"\nreviewed_by = \"Ana\"");
        return by_word(pair);
    });
    bench.settings.admit = {condition(edits, 0.8)};
    bench.perturbation = std::make_shared<TablePerturbation>(TablePerturbation::Table{{"late", {"tardy"}}});
    expect(admitted(*bench.build(), "nurse"), {"caregiver", "medic"});
    BOOST_TEST(bench.text().find("\"Ana\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(any_text_reads_back_as_it_was) {
    const TemporaryFolder folder;
    rif::Dictionary written;
    written.perturbation = "odd \"one\"\\";
    rif::DictionaryEntry entry{"na\u00efve", "two\nlines\ttab \x7f \u0001 \U0001F600", "s", {}, Verdict::open, "", "note"};
    entry.measured = {{"a bare", {1.0, 1e-7, std::nullopt}}, {"b bare", {0.1 + 0.2, std::nullopt, std::nullopt}}};
    written.words["na\u00efve"] = {7, {entry}};
    rif::write_file(folder / "d.toml", written.print());
    const rif::Dictionary read = *rif::read_dictionary(folder / "d.toml", {});
    BOOST_TEST(read.print() == written.print());
    BOOST_TEST(read.words.at("na\u00efve").entries.at(0).substitution == entry.substitution);
    BOOST_TEST(read.words.at("na\u00efve").entries.at(0).measured.at(1).score.value == 0.1 + 0.2);
    BOOST_TEST(!rif::read_dictionary(folder / "none.toml", {}));
}

BOOST_AUTO_TEST_SUITE_END()
