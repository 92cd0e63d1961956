// rif bench model: sentences a second of each way to score, in turns of a few tenths of a second, so that what else the machine does
// falls on all of them.
#include <rif/base/model_bench.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <numeric>
#include <thread>

#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/base/hash.hpp>
#include <rif/base/text.hpp>
#include <rif/nn/bench/bare_products.hpp>
#include <rif/nn/bench/crew.hpp>
#include <rif/nn/bench/plain_forward.hpp>
#include <rif/nn/bench/random_checkpoint.hpp>
#include <rif/nn/models/classifier.hpp>

namespace rif::nn {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_batch = 32;                     // texts of a textbook's batch, and the most of a group
constexpr std::size_t k_published = 30522;              // words of BERT's vocabulary
constexpr std::size_t k_longest = 128;                  // tokens that real texts are cut to
constexpr double k_turn = 0.15;                         // seconds that one way has in a round, at least one call
constexpr double k_same = 1e-4;                         // what two right computations may differ by
constexpr auto k_rest = std::chrono::milliseconds(30);  // OpenMP's threads spin for a while after their work

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Seconds of this thread: on the clock, or on a processor alone where others take it away.
double now(bool on_processor) {
    timespec time{};
    ::clock_gettime(on_processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Texts in order, walked round and round.
class Walk {
public:
    Walk(const std::vector<TokenIds>& texts, std::size_t start) : texts_(texts), at_(start) {}
    std::span<const TokenIds> next(std::size_t count) {
        if (at_ + count > texts_.size()) at_ = 0;
        at_ += std::min(count, texts_.size());
        return std::span(texts_).subspan(at_ - std::min(count, texts_.size()), std::min(count, texts_.size()));
    }

private:
    const std::vector<TokenIds>& texts_;
    std::size_t at_;
};

/// A way to score: `call` takes some texts; how many at a time.
struct Way {
    std::string name;
    std::size_t texts;
    bool is_torchs;  // its threads are torch's own, of one caller
    std::function<void(std::span<const TokenIds>)> call;
};

std::vector<std::size_t> lengths(std::span<const TokenIds> texts) {
    std::vector<std::size_t> result;
    for (const TokenIds& text : texts) result.push_back(text.ids.size());
    return result;
}

class Measured {
public:
    Measured(const std::filesystem::path& folder, const ModelBench& what)
        : exact_(Classifier::load(folder, {false, "cpu", what.kept})),
          batched_(Classifier::load(folder, {true, "cpu", {}})),
          plain_(Checkpoint::open(folder), exact_.config()),
          products_(exact_.config()),
          seconds_(what.seconds),
          is_busy_(what.on_busy_machine) {}

    ModelBenchLine line(const std::vector<TokenIds>& texts, std::size_t workers) const {
        check(texts);
        const double mean = static_cast<double>(total(texts)) / static_cast<double>(texts.size());
        const std::size_t together = std::clamp<std::size_t>(static_cast<std::size_t>(static_cast<double>(k_most_rows) / mean), 1, k_batch);
        const std::vector<Way> all = ways(together);
        Crew crew(workers, 1), torchs(1, is_busy_ ? 1 : workers);
        std::vector<std::vector<double>> rates(all.size());
        std::vector<Walk> walks;
        for (std::size_t worker = 0; worker < workers; ++worker) walks.emplace_back(texts, worker * texts.size() / workers);
        const auto start = Clock::now();
        do {
            for (std::size_t i = 0; i < all.size(); ++i) {
                const double own = rate(all[i], all[i].is_torchs ? torchs : crew, walks);
                rates[i].push_back(all[i].is_torchs && is_busy_ ? own * static_cast<double>(workers) : own);
                if (all[i].is_torchs) std::this_thread::sleep_for(k_rest);
            }
        } while (seconds_since(start) < seconds_);
        return summary(all, rates);
    }

private:
    static std::size_t total(const std::vector<TokenIds>& texts) {
        return std::accumulate(texts.begin(), texts.end(), std::size_t{0},
                               [](std::size_t sum, const TokenIds& text) { return sum + text.ids.size(); });
    }

    /// All ways compute the same, or nothing is measured.
    void check(const std::vector<TokenIds>& texts) const {
        const std::span some = std::span(texts).first(std::min<std::size_t>(texts.size(), 4));
        torch_threads(1);
        const Matrix own = exact_.logits(some), plain = plain_.logits(some);
        for (std::size_t i = 0; i < own.values().size(); ++i) {
            if (std::abs(own.values()[i] - plain.values()[i]) > k_same)
                throw Error("bench-differs",
                            fmt::format("our logits and the plain forward's differ: {} and {}", own.values()[i], plain.values()[i]));
        }
    }

    std::vector<Way> ways(std::size_t together) const {
        const auto scores = [](const Classifier& model) { return [&model](std::span<const TokenIds> texts) { model.logits(texts); }; };
        const Grouping grouping = exact_.grouping();
        const auto bare = [this, fewest = grouping.fewest_rows](std::span<const TokenIds> texts) { products_.run(lengths(texts), fewest); };
        return {{"alone", 1, false, scores(exact_)},
                {"products alone", 1, false, bare},
                {"groups", together, false, scores(exact_)},
                {"products groups", grouping.most_rows > 1 ? together : 1, false, bare},
                {"batched", together, false, scores(batched_)},
                {"plain", k_batch, true, [this](std::span<const TokenIds> texts) { plain_.logits(texts); }}};
    }

    /// Sentences a second, all workers together.
    double rate(const Way& way, Crew& crew, std::vector<Walk>& walks) const {
        std::vector<double> rates(crew.size());
        crew.run([&](std::size_t worker) {
            std::size_t count = 0;
            const double start = now(is_busy_);
            double taken = 0;
            do {
                const std::span<const TokenIds> some = walks[worker].next(way.texts);
                way.call(some);
                count += some.size();
                taken = now(is_busy_) - start;
            } while (taken < k_turn);
            rates[worker] = static_cast<double>(count) / taken;
        });
        return std::accumulate(rates.begin(), rates.end(), 0.0);
    }

    static ModelBenchLine summary(const std::vector<Way>& ways, const std::vector<std::vector<double>>& rates) {
        ModelBenchLine result;
        result.rounds = rates.front().size();
        const auto of = [&](const char* name) -> const std::vector<double>& {
            return rates[static_cast<std::size_t>(std::ranges::find(ways, name, &Way::name) - ways.begin())];
        };
        for (std::size_t i = 0; i < ways.size(); ++i) result.rates.emplace_back(ways[i].name, median(rates[i]));
        const auto ratio = [&](const char* name, const char* part, const char* whole) {
            std::vector<double> own;
            for (std::size_t round = 0; round < result.rounds; ++round) own.push_back(of(part)[round] / of(whole)[round]);
            result.ratios.emplace_back(name, median(own));
        };
        ratio("alone / products", "alone", "products alone");
        ratio("groups / products", "groups", "products groups");
        ratio("alone / plain", "alone", "plain");
        ratio("groups / plain", "groups", "plain");
        ratio("batched / plain", "batched", "plain");
        return result;
    }

    Classifier exact_, batched_;
    PlainForward plain_;
    BareProducts products_;
    double seconds_;
    bool is_busy_;
};

/// A token for each word and mark, as many as a tokenizer of whole words would make, between two special ones.
TokenIds as_tokens(const std::string& text, std::size_t vocabulary) {
    TokenIds result{{1}};
    for (const ByteSpan& token : tokens(text)) {
        if (result.ids.size() + 1 == k_longest) break;
        std::size_t sum = 0;
        for (const char byte : token.of(text)) sum = sum * 31 + static_cast<unsigned char>(byte);
        result.ids.push_back(static_cast<std::int64_t>(3 + sum % (vocabulary - 3)));
    }
    result.ids.push_back(2);
    return result;
}

std::vector<TokenIds> of_length(std::size_t length, std::size_t vocabulary) {
    std::vector<TokenIds> result(2 * k_batch);
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (std::size_t token = 0; token < length; ++token)
            result[i].ids.push_back(static_cast<std::int64_t>((i * 131 + token * 17) % vocabulary));
    }
    return result;
}

std::filesystem::path checkpoint(const ModelBench& what, const ModelBench::Network& network, std::size_t vocabulary) {
    const std::filesystem::path folder = what.folder / fmt::format("{}x{}-{}", network.layers, network.hidden, vocabulary);
    if (!std::filesystem::exists(folder / "model.safetensors"))
        write_random_checkpoint(folder, {network.layers, network.hidden, vocabulary, 512});
    return folder;
}

ModelBenchStartUp start_up(const ModelBench& what, const ModelBench::Network& network) {
    const std::filesystem::path folder = checkpoint(what, network, k_published), kept = what.folder / "verdicts";
    ModelBenchStartUp result{network};
    const auto loaded = [&] {
        const double start = now(what.on_busy_machine);
        const Classifier model = Classifier::load(folder, {false, "cpu", kept});
        result.load = now(what.on_busy_machine) - start;
        model.logits(of_length(32, k_published).front());
        result.first = now(what.on_busy_machine) - start - result.load;
    };
    loaded();
    const double with_probe = result.load;
    loaded();
    result.probe = with_probe - result.load;
    std::filesystem::remove_all(folder);
    return result;
}

void run(const ModelBench& what, const ModelBenchSink& sink) {
    constexpr std::size_t k_vocabulary = 1024;
    sink.begins(arithmetic());
    for (const ModelBench::Network& network : what.networks) {
        if (what.starts_up) sink.start_up(start_up(what, network));
        if (what.tokens.empty() && what.texts.empty()) continue;
        const Measured measured(checkpoint(what, network, k_vocabulary), what);
        const auto report = [&](const std::string& name, const std::vector<TokenIds>& texts) {
            for (const std::size_t workers : what.workers) {
                ModelBenchLine line = measured.line(texts, workers);
                line.network = network, line.texts = name, line.workers = workers;
                sink.line(line);
            }
        };
        for (const std::size_t tokens : what.tokens) report(fmt::format("{} tokens", tokens), of_length(tokens, k_vocabulary));
        for (const ModelBench::Texts& real : what.texts) {
            std::vector<TokenIds> texts;
            for (const std::string& text : real.texts) texts.push_back(as_tokens(text, k_vocabulary));
            report(real.name, texts);
        }
    }
}

}  // namespace

}  // namespace rif::nn

extern "C" __attribute__((visibility("default"))) void rif_run_model_bench(const rif::ModelBench& what, const rif::ModelBenchSink& sink) {
    rif::nn::run(what, sink);
}
