// rif try model.NAME: what the model says of texts and pairs, and with --detail what its network was given.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <rif/api/quadrant.hpp>
#include <rif/base/json.hpp>
#include <rif/cli/try_trial.hpp>
#include <rif/engine/scorer.hpp>

namespace rif::cli {

namespace {

/// One input and what was found of it.
struct Scored {
    const Input& input;
    std::span<const float> probabilities;
    std::vector<float> scores;  // as the model gives them, with --detail
};

std::string json_detail(const Model& model, const Scored& scored) {
    ByteSpan visible = model.visible_bytes(scored.input.text);
    std::string line =
        fmt::format(R"(,"{}":{})", model.score_kind() == ScoreKind::logits ? "logits" : "scores", json_numbers(scored.scores));
    if (const auto input = model.input(scored.input.text, scored.input.text_pair)) {
        line +=
            fmt::format(R"(,"input_ids":[{}],"token_type_ids":[{}],"attention_mask":[{}],"tokens":{})", fmt::join(input->ids, ","),
                        fmt::join(input->type_ids, ","), fmt::join(std::vector<int>(input->ids.size(), 1), ","), json_list(input->tokens));
        visible = input->visible;
    }
    return line + fmt::format(R"(,"visible_bytes":[{},{}])", visible.begin, visible.end);
}

std::string json_line(const Scorer& scorer, const Scored& scored, bool detail) {
    const std::string pair = scored.input.text_pair ? R"(,"text_pair":)" + json_string(*scored.input.text_pair) : "";
    return fmt::format(R"({{"text":{}{},"labels":{},"probabilities":{},"predicted":{}{}}})", json_string(scored.input.text), pair,
                       json_list(scorer.labels()), json_numbers(scored.probabilities),
                       json_string(scorer.labels()[predicted_label(scored.probabilities)]),
                       detail ? json_detail(scorer.model(), scored) : "") +
           "\n";
}

std::string text_detail(const Model& model, const Scored& scored) {
    std::string text =
        fmt::format("  {}  {}\n", model.score_kind() == ScoreKind::logits ? "logits" : "scores", fmt::join(scored.scores, " "));
    if (const auto input = model.input(scored.input.text, scored.input.text_pair)) {
        text += fmt::format("  tokens  {}\n  ids     {}\n", fmt::join(input->tokens, " "), fmt::join(input->ids, " "));
    }
    return text;
}

std::string text_answer(const Scorer& scorer, const Scored& scored, bool detail) {
    const auto& row = scored.probabilities;
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
    std::string text = scored.input.text + (scored.input.text_pair ? " | " + *scored.input.text_pair : "") + "\n";
    for (const std::size_t i : order) text += fmt::format("  {:.4f}  {}\n", row[i], scorer.labels()[i]);
    const auto made = scorer.model().input(scored.input.text, scored.input.text_pair);
    const ByteSpan visible = made ? made->visible : scorer.model().visible_bytes(scored.input.text);
    if (detail || visible.size() < scored.input.text.size())
        text += fmt::format("  sees bytes {} to {} of {}\n", visible.begin, visible.end, scored.input.text.size());
    return detail ? text + text_detail(scorer.model(), scored) : text;
}

/// The model's own numbers of one input.
std::vector<float> scores_of(const Model& model, const Input& input) {
    const Matrix row =
        input.text_pair ? model.predict_pairs(std::array{TextPair{input.text, *input.text_pair}}) : model.predict(std::array{input.text});
    return {row[0].begin(), row[0].end()};
}

Matrix probabilities_of(const Scorer& scorer, const Input& input) {
    ScoreCounts ignored;
    return input.text_pair ? scorer.pair_probabilities(std::array{TextPair{input.text, *input.text_pair}})
                           : scorer.probabilities(std::array{input.text}, ignored);
}

}  // namespace

std::string tried_model(Trial& trial) {
    const auto model = trial.assembly.model(trial.block, {}, run_dataset(trial.experiment));
    const Scorer scorer(model, model->labels(), trial.block.address(), 0);
    const bool detail = trial.request.detail;
    std::string answer;
    for (const Input& input : inputs_of(trial)) {
        const Matrix probabilities = probabilities_of(scorer, input);
        const Scored scored{input, probabilities[0], detail ? scores_of(*model, input) : std::vector<float>()};
        answer += trial.request.json ? json_line(scorer, scored, detail) : text_answer(scorer, scored, detail);
    }
    return answer;
}

}  // namespace rif::cli
