// Clauses of the roles that work on pairs and results: attack, audit, defense, report.
#include <thread>

#include <fmt/core.h>

#include <rif/api/attack.hpp>
#include <rif/api/audit.hpp>
#include <rif/api/defense.hpp>
#include <rif/api/report.hpp>
#include <rif/base/hash.hpp>
#include <rif/host/caught.hpp>
#include <rif/host/contract_clauses.hpp>
#include <rif/host/stand_ins.hpp>

namespace rif {

namespace {

constexpr std::size_t k_ample = 100'000;  // queries

const std::vector<Target>& targets() {
    static const std::vector<Target> all = {{"RB", 1, -1, -1}, {"UB", -1, 1, -1}, {"UF", -1, -1, 1}};
    return all;
}

struct Searched {
    StandInSession session;
    SearchEnd end;
    bool spent = false;
};

class Searches {
public:
    explicit Searches(const Subject& subject)
        : attack_(dynamic_cast<const Attack&>(*subject.component)), reads_target_(subject.plugin.reads_role("target")) {}

    Searched search(std::size_t number, const Target& target, std::size_t queries, bool with_candidates = true) const {
        Searched result{
            StandInSession(stand_in_pair(number), reads_target_ ? std::optional(target) : std::nullopt, queries, with_candidates),
            {},
            false};
        try {
            result.end = attack_.search(result.session.pair(), result.session);
        } catch (const BudgetSpent&) {
            result.spent = true;
        }
        return result;
    }

