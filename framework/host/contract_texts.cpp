// Clauses that hold for whatever is asked about texts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include <fmt/core.h>

#include <rif/host/caught.hpp>
#include <rif/host/contract_clauses.hpp>

namespace rif {

namespace {

constexpr std::size_t k_threads = 4;
constexpr std::size_t k_many = 10'000;
constexpr double k_most_seconds = 60;  // for the many; a plugin that is slower is asked fewer, and that is said

/// The first text whose answers differ, or "".
std::string difference(std::span<const std::string> texts, const std::vector<std::string>& a, const std::vector<std::string>& b) {
    if (a.size() != b.size()) return fmt::format("{} answers, then {}", a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) return fmt::format("the answer for {} is {}, then {}", rif::quoted(texts[i].substr(0, 60)), a[i], b[i]);
    }
    return {};
}

std::string answered(const Ask& ask, std::span<const std::string> texts) {
    const std::size_t got = ask(texts).size();
    return got == texts.size() ? "" : fmt::format("{} texts, {} answers", texts.size(), got);
}

std::string alone_and_reversed(const Ask& ask, const std::vector<std::string>& texts) {
    const std::vector<std::string> together = ask(texts);
    std::vector<std::string> alone, turned(texts.rbegin(), texts.rend());
    for (const std::string& text : texts) alone.push_back(ask({&text, 1}).at(0));
    if (std::string found = difference(texts, together, alone); !found.empty()) return found;
    std::vector<std::string> reversed = ask(turned);
    std::ranges::reverse(reversed);
    return difference(texts, together, reversed);
}

std::string from_threads(const Ask& ask, const std::vector<std::string>& texts, bool deterministic) {
    const std::vector<std::string> before = ask(texts);
    std::vector<std::string> faults(k_threads);
    std::vector<std::thread> threads;
    for (std::string& fault : faults) {
        threads.emplace_back([&] {
            try {
                for (int i = 0; i < 3 && fault.empty(); ++i) {
                    const std::vector<std::string> answers = ask(texts);
                    if (deterministic) fault = difference(texts, before, answers);
                }
            } catch (...) {
                fault = caught_error("an ask").message();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    const auto found = std::ranges::find_if(faults, [](const std::string& fault) { return !fault.empty(); });
    return found == faults.end() ? "" : *found;
}

std::vector<std::string> many_texts(std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(fmt::format("She repaired engine {} before the nurse came home.", i));
    return result;
}

double seconds_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

const std::vector<std::string>& odd_texts() {
    static const std::vector<std::string> texts = {"",
                                                   " ",
                                                   " \t\r\n",
                                                   "--- !!! ***",
                                                   "a",
                                                   "great",
                                                   "She is a nurse.",
                                                   "SHE IS HIS",
                                                   "it’s ‘fine’ – she'd re-read the so-called 'rule'",
                                                   "at that attic",
                                                   "\xEF\xBB\xBF"
                                                   "bom",
                                                   "no\xC2\xA0"
                                                   "break",
                                                   "cafe\xCC\x81 caf\xC3\xA9",
                                                   "👍🏽 🇩🇪 👩‍👩‍👧",
                                                   "我是护士",
                                                   "هي ممرضة",
                                                   "\xE2\x80\x8F"
                                                   "rtl",
                                                   "\xD0\xB0 look-alike",
                                                   "[MASK] [SEP] </s> {gender} \\n %s",
                                                   "\"quoted\", 'cells';\nand lines",
                                                   std::string(3000, 'x'),
                                                   [] {
                                                       std::string words;
                                                       for (int i = 0; i < 1500; ++i) words += "word ";
                                                       return words;
                                                   }()};
    return texts;
}

std::string exact(double value, const std::string& what) {
    if (!std::isfinite(value)) throw Error("not-a-number", fmt::format("{} is {}", what, value));
    return fmt::format("{:a}", value);
}

void Clauses::add(std::string sentence, const std::function<std::string()>& body) {
    Clause clause{Clause::State::kept, std::move(sentence), {}};
    try {
        clause.detail = body();
    } catch (...) {
        const Error error = caught_error("an ask");
        if (error.slug() == "http-unreachable")
            return not_tried(std::move(clause.sentence), error.message());  // a service that is not there
        clause.detail = error.message() + "  [" + error.slug() + "]";
    }
    if (!clause.detail.empty()) clause.state = Clause::State::broken;
    clauses_.push_back(std::move(clause));
}

void Clauses::not_tried(std::string sentence, std::string why) {
    clauses_.push_back({Clause::State::not_tried, std::move(sentence), std::move(why)});
}

void texts_clauses(const Ask& ask, const std::string& what, bool deterministic, Clauses& clauses) {
    const std::vector<std::string>& odd = odd_texts();
    double seconds = 0;
    clauses.add(fmt::format("an empty ask about {} has an empty answer", what), [&] { return answered(ask, {}); });
    clauses.add("survives empty, blank, long and odd " + what, [&] {
        std::string fault;
        seconds = seconds_of([&] { fault = answered(ask, odd); });
        return fault;
    });
    if (deterministic) {
        clauses.add(fmt::format("gives the same answers about {} again", what), [&] { return difference(odd, ask(odd), ask(odd)); });
        clauses.add(fmt::format("an answer does not depend on the other {} or their order", what),
                    [&] { return alone_and_reversed(ask, odd); });
    }
    clauses.add(fmt::format("is asked about {} from four threads at once", what), [&] { return from_threads(ask, odd, deterministic); });
    const double for_many = seconds / static_cast<double>(odd.size()) * static_cast<double>(k_many);
    const std::size_t count =
        for_many <= k_most_seconds
            ? k_many
            : std::max<std::size_t>(odd.size(), static_cast<std::size_t>(static_cast<double>(k_many) * k_most_seconds / for_many));
    clauses.add(fmt::format("answers {} {} in one ask", count, what), [&] { return answered(ask, many_texts(count)); });
}

}  // namespace rif
