#include <rif/engine/model_check.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/score_reply.hpp>
#include <rif/base/error.hpp>

namespace rif {

namespace {

/// Three that no model should stumble over; the empty one is asked about when the only token of a text is deleted.
const std::vector<std::string>& neutral_texts() {
    static const std::vector<std::string> texts = {"a short text", "", "another text, a little longer than the first"};
    return texts;
}

class AnswerCheck {
public:
    AnswerCheck(const Model& model, const std::string& name) : model_(model), name_(name), labels_(model.labels()) {}

    void labels() const {
        const std::set<std::string> once(labels_.begin(), labels_.end());
        if (labels_.size() < 2 || once.size() < labels_.size())
            throw breach(fmt::format("has the labels {}", labels_.empty() ? "none" : fmt::format("{}", fmt::join(labels_, ", "))),
                         "a classifier has two labels or more, each once");
    }

    Matrix about(std::span<const std::string> texts) const {
        Matrix scores = model_.predict(texts);
        if (scores.rows() != texts.size() || (!texts.empty() && scores.columns() != labels_.size())) {
            throw breach(fmt::format("was asked about {} and gave [{}, {}] scores, not [{}, {}]", counted(texts.size()), scores.rows(),
                                     scores.columns(), texts.size(), labels_.size()),
                         "one row a text, one score a label");
        }
        for (std::size_t i = 0; i < texts.size(); ++i) row(scores[i], texts[i]);
        return scores;
    }

    void same(std::span<const float> alone, std::span<const float> among) const {
        if (std::ranges::equal(alone, among)) return;
        throw breach(fmt::format("gave {} for a text alone and {} for it among three", fmt::join(alone, ", "), fmt::join(among, ", ")),
                     "a score is a function of its text alone: no dropout, no normalising over a batch");
    }

private:
    static std::string counted(std::size_t texts) { return texts == 1 ? "1 text" : fmt::format("{} texts", texts); }

    void row(std::span<const float> scores, const std::string& text) const {
        double sum = 0;
        for (const float score : scores) {
            if (!std::isfinite(score))
                throw breach(fmt::format("gave {} for the text \"{}\"", score, text), "every text has a score, the empty one too");
            const bool is_none = model_.score_kind() == ScoreKind::probabilities && (score < 0 || score > 1);
            if (is_none)
                throw breach(fmt::format("gave the probability {} for the text \"{}\"", score, text),
                             "if these are logits: scores = logits");
            sum += static_cast<double>(score);
        }
        if (model_.score_kind() == ScoreKind::probabilities && std::abs(sum - 1) > sum_tolerance(scores.size()))
            throw breach(fmt::format("gave probabilities that add up to {:.4f} for the text \"{}\"", sum, text),
                         "the labels of a classifier exclude each other: one softmax over all of them");
    }

    Error breach(const std::string& what, const std::string& help) const {
        return Error("model-contract", fmt::format("{} {}", name_, what), help);
    }

    const Model& model_;
    const std::string& name_;
    std::vector<std::string> labels_;
};

}  // namespace

void check_answers(const Model& model, const std::string& name, bool deterministic) {
    const AnswerCheck check(model, name);
    const std::vector<std::string>& texts = neutral_texts();
    check.labels();
    check.about({});
    const Matrix alone = check.about(std::span(texts).first(1)), among = check.about(texts);
    if (deterministic) check.same(alone[0], among[0]);
}

}  // namespace rif