    /// The first fault that `fault_of` finds over pairs and targets.
    std::string first_fault(const std::function<std::string(std::size_t, const Target&)>& fault_of) const {
        for (std::size_t number = 0; number < k_stand_in_pairs; ++number) {
            for (const Target& target : targets()) {
                if (std::string fault = fault_of(number, target); !fault.empty())
                    return fmt::format("pair {}, target {}: {}", number, target.name, fault);
            }
        }
        return {};
    }

private:
    const Attack& attack_;
    bool reads_target_;
};

std::string honest_end(const Searched& searched) {
    if (searched.end.stop == Stop::budget || searched.end.stop == Stop::time) return "it ended with a stop that is the framework's to say";
    if (searched.end.stop == Stop::reached && searched.session.target() && !searched.session.reached())
        return "it says reached, and the pair is not in the target's quadrant";
    if (searched.end.stop == Stop::violated && !searched.session.violated()) return "it says violated, and the pair is robust fair";
    if (searched.session.rounds() > searched.session.tokens())
        return fmt::format("{} rounds, {} tokens were allowed", searched.session.rounds(), searched.session.tokens());
    return {};
}

std::string swallowed_end(const Searched& searched) {
    return searched.session.was_spent() && !searched.spent ? "its budget was spent, and it caught that and went on" : "";
}

std::string from_threads(const Searches& searches, const std::string& expected) {
    std::vector<std::string> histories(4);
    std::vector<std::thread> threads;
    for (std::string& history : histories) {
        threads.emplace_back([&] {
            try {
                history = searches.search(0, targets()[0], k_ample).session.history();
            } catch (...) {
                history = caught_error("a search").message();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& history : histories) {
        if (history != expected) return "a search beside others kept something else:\n" + history;
    }
    return {};
}

std::vector<std::pair<std::string, std::string>> written_by(const Report& report, const Results& results) {
    std::vector<std::pair<std::string, std::string>> result;
    for (const std::filesystem::path& file : report.write(results)) {
        if (!std::filesystem::is_regular_file(file)) throw Error("no-file", fmt::format("it says that it wrote {}", file.string()));
        const auto relative = std::filesystem::relative(file, results.folder());
        if (relative.empty() || *relative.begin() == "..")
            throw Error("outside", fmt::format("it wrote {} outside the results", file.string()));
        result.emplace_back(relative.string(), sha256_of(file));
    }
    return result;
}

std::vector<Individual> rows_and_texts() {
    std::vector<Individual> result;
    for (std::size_t i = 0; i < 12; ++i) {
        const std::string age = std::to_string(20 + 3 * i), hours = std::to_string(30 + i % 4);
        result.push_back({std::to_string(i),
                          "a person of " + age,
                          i % 2,
                          {{"gender", i % 2 ? "male" : "female"}},
                          {{age, 20.0 + 3.0 * static_cast<double>(i)}, {hours, 30.0 + static_cast<double>(i % 4)}}});
    }
    return result;
}

}  // namespace

void attack_clauses(const Subject& subject, Clauses& clauses) {
    const Searches searches(subject);
    clauses.add("ends honestly on every target", [&] {
        return searches.first_fault(
            [&](std::size_t number, const Target& target) { return honest_end(searches.search(number, target, k_ample)); });
    });
    clauses.add("lets the end of its budget pass, wherever it comes", [&] {
        for (std::size_t budget = 0; budget < 40; ++budget) {
            const std::string fault = searches.first_fault(
                [&](std::size_t number, const Target& target) { return swallowed_end(searches.search(number, target, budget)); });
            if (!fault.empty()) return fmt::format("budget {}: {}", budget, fault);
        }
        return std::string();
    });
    clauses.add("keeps the same substitutions again", [&] {
        return searches.first_fault([&](std::size_t number, const Target& target) {
            const bool same =
                searches.search(number, target, k_ample).session.history() == searches.search(number, target, k_ample).session.history();
            return std::string(same ? "" : "another search kept something else");
        });
    });
    clauses.add("searches from four threads at once",
                [&] { return from_threads(searches, searches.search(0, targets()[0], k_ample).session.history()); });
    clauses.add("keeps nothing where there are no candidates", [&] {
        return searches.first_fault([&](std::size_t number, const Target& target) {
            const Searched searched = searches.search(number, target, k_ample, false);
            const bool changed = searched.session.current(Member::v).text != searched.session.clean(Member::v).text;
            return changed ? std::string("the text changed") : honest_end(searched);
        });
    });
}

void audit_clauses(const Subject& subject, Clauses& clauses) {
    const auto& audit = dynamic_cast<const Audit&>(*subject.component);
    const std::vector<Individual> individuals = rows_and_texts();
    Matrix scores(individuals.size(), 1);
    for (std::size_t i = 0; i < individuals.size(); ++i) scores[i][0] = static_cast<float>(i) / static_cast<float>(individuals.size());
    const AuditInput input{individuals, {"age", "hours"}, &scores};
    const auto figures = [&] {
        std::string result;
        for (const AuditFigure& figure : audit.audit(input, subject.work_folder).figures) {
            result += figure.name + " " + (figure.value ? exact(*figure.value, figure.name) : "n/a") + "\n";
        }
        return result;
    };
    std::string first;
    try {
        first = figures();
    } catch (const Error& error) {
        clauses.not_tried("has figures for twelve rows", error.message());
        return;
    }
    clauses.add("has figures for twelve rows", [&] { return first.empty() ? "it has none" : ""; });
    clauses.add("has the same figures again", [&] { return figures() == first ? "" : "they differ"; });
}

void defense_clauses(const Subject& subject, Clauses& clauses) {
    const auto& defense = dynamic_cast<const Defense&>(*subject.component);
    class Silent final : public Progress {
        void at(std::size_t, std::size_t) override {}
    };
    clauses.add("a victim that cannot be trained is an error of ours, not a crash", [&]() -> std::string {
        const auto victim = stand_in_model();
        const TrainingData data{{"negative", "positive"}, {{"a bad day", 0}, {"a good day", 1}}, {}};
        Silent progress;
        try {
            defense.harden({victim.get(), {}, &data, [](std::span<const Individual>) { return std::vector<PairRecord>{}; }},
                           subject.work_folder, progress);
        } catch (const Error&) {
            return "";
        }
        return "it says that it hardened what cannot be trained";
    });
}

void report_clauses(const Subject& subject, Clauses& clauses) {
    const auto& report = dynamic_cast<const Report&>(*subject.component);
    const auto write = [&](const char* folder, bool without_pairs) {
        std::filesystem::create_directories(subject.work_folder / folder);
        return written_by(report, *stand_in_results(subject.work_folder / folder, without_pairs));
    };
    clauses.add("writes files, all of them below the results", [&] { return write("results", false).empty() ? "it wrote none" : ""; });
    clauses.add("writes the same bytes again", [&] { return write("results", false) == write("again", false) ? "" : "they differ"; });
    clauses.add("survives a run in which nothing could be attacked", [&] { return write("nothing", true), std::string(); });
}

}  // namespace rif
