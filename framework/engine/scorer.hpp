// Between search and model: probabilities in the data's order of labels, duplicates and cache, and a check of what comes back.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <rif/api/model.hpp>

namespace rif {

/// queries = model_calls + cache_hits + duplicates, always.
struct ScoreCounts {
    std::size_t queries = 0, model_calls = 0, cache_hits = 0, duplicates = 0;
    ScoreCounts& operator+=(const ScoreCounts& other);
};

/// Scores of texts that were asked before, for all searches of one model in this process. Bounded: when full, nothing more is kept.
class ScoreCache {
public:
    explicit ScoreCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}
    /// Copies the row of `text` into `row`; whether it was there.
    bool find(const std::string& text, std::span<float> row) const;
    void keep(const std::string& text, std::span<const float> row);

private:
    static constexpr std::size_t k_shards = 16;
    struct Shard {
        mutable std::mutex mutex;
        std::unordered_map<std::string, std::vector<float>> rows;
        std::size_t bytes = 0;
    };
    Shard& shard(const std::string& text) const;
    std::size_t most_bytes_;
    mutable std::array<Shard, k_shards> shards_;
};

/// Probabilities of a model's calls, and those of them whose best two are nearer to each other than k_fragile_margin.
struct Fragility {
    std::size_t scored = 0, fragile = 0;
};
constexpr double k_fragile_margin = 1e-4;

/// name: "model.bert". errors: rif::Error "labels" with both lists where the model does not know one of the data's labels.
void check_labels(const std::string& name, const std::vector<std::string>& known, const std::vector<std::string>& labels);

/// Const and thread-safe.
class Scorer {
public:
    /// labels: of the data; the model must know each by name. errors: rif::Error "labels" with both lists.
    Scorer(std::shared_ptr<const Model> model, const std::vector<std::string>& labels, std::string model_name, std::size_t cache_bytes);

    /// texts: n.  returns: [n, classes()] probabilities, float32. Adds what it did to `counts`.
    /// errors: rif::Error "model-output" for a wrong row count, class count or a NaN; whatever the model throws.
    Matrix probabilities(std::span<const std::string> texts, ScoreCounts& counts) const;
    /// The same of pairs of texts that are judged together; nothing is counted or kept. errors: "no-pairs" besides.
    Matrix pair_probabilities(std::span<const TextPair> pairs) const;
    std::size_t classes() const { return labels_.size(); }
    /// The data's labels first, in their order, then those that only the model knows.
    const std::vector<std::string>& labels() const { return labels_; }
    const Model& model() const { return *model_; }
    Fragility fragility() const { return {scored_, fragile_}; }

private:
    void check(const Matrix& scores, std::size_t texts) const;
    void write(std::span<const float> scores, std::span<float> row) const;

    std::shared_ptr<const Model> model_;
    std::string name_;
    std::vector<std::string> labels_;
    std::vector<std::size_t> column_;  // of the model, by label
    bool logits_ = true;
    std::unique_ptr<ScoreCache> cache_;
    mutable std::atomic<std::size_t> scored_ = 0, fragile_ = 0;
};

}  // namespace rif
