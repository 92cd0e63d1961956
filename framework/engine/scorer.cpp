#include <rif/engine/scorer.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr std::size_t k_entry_overhead = 96;  // of a row in the table, about

/// Softmax in double of float32 logits, as float32.
void softmax(std::span<float> row) {
    const double most = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (const float logit : row) sum += std::exp(logit - most);
    for (float& value : row) value = static_cast<float>(std::exp(value - most) / sum);
}

bool is_fragile(std::span<const float> probabilities) {
    double best = 0, second = 0;
    for (const float value : probabilities)
        second = std::max(second, std::min(best, static_cast<double>(value))), best = std::max(best, static_cast<double>(value));
    return best - second < k_fragile_margin;
}

}  // namespace

ScoreCounts& ScoreCounts::operator+=(const ScoreCounts& other) {
    queries += other.queries;
    model_calls += other.model_calls;
    cache_hits += other.cache_hits;
    duplicates += other.duplicates;
    return *this;
}

ScoreCache::Shard& ScoreCache::shard(const std::string& text) const { return shards_[std::hash<std::string_view>{}(text) % k_shards]; }

bool ScoreCache::find(const std::string& text, std::span<float> row) const {
    const Shard& shard = this->shard(text);
    const std::lock_guard lock(shard.mutex);
    const auto at = shard.rows.find(text);
    if (at == shard.rows.end()) return false;
    std::copy(at->second.begin(), at->second.end(), row.begin());
    return true;
}

void ScoreCache::keep(const std::string& text, std::span<const float> row) {
    Shard& shard = this->shard(text);
    const std::size_t bytes = text.size() + row.size_bytes() + k_entry_overhead;
    const std::lock_guard lock(shard.mutex);
    if (shard.bytes + bytes > most_bytes_ / k_shards) return;
    if (shard.rows.try_emplace(text, row.begin(), row.end()).second) shard.bytes += bytes;
}

void check_labels(const std::string& name, const std::vector<std::string>& known, const std::vector<std::string>& labels) {
    for (const std::string& label : labels) {
        if (std::find(known.begin(), known.end(), label) != known.end()) continue;
        throw Error("labels",
                    fmt::format("{} has no label '{}': it knows {}, and the data has {}", name, label, fmt::join(known, ", "),
                                fmt::join(labels, ", ")),
                    "name the data's labels as the model does (`labels` of the dataset)");
    }
}

Scorer::Scorer(std::shared_ptr<const Model> model, const std::vector<std::string>& labels, std::string model_name, std::size_t cache_bytes)
    : model_(std::move(model)),
      name_(std::move(model_name)),
      labels_(labels),
      logits_(model_->score_kind() == ScoreKind::logits),
      cache_(std::make_unique<ScoreCache>(cache_bytes)) {
    const std::vector<std::string> known = model_->labels();
    check_labels(name_, known, labels);
    for (const std::string& label : labels) {
        column_.push_back(static_cast<std::size_t>(std::find(known.begin(), known.end(), label) - known.begin()));
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (std::find(labels.begin(), labels.end(), known[i]) != labels.end()) continue;
        labels_.push_back(known[i]);
        column_.push_back(i);
    }
}

void Scorer::check(const Matrix& scores, std::size_t texts) const {
    if (scores.rows() != texts || (texts > 0 && scores.columns() != column_.size())) {
        throw Error("model-output",
                    fmt::format("{} was asked for [{}, {}] scores and gave [{}, {}]", name_, texts, column_.size(), scores.rows(),
                                scores.columns()),
                    "mend the model's predict");
    }
    const auto values = scores.values();
    const auto bad = std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
    if (bad != values.end()) {
        const auto at = static_cast<std::size_t>(bad - values.begin());
        throw Error(
            "model-output",
            fmt::format("{} gave {} for text {} of {}, class {}", name_, *bad, at / column_.size() + 1, texts, at % column_.size() + 1),
            "mend the model, or leave that text out");
    }
}

void Scorer::write(std::span<const float> scores, std::span<float> row) const {
    for (std::size_t i = 0; i < column_.size(); ++i) row[i] = scores[column_[i]];
    if (logits_) softmax(row);
}

Matrix Scorer::pair_probabilities(std::span<const TextPair> pairs) const {
    const Matrix scores = model_->predict_pairs(pairs);
    check(scores, pairs.size());
    Matrix result(pairs.size(), classes());
    for (std::size_t i = 0; i < pairs.size(); ++i) write(scores[i], result[i]);
    return result;
}

Matrix Scorer::probabilities(std::span<const std::string> texts, ScoreCounts& counts) const {
    Matrix result(texts.size(), classes());
    std::unordered_map<std::string_view, std::size_t> first;  // a text and where it stands first
    std::vector<std::size_t> asked, repeats;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!first.try_emplace(texts[i], i).second)
            repeats.push_back(i);
        else if (!cache_->find(texts[i], result[i]))
            asked.push_back(i);
    }
    std::vector<std::string> unknown;
    unknown.reserve(asked.size());
    for (const std::size_t i : asked) unknown.push_back(texts[i]);
    if (!unknown.empty()) {
        const Matrix scores = model_->predict(unknown);
        check(scores, unknown.size());
        scored_ += unknown.size();
        for (std::size_t k = 0; k < asked.size(); ++k) {
            write(scores[k], result[asked[k]]);
            fragile_ += is_fragile(result[asked[k]]);
            cache_->keep(unknown[k], result[asked[k]]);
        }
    }
    for (const std::size_t i : repeats) std::copy_n(result[first.at(texts[i])].begin(), classes(), result[i].begin());
    counts += {texts.size(), asked.size(), texts.size() - asked.size() - repeats.size(), repeats.size()};
    return result;
}

}  // namespace rif
